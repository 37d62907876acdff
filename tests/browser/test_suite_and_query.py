"""A suite's queries looked through in a browser: filtered, shared, exported; a query among its family."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

SUITE = "/suites/mini/"
EXAMPLE = "/suites/worked-example/figure3/queries/q1/"
WAIT = 20_000
PHONE = {"width": 360, "height": 800}


def found(page: Page) -> int:
    """How many queries the list says it holds."""
    return int(page.locator("#queries-part .found strong").inner_text())


def serious(page: Page) -> list[str]:
    """The serious findings of axe."""
    violations = Axe().run(page).response["violations"]
    return [one["id"] for one in violations if one["impact"] in ("serious", "critical")]


def test_filters_change_the_list_in_place_and_chips_take_them_away(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(SUITE)
    everything = found(page)
    page.evaluate("window.stayed = true")
    page.get_by_label("Family", exact=True).focus()
    page.get_by_label("Family", exact=True).select_option("rules")
    expect(page).to_have_url(re.compile(r"/suites/mini/\?family=rules$"), timeout=WAIT)
    rules = found(page)
    assert 0 < rules < everything
    expect(page.get_by_label("Family", exact=True)).to_be_focused()
    expect(page.get_by_label("Family", exact=True).locator("option:checked")).to_have_text(f"rules ({rules})")
    page.get_by_label("Order").select_option("-witness")
    expect(page).to_have_url(re.compile(r"\?family=rules&sort=-witness$"), timeout=WAIT)
    expect(page.get_by_role("columnheader", name="Witness size")).to_have_attribute("aria-sort", "descending")
    colleague = visit("lead")
    colleague.page.goto(page.url)
    assert found(colleague.page) == rules
    chip = page.get_by_role("link", name="Family: rules")
    chip.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?sort=-witness$"), timeout=WAIT)
    assert found(page) == everything
    assert page.evaluate("window.stayed"), "the list changes in place"
    page.go_back()
    expect(page.get_by_role("link", name="Family: rules")).to_be_visible(timeout=WAIT)
    assert page.get_by_role("heading", name="Scenarios").is_visible(), "history restores the whole page"
    assert lead.faults == []


def test_words_are_looked_for_while_they_are_typed(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(SUITE)
    words = page.get_by_label("Words in the question")
    words.press_sequentially("q001")
    expect(page).to_have_url(re.compile(r"\?q=q001$"), timeout=WAIT)
    expect(words).to_be_focused()
    assert found(page) == 3  # one of each scenario
    words.fill("nothing has these words")
    expect(page.get_by_text("No query matches.")).to_be_visible(timeout=WAIT)
    page.get_by_role("link", name="Clear all filters").click()
    expect(page.get_by_label("Words in the question")).to_have_value("")
    assert lead.faults == []


def test_without_scripts_the_form_and_the_export_work(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    lead = visit("lead", java_script_enabled=False)
    page = lead.open(SUITE)
    page.get_by_label("Label", exact=True).select_option("unknown")
    page.get_by_role("button", name="Filter", exact=True).click()
    page.wait_for_url(re.compile("label=unknown"))
    unknown = found(page)
    assert unknown > 0
    expect(page.locator("table.queries .state-unknown")).to_have_count(unknown)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    download.value.save_as(tmp_path / "queries.csv")
    lines = (tmp_path / "queries.csv").read_text().splitlines()
    assert len(lines) == unknown + 1
    page.get_by_role("link", name="Label: unknown").click()
    assert found(page) > unknown


def test_an_annotator_is_offered_nothing_of_gold(visit: Callable[..., Visitor]) -> None:
    annotator = visit("annotator")
    page = annotator.open(f"{SUITE}?label=unknown")
    expect(page.get_by_text("What reads gold was left out")).to_be_visible()
    expect(page.get_by_label("Family", exact=True)).to_be_visible()
    assert page.get_by_label("Label", exact=True).count() == 0
    assert page.get_by_role("columnheader", name="Witness").count() == 0
    assert annotator.faults == []


def test_marks_of_the_strip_are_reached_by_keys_and_lead_to_records(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(EXAMPLE)
    marks = page.locator(".witness-strip a")
    assert marks.count() > 1
    first = marks.first
    label = str(first.get_attribute("aria-label")).partition(",")[0]
    assert "smallest witness" in str(first.get_attribute("aria-label"))
    page.get_by_role("region", name="Strip of records").focus()
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(f"/events/{label}/$"))
    page.go_back()
    page.locator("#marked > summary").click()
    row = page.locator("#marked").get_by_role("row", name=label)
    expect(row.first).to_contain_text("smallest witness")
    assert lead.faults == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_pages_are_accessible_and_fit_a_phone(visit: Callable[..., Visitor], theme: str) -> None:
    lead = visit("lead", color_scheme=theme, viewport=PHONE)
    for path in (f"{SUITE}?family=rules&bait=no&sort=-age", EXAMPLE, "/suites/mini/mini-trip/queries/q001/"):
        page = lead.open(path)
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        assert serious(page) == [], path
    assert lead.faults == []
