"""A lead signs in, launches a run, watches it finish, opens a query and a node of its derivation."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

SCENARIO = "/suites/mini/mini-trip/"


def first_query(page: Page) -> str:
    return str(page.locator("#queries ~ .scroll-x tbody a").first.get_attribute("href"))


def test_a_lead_launches_a_run_and_watches_it_finish(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.page
    page.get_by_role("link", name="Launch a run").click()
    page.get_by_label("bm25").check()
    page.get_by_role("button", name="Estimate first").click()
    expect(page.get_by_text("Estimate.")).to_be_visible()
    page.get_by_role("button", name="Launch", exact=True).click()
    expect(page).to_have_url(re.compile(r"/runs/\d+/$"))
    expect(page.locator("#run-progress .state-done")).to_be_visible(timeout=60_000)
    expect(page.locator("#run-progress table")).to_contain_text("bm25")
    assert lead.faults == []


def test_a_lead_opens_a_query_and_a_node_of_its_derivation(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(SCENARIO)
    page.goto(lead.site.url + first_query(page))
    expect(page.get_by_role("heading", name="Gold")).to_be_visible()
    page.locator(".dag a").last.click()
    heading = page.locator("#node-panel h2")
    expect(heading).not_to_have_text("No node opened")
    expect(heading).to_be_focused()
    opened = heading.inner_text()
    page.evaluate("window.stayed = true")
    page.locator("#node-panel a[href*='node=']").first.click()
    expect(heading).not_to_have_text(opened)
    assert page.evaluate("window.stayed"), "the panel changes in place"
    assert page.locator(".dag .is-selected").count() == 1
    expect(page.get_by_role("heading", name="Answers of the systems")).to_be_visible()
    assert lead.faults == []


def test_a_node_opens_without_javascript(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    address = first_query(lead.open(SCENARIO))
    plain = visit(java_script_enabled=False, storage_state=lead.context.storage_state())
    page = plain.open(address)
    page.locator("#nodes summary").click()
    page.locator("#nodes a").first.click()
    expect(page.locator("#node-panel h2")).not_to_have_text("No node opened")


def test_an_annotator_sees_records_and_no_gold(visit: Callable[..., Visitor]) -> None:
    annotator = visit("annotator")
    page = annotator.open(SCENARIO)
    expect(page.locator("#timeline > li").first).to_be_visible()
    assert page.locator(".chip").count() == 0
    page.goto(annotator.site.url + first_query(page))
    expect(page.locator(".question")).to_be_visible()
    assert page.get_by_role("heading", name="Gold").count() == 0
    assert page.locator(".dag").count() == 0
    assert annotator.faults == []


def test_an_anonymous_visitor_is_asked_to_sign_in_and_comes_back(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/suites/mini/")
    expect(page).to_have_url(re.compile(r"/accounts/sign-in/\?next=/suites/mini/"))
    page.get_by_label("Name", exact=True).fill("lead")
    page.get_by_label("Password").fill(visitor.site.passwords["lead"])
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(visitor.site.url + "/suites/mini/")


def test_the_cutoff_of_a_timeline_moves_by_keys(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open(SCENARIO)
    assert page.locator("#timeline > li.is-after").count() == 0
    slider = page.get_by_label("Cutoff")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert page.locator("#timeline > li.is-after").count() == 3


def test_a_filter_narrows_the_timeline_and_says_so_when_nothing_matches(
    visit: Callable[..., Visitor],
) -> None:
    lead = visit("lead")
    page = lead.open(SCENARIO)
    every = page.locator("#timeline > li[data-position]").count()
    page.get_by_label("Kind").select_option("distractor")
    page.wait_for_function(
        "every => document.querySelectorAll('#timeline > li[data-position]').length < every", arg=every
    )
    page.get_by_label("Words in the record").fill("nothing has these words")
    expect(page.get_by_text("No record matches.")).to_be_visible()
    assert lead.faults == []
