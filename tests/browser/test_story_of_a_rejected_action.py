"""The worked story of docs/annotation.md: two judges differ on one record, an adjudicator decides that it
does not say one of its actions, and a lead makes a release without it. The page of scores says before and
after what moves: three answers and one row of the leaderboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.site import ROOT, Site
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

#: A worker copies a suite, derives its gold and carries a run.
WORK = 120_000
TELL = "from tests.factories import consequences; print(consequences.told())"
STORY = ROOT / "docs" / "annotation.md"
REASON = "It says that the trip may have to move, not that it moved."


@pytest.fixture(scope="module")
def suite(site: Site) -> str:
    """The suite of the story; its slug."""
    return site.manage("shell", "-c", TELL).strip().splitlines()[-1]


def serious(page: Page) -> list[str]:
    violations = Axe().run(page).response["violations"]
    return [one["id"] for one in violations if one["impact"] in ("serious", "critical")]


def told(page: Page) -> str:
    """The words of a page with single spaces."""
    return " ".join(page.inner_text("main").split())


def judge(visitor: Visitor, suite: str, *, says: str, findable: str) -> None:
    """Enter that the record states nothing; then say whether it says its first action, and that it says the
    other."""
    page = visitor.open(f"/review/{suite}/")
    expect(page.locator("#review-item")).to_contain_text("may have to move")
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    choice = page.locator(f'input[name="says.0"][value="{says}"]')
    expect(choice).to_be_visible()
    choice.check()
    page.locator('input[name="says.1"][value="yes"]').check()
    page.locator(f'input[name="findable"][value="{findable}"]').check()
    page.locator("[data-submit]").click()
    expect(page.locator("#review-stage")).to_contain_text("Nothing to judge", timeout=20_000)


def numbers(text: str) -> list[str]:
    """What the summary of moved scores says: answers and rows."""
    found = re.search(r"(\d+) answers? and (\d+) leaderboard rows?", text)
    assert found is not None, text
    return list(found.groups())


def test_one_record_moves_three_answers_and_one_row(visit: Callable[..., Visitor], suite: str) -> None:
    judge(visit("annotator"), suite, says="no", findable="no")
    judge(visit("annotator-2"), suite, says="yes", findable="yes")

    page = visit("adjudicator").open(f"/review/{suite}/disputes/")
    page.get_by_role("link", name="e0011").first.click()
    for group in page.locator("[data-lead-group]").all():
        name = group.locator("input").first.get_attribute("name")
        good = {"says.0": "no", "recoverable": "no", "findable": "no", "complete": "no"}
        wanted = good.get(str(name))
        if wanted is None:
            wanted = "yes" if str(name).startswith("says.") or name == "fluent" else "no"
        group.locator(f'input[value="{wanted}"]').check()
    page.get_by_label("Why").fill(REASON)
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_role("main")).to_contain_text("e0011 is decided: rejected")

    lead = visit("lead")
    page = lead.open(f"/review/{suite}/items/?q=e0011")
    page.get_by_role("link", name="e0011").first.click()
    page.get_by_role("link", name="What rests on it").click()
    assert "4 queries rest on it" in told(page)
    assert REASON in told(page)
    assert serious(page) == []
    page.get_by_role("link", name="See which scores would move").click()
    before = told(page)
    assert numbers(before) == ["3", "1"]
    assert serious(page) == []
    page.go_back()
    page.get_by_role("button", name="Make a new release without it").click()
    done = page.get_by_role("link", name="Every score that moved")
    for _ in range(WORK // 2000):
        if done.count():
            break
        page.wait_for_timeout(2000)
        page.reload()
    done.click()
    for _ in range(WORK // 2000):
        if "wait" not in page.locator("[role=status]").all_inner_texts().__str__():
            break
        page.wait_for_timeout(2000)
        page.reload()
    after = told(page)
    assert numbers(after) == ["3", "1"]
    assert serious(page) == []
    for text in (before, after):
        for told_in_the_story in ("100.0 % → 62.5 %", "−37.5 points", "Ulaerabel", "Jorathock", REASON):
            assert told_in_the_story in text
    assert not lead.faults


def test_the_story_in_the_documents_has_the_same_figures() -> None:
    text = " ".join(Path(STORY).read_text().split())
    for told_by_the_pages in (
        "changes 3 answers and 1 leaderboard row",
        "100.0 % to 62.5 %",
        "−37.5 points",
        "4 queries rest on it",
        "See which scores would move",
        "Make a new release without it",
        "Every score that moved",
    ):
        assert told_by_the_pages in text
