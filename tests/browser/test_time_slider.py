"""A history moved through in a browser: dragged, stepped by keys, jumped, shared, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

PAGE = "/suites/worked-example/figure3/time/"
WAIT = 20_000


def answer(page: Page) -> str:
    return page.locator("#time-part .answer-line .value").inner_text()


def at(page: Page, position: int) -> None:
    expect(page.locator(f"#time-part[data-position='{position}']")).to_be_visible(timeout=WAIT)


def test_the_slider_steps_by_records_and_the_address_follows(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(f"{PAGE}?query=q1")
    assert answer(page) == "2"
    page.evaluate("window.stayed = true")
    slider = page.get_by_label("Cutoff by record")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    at(page, 10)
    page.keyboard.press("ArrowLeft")
    at(page, 9)
    expect(page).to_have_url(re.compile(r"cutoff=2026-06-01T09%3A00%3A00Z"))
    assert answer(page) == "3"
    expect(page.get_by_role("textbox", name="Cutoff")).to_have_value("2026-06-01T09:00:00Z")
    assert "9 of 11 records" in str(slider.get_attribute("aria-valuetext"))
    expect(slider).to_be_focused()
    assert page.evaluate("window.stayed"), "the part changes in place"
    colleague = visit("lead")
    colleague.page.goto(page.url)
    assert answer(colleague.page) == "3"
    assert colleague.page.get_by_label("Cutoff by record").input_value() == "9"
    assert lead.faults == colleague.faults == []


def test_a_drag_asks_once_and_keeps_the_query(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(f"{PAGE}?query=q1")
    asked: list[str] = []
    page.on("request", lambda request: "position=" in request.url and asked.append(request.url))
    box = page.get_by_label("Cutoff by record").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 8, middle)
    page.mouse.down()
    for share in (0.9, 0.8, 0.7, 0.6, 0.5):
        page.mouse.move(box["x"] + box["width"] * share, middle)
    page.mouse.up()
    at(page, 6)
    assert len(asked) <= 2, "moves within a quarter of a second are one question"
    expect(page.locator("#time-part .state-unknown").first).to_be_visible()
    assert page.get_by_label("Cutoff by record").input_value() == "6"
    assert lead.faults == []


def test_keys_go_by_day_and_to_the_changes_of_the_query(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(f"{PAGE}?query=q1&cutoff=2026-08-31")
    page.get_by_label("Cutoff by record").focus()
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile(r"cutoff=2026-07-01T09%3A00%3A00Z"), timeout=WAIT)
    page.keyboard.press(",")
    expect(page).to_have_url(re.compile(r"cutoff=2026-06-30T09%3A00%3A00Z"), timeout=WAIT)
    expect(page.locator(".answer-line .value")).to_have_text("3")
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(r"cutoff=2026-07-01T09%3A00%3A00Z"), timeout=WAIT)
    page.keyboard.press("n")
    expect(page.get_by_text("No later record changes the answer of q1.")).to_be_visible(timeout=WAIT)
    page.locator("#step-back").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#step-back")).to_be_focused(timeout=WAIT)
    page.get_by_label("Entity").focus()
    page.keyboard.type("pno,.")
    assert page.get_by_label("Entity").input_value() == "pno,.", "no key acts while one types"
    page.go_back()
    expect(page.locator(".answer-line .value")).to_have_text("2", timeout=WAIT)
    assert lead.faults == []


def test_keys_pressed_faster_than_answers_come_all_count(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(f"{PAGE}?query=q1&cutoff=2026-08-31")
    page.route("**/time/?**", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.get_by_label("Cutoff by record").focus()
    for key in ("p", ",", "n", "n"):
        page.keyboard.press(key)
    expect(page.get_by_text("No later record changes the answer of q1.")).to_be_visible(timeout=WAIT)
    expect(page).to_have_url(re.compile(r"cutoff=2026-07-01T09%3A00%3A00Z"))
    assert lead.faults == []


def test_a_typed_date_a_filter_and_a_refusal(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(PAGE)
    page.get_by_role("textbox", name="Cutoff").fill("2026-05-31")
    page.get_by_role("button", name="Go there").click()
    at(page, 8)
    expect(page.locator(".completeness-open")).to_be_visible()
    page.get_by_label("Query").select_option("q1")
    expect(page.locator("#time-part .state-unknown").first).to_be_visible(timeout=WAIT)
    page.get_by_label("Entity").fill("Grus")
    page.keyboard.press("Enter")
    expect(page.locator("#time-part table.versions tbody tr")).to_have_count(2, timeout=WAIT)
    expect(page).to_have_url(re.compile(r"entity=Grus"))
    page.get_by_role("textbox", name="Cutoff").fill("soon")
    page.get_by_role("button", name="Go there").click()
    expect(page.get_by_text("'soon' is no cutoff")).to_be_visible(timeout=WAIT)
    page.get_by_role("textbox", name="Cutoff").fill("2026-06-30")
    page.get_by_role("button", name="Go there").click()
    expect(page.locator(".answer-line .value")).to_have_text("3", timeout=WAIT)
    assert lead.faults == []


def test_a_node_and_a_record_open_from_it(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(f"{PAGE}?query=q1&cutoff=2026-06-30")
    page.locator(".dag a", has_text="e7").click()
    expect(page.locator("#node-panel h2")).to_have_text("e7")
    page.get_by_role("link", name="Open the record").click()
    expect(page.get_by_role("heading", name="Record e7")).to_be_visible()
    expect(page.get_by_text("the first that is said of it; superseded by")).to_be_visible()
    page.get_by_role("link", name="What holds then").click()
    at(page, 7)
    assert lead.faults == []


def test_it_works_without_javascript(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    plain = visit(java_script_enabled=False, storage_state=lead.context.storage_state())
    page = plain.open(PAGE)
    page.get_by_label("Query").select_option("q1")
    page.locator("#time-filter button").click()
    assert answer(page) == "2"
    page.get_by_label("Cutoff by record").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.locator("#time-move button").click()
    assert answer(page) == "3"
    page.get_by_role("link", name="Next change").click()
    assert answer(page) == "2"
    page.get_by_role("link", name="A day back").click()
    assert answer(page) == "3"
    page.get_by_role("textbox", name="Cutoff").fill("2026-03-31")
    page.get_by_role("button", name="Go there").click()
    assert answer(page) == "not settled by the records"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_moved_page_is_accessible_and_fits_a_phone(visit: Callable[..., Visitor], theme: str) -> None:
    visitor = visit("lead", color_scheme=theme, viewport={"width": 360, "height": 800})
    page = visitor.open(f"{PAGE}?query=q1")
    page.locator("#step-previous").click()
    at(page, 10)
    page.locator("#step-back").click()
    at(page, 9)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = [
        (violation["id"], [node["target"] for node in violation["nodes"][:3]])
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert found == []
    small = page.evaluate(
        "[...document.querySelectorAll('#time-steps a, #time-range, #time-move button')]"
        ".filter(e => e.getBoundingClientRect().height < 24).length"
    )
    assert small == 0, "targets are at least 24 px high"
