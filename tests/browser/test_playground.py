"""The playground in a browser: answers while one types, faults that lead to their place, links, keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

PAGE = "/playground/"


def answer(page: Page) -> str:
    return page.locator("#playground-result .answer-line .value").inner_text()


def test_it_answers_while_one_types_and_its_address_is_the_link(visit: Callable[..., Visitor]) -> None:
    annotator = visit("annotator")
    page = annotator.open(PAGE)
    expect(page.locator("#playground-result .answer-line .value")).to_have_text("2")
    page.get_by_role("textbox", name="Cutoff").fill("2026-06-30")
    expect(page.locator("#playground-result .answer-line .value")).to_have_text("3", timeout=20_000)
    expect(page.locator("#playground-status")).to_have_text("answerable: 3")
    link = page.get_by_label("Link to exactly this").input_value()
    assert page.url == link
    colleague = visit("lead")
    colleague.page.goto(link)
    assert answer(colleague.page) == "3"
    assert annotator.faults == colleague.faults == []


def test_a_fault_leads_to_its_place_and_is_marked_beside_its_line(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(PAGE)
    page.get_by_role("textbox", name="History").fill("e1: dest(Grus, Corby).\ne2: dest(Grus).")
    page.keyboard.press("Control+Enter")
    link = page.get_by_role("link", name="history:2:5")
    expect(link).to_be_visible(timeout=20_000)
    expect(page.locator("[data-gutter='id_history'] .has-fault")).to_have_text("✗ 2")
    link.click()
    expect(page.get_by_role("textbox", name="History")).to_be_focused()
    selected = "(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.activeElement)"
    assert page.evaluate(selected) == "dest"
    assert lead.faults == []


def test_another_witness_is_marked_in_place(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(f"{PAGE}?example=non-linear-recursion")
    marks = page.locator("[data-gutter='id_history'] .is-marked")
    expect(marks).to_have_text(["● 1", "● 2"])
    page.evaluate("window.stayed = true")
    page.get_by_text("Witness 2: 2 records").click()
    page.get_by_role("button", name="Mark witness 2").click()
    expect(marks).to_have_text(["● 1", "● 3"], timeout=20_000)
    assert page.evaluate("window.stayed")
    page.locator(".dag a").first.click()
    expect(page.locator("#nodes tbody tr").first).to_be_visible()
    assert lead.faults == []


def test_the_cutoff_steps_through_time_by_keys(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(f"{PAGE}?example=rule-withdrawn")
    slider = page.get_by_label("Step through time")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#playground-result .answer-line .value")).to_have_text("60", timeout=20_000)
    expect(page.get_by_role("textbox", name="Cutoff")).to_have_value("2026-01-10T09:00:00Z")
    page.keyboard.press("Home")
    expect(page.locator("#playground-result .state-unknown")).to_be_visible(timeout=20_000)
    assert lead.faults == []


def test_it_works_without_javascript(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    plain = visit(java_script_enabled=False, storage_state=lead.context.storage_state())
    page = plain.open(f"{PAGE}?example=unknown")
    assert answer(page) == "not settled by the records"
    page.get_by_role("textbox", name="Cutoff").fill("2026-08-31")
    page.get_by_role("button", name="Evaluate").click()
    assert answer(page) == "2"
    page.goto(page.get_by_label("Link to exactly this").input_value())
    assert answer(page) == "2"
    page.get_by_text("Files", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as a file").click()
    page.get_by_role("textbox", name="Goal").fill("nothing")
    page.get_by_label("File of the playground").set_input_files(saved.value.path())
    page.get_by_role("button", name="Open the file").click()
    assert answer(page) == "2"
    assert plain.faults == []
