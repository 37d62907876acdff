"""PURE. The manual as it is served (ADR 35): which pages there are, in which order, and what they link to.

A page is a Markdown file below ``docs/``, or one of the files beside it that pages send readers to. What is
neither a page nor linked by one has no address, so nothing else of the folder can be asked for.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from benchmark.manual.rendering import Rendered, is_relative, links, render

FOLDER: Final = "docs"
INDEX: Final = "README.md"
BESIDE: Final = {"readme": "README.md", "glossary": "GLOSSARY.md", "changelog": "CHANGELOG.md"}
"""Slug to file, for pages that do not lie below ``docs/``."""
FILES: Final = {
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".py": "text/plain; charset=utf-8",
    ".jsonl": "text/plain; charset=utf-8",
    ".yaml": "text/plain; charset=utf-8",
    ".toml": "text/plain; charset=utf-8",
    ".cff": "text/plain; charset=utf-8",
}
"""Kinds of files that a page may link to and that are served: shown as they are, never run."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page. ``path`` is that of its file from the top of the project; ``slug`` is empty for the index."""

    slug: str
    path: str
    rendered: Rendered

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.rendered.title


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that the index lists under one heading."""

    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """All pages by slug in the order of reading, and the files they link to, by path."""

    pages: dict[str, Page]
    files: dict[str, Path]
    groups: tuple[Group, ...] = field(default=())

    def beside(self, page: Page) -> tuple[Page | None, Page | None]:
        """The pages before and after one, in the order of reading."""
        order = list(self.pages.values())
        at = order.index(page)
        return (order[at - 1] if at else None), (order[at + 1] if at + 1 < len(order) else None)


def shelf(top: Path, address: str) -> Shelf:
    """The manual below the folder ``top``, served below ``address`` (``/docs/``). Read again after a change
    of its files, else remembered."""
    found = _found(top)
    return _shelf(top, address, tuple((path, (top / path).stat().st_mtime_ns) for path in found.values()))


def _found(top: Path) -> dict[str, str]:
    """Slug to path of all pages, by name."""
    below = sorted(path.relative_to(top).as_posix() for path in (top / FOLDER).rglob("*.md"))
    pages = {_slug(path): path for path in below}
    return pages | {slug: path for slug, path in BESIDE.items() if (top / path).is_file()}


def _slug(path: str) -> str:
    inside = path.removeprefix(f"{FOLDER}/")
    return posixpath.dirname(inside) if posixpath.basename(inside) == INDEX else inside.removesuffix(".md")


@lru_cache(maxsize=2)
def _shelf(top: Path, address: str, stamps: tuple[tuple[str, int], ...]) -> Shelf:
    paths = [path for path, _ in stamps]
    texts = {path: (top / path).read_text(encoding="utf-8") for path in paths}
    of_path = {path: slug for slug, path in _found(top).items() if path in texts}
    for folder in {posixpath.dirname(path) for path in paths} - {"", FOLDER}:
        listed = f"{folder}/{INDEX}"
        if listed not in texts:
            inside = [path for path in paths if posixpath.dirname(path) == folder]
            texts[listed], of_path[listed] = _listing(folder, inside, texts), _slug(listed)
    files = {
        target: top / target
        for path, text in texts.items()
        for target in (place(path, link)[0] for link in links(text) if is_relative(link))
        if posixpath.splitext(target)[1] in FILES and not target.startswith("..") and (top / target).is_file()
    }
    resolved = _Addresses(address, of_path, files)
    read = {
        slug: Page(slug, path, render(texts[path], partial(resolved.of, path)))
        for path, slug in of_path.items()
    }
    listed_by = _groups(texts[f"{FOLDER}/{INDEX}"], of_path)
    return Shelf({slug: read[slug] for slug in _order(listed_by, read)}, files, _as_groups(listed_by, read))


def place(path: str, link: str) -> tuple[str, str]:
    """The path from the top that a relative link of a page leads to, and its anchor. A path that would leave
    the project begins with ``..``."""
    target, _, anchor = link.partition("#")
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
    return joined, anchor


@dataclass(frozen=True, slots=True)
class _Addresses:
    """From a link of a page to an address."""

    top: str
    slugs: dict[str, str]
    files: dict[str, Path]

    def of(self, path: str, link: str) -> str:
        target, anchor = place(path, link)
        behind = f"#{anchor}" if anchor else ""
        for known in (target, f"{target}/{INDEX}"):
            if known in self.slugs:
                slug = self.slugs[known]
                return f"{self.top}{slug}/{behind}" if slug else f"{self.top}{behind}"
        return f"{self.top}files/{target}" if target in self.files else ""


def _listing(folder: str, inside: list[str], texts: dict[str, str]) -> str:
    """The page of a folder that has none of its own: its pages by title."""
    title = {"docs/adr": "Decisions"}.get(folder, posixpath.basename(folder).capitalize())
    lines = (f"- [{_title(texts[path])}]({posixpath.basename(path)})" for path in inside)
    return "\n".join((f"# {title}", "", *lines, ""))


def _title(text: str) -> str:
    return text.partition("\n")[0].lstrip("# ").replace("[", "").replace("]", "")


def _groups(index: str, of_path: dict[str, str]) -> list[tuple[str, list[str]]]:
    """Headings of the index with the slugs of the pages that each lists, once each."""
    groups: list[tuple[str, list[str]]] = []
    seen: set[str] = {""}
    for part in index.split("\n## ")[1:]:
        named: list[str] = []
        for link in links(part):
            target, _ = place(f"{FOLDER}/{INDEX}", link)
            slug = of_path.get(target, of_path.get(f"{target}/{INDEX}"))
            if is_relative(link) and slug is not None and slug not in seen:
                seen.add(slug)
                named.append(slug)
        groups.append((part.partition("\n")[0].strip(), named))
    return groups


def _order(groups: list[tuple[str, list[str]]], read: dict[str, Page]) -> list[str]:
    """The order of reading: the index, what it lists with the pages below a folder behind it, the rest."""
    order: dict[str, None] = {"": None}
    for slug in (slug for _, slugs in groups for slug in slugs):
        order[slug] = None
        order |= dict.fromkeys(sorted(one for one in read if one.startswith(f"{slug}/")))
    return [*(order | dict.fromkeys(sorted(read)))]


def _as_groups(groups: list[tuple[str, list[str]]], read: dict[str, Page]) -> tuple[Group, ...]:
    return tuple(Group(title, tuple(read[slug] for slug in slugs)) for title, slugs in groups if slugs)
