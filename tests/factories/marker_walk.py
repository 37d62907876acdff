"""Looks for the marker of ``web_world`` wherever something leaves the house (overview 4.10).

What is found are ``Leak`` rows: the channel, the place, and the word. Every address comes from the URL
resolver, so a new page or route is walked without being told.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from django.test import Client
from django_q.models import Failure, OrmQ, Success

from tests.factories import addresses
from tests.factories.addresses import Address
from tests.factories.web_world import MARKER, World

#: What a page, an answer of the API or a header may not hold. The classes mark a witness and a distractor.
LEAKS = (MARKER, "is-witness", "is-distractor")
OWN_WITNESSES = ("/playground/",)
"""Where the witness marked is that of what the person typed in: the marker alone may not show there."""
VARIANTS = {
    "scenarios:suite": ("?label=answerable&sort=-witness", "?reference=id", "?q=Grus"),
    "scenarios:suite_queries": ("?bait=yes", "?degree=1&sort=height"),
    "scenarios:scenario": ("?query=q001", "?kind=distractor", "?cutoff=2026-01-05T00:00:00Z"),
    "scenarios:scenario_time": ("?query=q001&cutoff=2026-01-05", "?position=1", "?query=q001&jump=next"),
    "benchmark:run_answers": ("?system=a-system&verdict=wrong",),
    "benchmark:run_list": ("?status=done",),
    "probes:run_diagnosis": ("?system=a-system&failure=unretrievable",),
    "probes:diagnosis": ("?step=self-1",),
    "review_lead:progress": ("?kind=complaint", "?part=batches"),
    "review_lead:disputes": ("?show=decided", "?kind=complaint"),
}
"""More to ask of some addresses, beside what is asked of all."""
_TITLE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that may not be where it was found."""

    channel: str
    place: str
    word: str

    def __str__(self) -> str:
        return f"{self.word} in {self.channel} of {self.place}"


@dataclass
class Walked:
    """What was found, and how many answers were looked at."""

    leaks: list[Leak] = field(default_factory=list)
    seen: int = 0

    @property
    def places(self) -> set[str]:
        return {leak.place for leak in self.leaks}


def walk(
    client: Client,
    user: Any,
    world: World,
    slugs: tuple[str, ...],
    *,
    elsewhere: bool = True,
    only: Collection[str] = (),
) -> Walked:
    """Everything one client gets; ``elsewhere`` outside suites too, ``only`` routes of these names if any."""
    walked = Walked()
    with heard() as lines:
        for slug in slugs:
            nodes = list(world.suites[slug].scenarios.get().derivation_nodes.values_list("pk", flat=True))
            for found in addresses.walk():
                skipped = not found.leads_into_a_suite and (slug != slugs[0] or not elsewhere)
                if skipped or (only and found.name not in only):
                    continue
                for method, path, headers in asked_of(found, found.path(world.values(slug)), nodes):
                    response = getattr(client, method)(path, headers=headers)
                    assert response.status_code != 500, path
                    walked.seen += 1
                    walked.leaks += of_response(response, f"{method} {path}")
                if user is not None and found.name == "accounts:sign_out":
                    client.force_login(user)
    walked.leaks += [Leak("log", line, MARKER) for line in lines if MARKER in line]
    return walked


def asked_of(found: Address, path: str, nodes: list[int]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Method, path and headers of what is asked of one address."""
    yield "get", path, {}
    if found.template.startswith("/admin/"):
        return
    yield "post", path, {}
    yield "options", path, {}
    if found.template.startswith("/api/"):
        yield "get", path, {"Accept": "text/html"}
        return
    yield "get", path, {"HX-Request": "true"}
    for variant in VARIANTS.get(found.name, ()):
        yield "get", path + variant, {}
    if found.name in ("scenarios:query", "probes:diagnosis"):
        for node in nodes:
            yield "get", f"{path}?node={node}", {"HX-Request": "true"}


def of_response(response: Any, place: str) -> list[Leak]:
    """What leaks in headers, in drawings, and in the body without them."""
    body = b"".join(response) if response.streaming else response.content
    text = body.decode("utf-8", "replace")
    drawn = "".join(_TITLE.findall(text))
    parts = {"header": str(dict(response.headers)), "svg": drawn, "body": _TITLE.sub("", text)}
    if "svg" in response.headers.get("Content-Type", ""):
        parts["svg"], parts["body"] = text, ""
    words = (MARKER,) if place.rpartition(" ")[2] in OWN_WITNESSES else LEAKS
    return [
        Leak(channel, place, word)
        for channel, part in parts.items()
        if (word := next((word for word in words if word in part), ""))
    ]


@contextmanager
def heard() -> Iterator[list[str]]:
    """The lines that any logger writes meanwhile, as an operator reads them."""
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.name}: {self.format(record)}")

    root, keeper = logging.getLogger(), Keep(level=logging.DEBUG)
    level = root.level
    root.addHandler(keeper)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(keeper)
        root.setLevel(level)


def of_tasks() -> list[Leak]:
    """What leaks in the rows of the queue: messages that wait, what they were called with, what came back."""
    rows = [(f"message {row.pk}", str(row.task())) for row in OrmQ.objects.all()]
    for model in (Success, Failure):
        rows += [
            (f"{model.__name__.lower()} {row.name}", f"{row.func} {row.args} {row.kwargs} {row.result}")
            for row in model.objects.all()
        ]
    return [Leak("task row", place, MARKER) for place, text in rows if MARKER in text]


def of_file(path: Path, place: str) -> list[Leak]:
    """What leaks in an export."""
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        text = f"{table.to_pylist()} {table.schema}"
    else:
        text = path.read_text(encoding="utf-8")
    return [Leak("export", place, MARKER)] if MARKER in text else []
