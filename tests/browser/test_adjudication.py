"""Disputes decided by keyboard alone, and again without JavaScript; the lead's pages under axe (spec 6.5)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WAIT = 20_000
DISPUTE = "from tests.factories import disputed; print(disputed.in_words('{slug}', {items}))"


@pytest.fixture(scope="module")
def suite(site: Site) -> str:
    """A suite of its own, on three records of which two judges differ; its slug."""
    return site.manage("shell", "-c", DISPUTE.format(slug="disputed-trips", items=3)).strip().splitlines()[-1]


def serious(page: Page) -> list[str]:
    """The serious findings of axe."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]}"
        for one in violations
        if one["impact"] in ("serious", "critical")
    ]


def test_a_dispute_is_decided_by_keys_alone_and_the_next_one_comes(
    visit: Callable[..., Visitor], suite: str
) -> None:
    adjudicator = visit("adjudicator")
    page = adjudicator.open(f"/review/{suite}/disputes/")
    assert serious(page) == []
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("#dispute-title")).to_be_focused(timeout=WAIT)
    expect(page.get_by_text("Judge A").first).to_be_visible()
    assert serious(page) == []
    first = page.url
    page.keyboard.press("j")
    expect(page).not_to_have_url(first, timeout=WAIT)
    page.keyboard.press("k")
    expect(page).to_have_url(first, timeout=WAIT)
    fields = page.locator("[data-lead-group]")
    for number in range(1, fields.count() + 1):
        page.keyboard.press(str(number))
        expect(fields.nth(number - 1).locator("input:checked")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(fields.first.locator("input:checked")).to_have_value("no")
    page.keyboard.press("r")
    page.keyboard.type("1 of its actions is said by no word: j and k do nothing here.")
    expect(page.locator("#reason")).to_have_value(re.compile("j and k do nothing here"))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("is decided: rejected.")).to_be_visible(timeout=WAIT)
    expect(page.locator("#dispute-title")).to_be_focused()
    assert page.url != first
    page.goto(first)
    expect(page.get_by_role("heading", name="version 1: rejected")).to_be_visible()
    assert adjudicator.faults == []


def test_a_dispute_is_decided_without_javascript(visit: Callable[..., Visitor], suite: str) -> None:
    page = visit("adjudicator", java_script_enabled=False).open(f"/review/{suite}/disputes/")
    page.get_by_role("link", name="Begin with the first").click()
    expect(page.get_by_label("Why")).to_be_visible()  # the groups are counted once the page is there
    for group in page.locator("[data-lead-group]").all():
        group.get_by_role("radio").first.check()
    page.get_by_label("Why").fill("It says all of it.")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("is decided:")).to_be_visible(timeout=WAIT)


def test_a_lead_asks_confirms_and_sees_it_done(visit: Callable[..., Visitor], suite: str) -> None:
    lead = visit("lead")
    page = lead.open(f"/review/{suite}/progress/")
    assert serious(page) == []
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("heading", name="Pause the review?")).to_be_visible(timeout=WAIT)
    assert serious(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_text("Paused: nothing new is handed out.", exact=True)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Export as CSV").click()
    with page.expect_download(timeout=WAIT) as taken:
        page.get_by_role("link", name="Download").click(timeout=WAIT)
    assert taken.value.suggested_filename.endswith(".csv")
    for place in ("manage/", "items/", "guidelines/record/"):
        assert serious(lead.open(f"/review/{suite}/{place}")) == [], place
    page.get_by_text("Edit into the next version").click()
    assert serious(page) == []
    lead.open(f"/review/{suite}/items/")
    page.locator("tbody a").first.click()
    assert serious(page) == []
    assert lead.faults == []
