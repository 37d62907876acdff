"""Which words stand in which catalog, and the work on one: compare it with the pages, update, compile."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

from benchmark.messages import catalog, extraction
from benchmark.messages.catalog import Message

CATALOGS: dict[str, tuple[str, ...]] = {
    "scenarios/review": (
        "scenarios/review",
        "benchmark/reviewing",
        "templates/scenarios/review",
        "templates/benchmark/review",
    ),
    "scenarios": ("scenarios", "templates/scenarios"),
    "probes": ("probes", "templates/probes"),
    "benchmark": ("benchmark", "sut_adapters", "templates"),
}
"""The folder of each catalog, and the folders whose words it holds; a folder below one of another counts to
that. The first that fits takes a file."""
LANGUAGE = "de"


def owner(place: str) -> str | None:
    """The catalog that holds the words of a file; None where no page shows the file's words."""
    if "/migrations/" in place or "/locale/" in place:
        return None
    fitting = [
        (len(folder), name)
        for name, folders in CATALOGS.items()
        for folder in folders
        if place.startswith(f"{folder}/")
    ]
    return max(fitting)[1] if fitting else None


def places(root: Path, name: str) -> Iterator[str]:
    """The files whose words a catalog holds, sorted."""
    for folder in sorted({folder.split("/")[0] for folder in CATALOGS[name]}):
        for path in sorted((root / folder).rglob("*")):
            place = path.relative_to(root).as_posix()
            if path.suffix in {".py", ".html"} and owner(place) == name:
                yield place


def marked(root: Path, name: str) -> dict[str, Message]:
    """Every message of the files of a catalog by its key, with the files that use it.

    Raises ValueError where one text has a plural in one place and another, or none, in another.
    """
    found: dict[str, Message] = {}
    for place in places(root, name):
        for message in extraction.of_file(root / place, place):
            before = found.get(message.key)
            if before is None:
                found[message.key] = message
                continue
            if message.plural and before.plural and message.plural != before.plural:
                raise ValueError(f"{place}: {message.english!r} has another plural in {before.places[0]}.")
            found[message.key] = dataclasses.replace(
                before,
                plural=before.plural or message.plural,
                places=tuple(sorted({*before.places, place})),
            )
    return found


def po_path(root: Path, name: str) -> Path:
    """Where the catalog lies."""
    return root / name / "locale" / LANGUAGE / "LC_MESSAGES" / "django.po"


def stored(root: Path, name: str) -> dict[str, Message]:
    """The messages of the catalog as it stands; empty where there is none yet."""
    path = po_path(root, name)
    return catalog.parse(path.read_text(encoding="utf-8")) if path.exists() else {}


def updated(root: Path, name: str, german: dict[str, str] | None = None) -> list[Message]:
    """The messages that the pages use, with the German that is known: of the catalog, else of ``german``
    (by the English words), else of another catalog.

    A translation whose English is gone is dropped. A text that gained a plural loses its German.
    """
    known = [stored(root, name)] + [stored(root, other) for other in CATALOGS if other != name]
    messages = []
    for key, message in marked(root, name).items():
        options = [catalog_of[key] for catalog_of in known if key in catalog_of]
        forms = next((one.german for one in options if one.plural == message.plural and one.is_complete), ())
        if not forms and german and message.context is None and message.english in german:
            forms = tuple(
                german[message.english].split("|") if message.plural else (german[message.english],)
            )
        messages.append(dataclasses.replace(message, german=forms))
    return messages


def write(root: Path, name: str, messages: list[Message]) -> None:
    """Write the catalog and what is compiled of it."""
    path = po_path(root, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(catalog.render(messages), encoding="utf-8")
    path.with_suffix(".mo").write_bytes(catalog.compiled(messages))
