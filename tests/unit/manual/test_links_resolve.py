"""Every link of README and manual leads somewhere: to a file, to an anchor, to a path that there is."""

from __future__ import annotations

import re
from functools import cache

import pytest

from benchmark.manual.rendering import is_relative, links, render
from benchmark.manual.shelf import BESIDE, place
from tests.factories import doc_blocks
from tests.unit.walls.rooms import ROOMS, ROOT

PAGES = sorted(
    {*doc_blocks.pages(), *BESIDE.values(), *(f"docs/adr/{p.name}" for p in (ROOT / "docs/adr").glob("*.md"))}
)
#: Folders of ours whose files pages name in code marks.
NAMED = (*ROOMS, "docs", "tests", "static", "requirements")
_PATH = re.compile(rf"`((?:{'|'.join(NAMED)})/[\w./-]*)`")


@cache
def anchors(page: str) -> set[str]:
    rendered = render((ROOT / page).read_text(encoding="utf-8"), lambda link: link)
    return {section.heading.anchor for section in rendered.sections}


def faults(page: str) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in links((ROOT / page).read_text(encoding="utf-8")):
        if link.startswith("#"):
            if link[1:] not in anchors(page):
                found.append(link)
        elif is_relative(link):
            target, anchor = place(page, link)
            there = (ROOT / target).exists() and not target.startswith("..")
            if not there or (anchor and anchor not in anchors(target)):
                found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_links_of_a_page_lead_to_files_and_anchors(page: str) -> None:
    assert faults(page) == []


@pytest.mark.parametrize("page", [page for page in PAGES if not page.startswith("docs/adr/")])
def test_paths_in_code_marks_are_there(page: str) -> None:
    named = _PATH.findall((ROOT / page).read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_pages_name_no_place_of_one_machine() -> None:
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert not re.search(r"(?<![\w.])/(?:home|work|root|Users)/", text), page


def test_a_link_that_leads_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# A\n\n[a](README.md) [b](nothing.md) [c](README.md#start) [d](README.md#nowhere) [e](#a) [f](#b)"
    whole = render(text, lambda link: link)
    assert len(whole.sections) == 1
    page = ROOT / "docs" / "README.md"
    real = type(page).read_text
    monkeypatch.setattr(
        type(page),
        "read_text",
        lambda self, **more: text if self.name == "of_a_test.md" else real(self, **more),
    )
    assert faults("docs/of_a_test.md") == ["nothing.md", "README.md#nowhere", "#b"]
