"""A question judged in a browser, from its words to its gold: by keys alone, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desks import JUDGES, open_questions
from tests.browser.site import Site
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WAIT = 20_000
DESK = "/review/mini/"


@pytest.fixture(scope="module")
def judges(site: Site) -> tuple[str, str]:
    """Two people who are handed nothing but the questions of the mini suite."""
    open_questions(site)
    return JUDGES


def step(page: Page, n: int) -> None:
    expect(page.locator(".review-head")).to_contain_text(re.compile(f"step {n} of"), timeout=WAIT)


def steps(page: Page) -> int:
    found = re.search(r"of (\d+)", page.locator(".review-head").inner_text())
    assert found
    return int(found[1])


def test_a_question_is_judged_by_keys_alone(judges: tuple[str, str], visit: Callable[..., Visitor]) -> None:
    ann = visit(judges[0])
    page = ann.open(DESK)
    first = page.locator("#review-title").inner_text()
    assert first.startswith("Question ")
    assert page.get_by_text("What gold says").count() == 0
    last = steps(page)
    for n in range(1, last):
        step(page, n)
        for key in (
            "0",
            "1",
            "3",
            "5",
        ):  # no name fits, the first sort, it cannot be told, a value is missing
            if page.locator(f"#review-form [data-key='{key}']:not([type=text]):not(textarea)").count():
                page.keyboard.press(key)
        page.keyboard.press("Enter")
    step(page, last)
    expect(page.get_by_role("heading", name="What gold says")).to_be_visible()
    expect(page.get_by_text("You said")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("Not submitted yet")
    page.locator("#review-title").focus()
    for key in ("1", "4", "5"):
        if page.locator(f"#review-form [data-key='{key}']").count():
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("#review-title")).not_to_have_text(first, timeout=WAIT)
    expect(page.locator("[data-count=done]")).to_have_text("1", timeout=WAIT)
    page.keyboard.press("z")
    expect(page.locator("#review-title")).to_have_text(first, timeout=WAIT)
    step(page, last)
    page.keyboard.press("Enter")
    expect(page.locator("[data-count=done]")).to_have_text("1", timeout=WAIT)
    assert [fault for fault in ann.faults if "422" not in fault] == []


def test_a_question_is_judged_without_javascript(
    judges: tuple[str, str], visit: Callable[..., Visitor]
) -> None:
    signed = visit(judges[1])
    plain = visit(java_script_enabled=False, storage_state=signed.context.storage_state())
    page = plain.open(DESK)
    first = page.locator("#review-title").inner_text()
    last = steps(page)
    for n in range(1, last):
        step(page, n)
        for name in ("#refers-none", "[name=asks]", "#answer-open", "#missing-value"):
            if page.locator(name).count():
                page.locator(name).first.check()
        page.get_by_role("button", name="Go on").click()
    step(page, last)
    for name in ("#unambiguous-yes", "#gold_right-yes", "#bait_only-yes"):
        if page.locator(name).count():
            page.locator(name).check()
    page.get_by_role("button", name="Submit and next").click()
    expect(page.locator("#review-title")).not_to_have_text(first)
    page.get_by_role("link", name="What I said").click()
    expect(page.locator(".mine > li")).to_have_count(1)
    page.get_by_role("link", name=first).click()
    expect(page.get_by_text("Below is what you said.")).to_be_visible()
