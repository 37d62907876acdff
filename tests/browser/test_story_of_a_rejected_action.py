"""The worked story of docs/annotation.md: two judges differ on one record, an adjudicator decides that it
does not say one of its actions, and a lead makes a release without it. The page of scores says before and
after what moves: three answers and one row of the leaderboard. All of them work by keyboard alone, and then
once more without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.site import ROOT, Site
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

#: A worker copies a suite, derives its gold and carries a run.
WORK = 120_000
TELL = "from tests.factories import consequences; print(consequences.told({slug!r}))"
STORY = ROOT / "docs" / "annotation.md"
REASON = "It says that the trip may have to move, not that it moved."


#: More steps of Tab than any of these pages has places to stop at.
MOST_TABS = 150


class Keys:
    """A hand that never leaves the keyboard."""

    javascript = True

    def reach(self, target: Locator) -> None:
        """Tab to it."""
        page = target.page
        for _ in range(MOST_TABS):
            if target.evaluate("found => found === document.activeElement"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{MOST_TABS} times Tab do not reach {target}")

    def press(self, target: Locator) -> None:
        """A link or a button."""
        self.reach(target)
        target.page.keyboard.press("Enter")

    def choose(self, target: Locator) -> None:
        """A radio button of a group: Tab stops at the group, arrows move within it."""
        page, name = target.page, target.get_attribute("name")
        for _ in range(MOST_TABS):
            if page.evaluate("name => document.activeElement.name === name", name):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
        for _ in range(9):
            if target.is_checked():
                return
            page.keyboard.press("ArrowDown")
        raise AssertionError(f"{target} cannot be chosen by keys")

    def write(self, target: Locator, text: str) -> None:
        self.reach(target)
        target.page.keyboard.type(text)


class Plain:
    """A hand with a pointer, on pages whose scripts do not run."""

    javascript = False

    def press(self, target: Locator) -> None:
        target.click()

    def choose(self, target: Locator) -> None:
        target.check()

    def write(self, target: Locator, text: str) -> None:
        target.fill(text)


Hand = Keys | Plain


def serious(page: Page) -> list[str]:
    violations = Axe().run(page).response["violations"]
    return [one["id"] for one in violations if one["impact"] in ("serious", "critical")]


def told(page: Page) -> str:
    """The words of a page with single spaces."""
    return " ".join(page.inner_text("main").split())


def judge(visitor: Visitor, suite: str, hand: Hand, *, says: str, findable: str) -> None:
    """Enter that the record states nothing; then say whether it says its first action, and that it says the
    other."""
    page = visitor.open(f"/review/{suite}/")
    expect(page.locator("#review-item")).to_contain_text("may have to move")
    if hand.javascript:
        page.keyboard.press("0")
        page.keyboard.press("Enter")
    else:
        page.locator('input[data-key="0"]').check()
        page.get_by_role("button", name="Go on").first.click()
    choice = page.locator(f'input[name="says.0"][value="{says}"]')
    expect(choice).to_be_visible()
    hand.choose(choice)
    hand.choose(page.locator('input[name="says.1"][value="yes"]'))
    hand.choose(page.locator(f'input[name="findable"][value="{findable}"]'))
    hand.press(page.locator("[data-submit]"))
    expect(page.get_by_role("main")).to_contain_text("Nothing to judge", timeout=20_000)


def numbers(text: str) -> list[str]:
    """What the summary of moved scores says: answers and rows."""
    found = re.search(r"(\d+) answers? and (\d+) leaderboard rows?", text)
    assert found is not None, text
    return list(found.groups())


@pytest.mark.parametrize("hand", [Keys(), Plain()], ids=["by keys alone", "without scripts"])
def test_one_record_moves_three_answers_and_one_row(
    hand: Hand, site: Site, visit: Callable[..., Visitor]
) -> None:
    slug = "told-by-keys" if hand.javascript else "told-plainly"
    suite = site.manage("shell", "-c", TELL.format(slug=slug)).strip().splitlines()[-1]

    def come(name: str) -> Visitor:
        return visit(name, java_script_enabled=hand.javascript)

    judge(come("annotator"), suite, hand, says="no", findable="no")
    judge(come("annotator-2"), suite, hand, says="yes", findable="yes")

    page = come("adjudicator").open(f"/review/{suite}/disputes/")
    hand.press(page.get_by_role("link", name="e0011").first)
    expect(page.get_by_label("Why")).to_be_visible()
    for group in page.locator("[data-lead-group]").all():
        name = group.locator("input").first.get_attribute("name")
        good = {"says.0": "no", "recoverable": "no", "findable": "no", "complete": "no"}
        wanted = good.get(str(name))
        if wanted is None:
            wanted = "yes" if str(name).startswith("says.") or name == "fluent" else "no"
        hand.choose(group.locator(f'input[value="{wanted}"]'))
    hand.write(page.get_by_label("Why"), REASON)
    hand.press(page.get_by_role("button", name="Decide"))
    expect(page.get_by_role("main")).to_contain_text("e0011 is decided: rejected")

    lead = come("lead")
    page = lead.open(f"/review/{suite}/items/?q=e0011")
    hand.press(page.get_by_role("link", name="e0011").first)
    page.wait_for_url("**/items/*/")
    hand.press(page.get_by_role("link", name="What rests on it"))
    expect(page.get_by_role("main")).to_contain_text("4 queries rest on it")
    assert REASON in told(page)
    assert not hand.javascript or serious(page) == []
    hand.press(page.get_by_role("link", name="See which scores would move"))
    expect(page.get_by_role("main")).to_contain_text("leaderboard row", timeout=60_000)
    before = told(page)
    assert numbers(before) == ["3", "1"]
    assert not hand.javascript or serious(page) == []
    page.go_back()
    hand.press(page.get_by_role("button", name="Make a new release without it"))
    done = page.get_by_role("link", name="Every score that moved")
    reload_until(page, lambda: done.count() > 0)
    hand.press(done)
    page.wait_for_url("**/moved/**")
    reload_until(page, lambda: "wait" not in str(page.locator("[role=status]").all_inner_texts()))
    after = told(page)
    assert numbers(after) == ["3", "1"]
    assert not hand.javascript or serious(page) == []
    for text in (before, after):
        for told_in_the_story in ("100.0 % → 62.5 %", "−37.5 points", "Ulaerabel", "Jorathock", REASON):
            assert told_in_the_story in text
    assert not lead.faults


def reload_until(page: Page, done: Callable[[], bool]) -> None:
    """Look again until a worker has done it."""
    for _ in range(WORK // 2000):
        if done():
            return
        page.wait_for_timeout(2000)
        page.reload()
    raise AssertionError(f"not done within {WORK // 1000} s: {told(page)[:400]}")


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
