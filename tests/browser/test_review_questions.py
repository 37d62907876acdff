"""The life of a question in a browser: judged by two people by keys alone, disputed, decided, a node of it
called wrong; and again without JavaScript (spec 6.5)."""

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
CODE = """
from benchmark.floor.accounts.models import User
from scenarios.models import ReviewItem
from tests.factories import question_forms, reviews, scenarios as make
suite = question_forms.suite_of_questions(2, slug={slug!r})
reviews.open_review(suite, question_judges=2)
ReviewItem.objects.filter(suite=suite, kind="record").delete()
for name in ("annotator", "annotator-2", "adjudicator", "lead"):
    make.member(User.objects.get(username=name), suite, name.removesuffix("-2"))
"""
DESK = "/review/desk-questions/"


@pytest.fixture(scope="module")
def desk(site: Site) -> None:
    """Two questions, each for two people."""
    site.manage("shell", "-c", CODE.format(slug="desk-questions"))


@pytest.fixture
def plain_desk(site: Site) -> str:
    """The same, not yet begun; where it is judged."""
    site.manage("shell", "-c", CODE.format(slug="desk-of-plain-forms"))
    return "/review/desk-of-plain-forms/"


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def step(page: Page, label: str, number: int) -> None:
    expect(page.locator("#review-title")).to_have_text(f"Question {label}", timeout=WAIT)
    expect(page.locator(".review-head")).to_contain_text(f"step {number} of 3", timeout=WAIT)


def pick(page: Page, name: str, value: str) -> None:
    """Press the key that the form names for an answer."""
    choice = page.locator(f'[name="{name}"][value="{value}"]')
    page.keyboard.press(choice.get_attribute("data-key") or "")
    expect(choice).to_be_checked()


def answer(page: Page, label: str, trip: str) -> None:
    """From the first step to the reveal, by keys alone."""
    step(page, label, 1)
    pick(page, "refers_to", trip)
    pick(page, "asks", "T1")
    page.keyboard.press("Enter")
    step(page, label, 2)
    expect(page.locator(".rq-record")).to_have_count(1)
    assert "svg" not in page.locator("#review-form").inner_html()
    page.keyboard.press("1")
    expect(page.locator("#answer-value")).to_be_focused()
    page.keyboard.type("corby")
    page.keyboard.press("Enter")
    step(page, label, 3)
    expect(page.locator("#review-form")).to_contain_text("as gold has it")


def test_a_question_is_judged_disputed_and_decided_by_keys_alone(
    desk: None, visit: Callable[..., Visitor]
) -> None:
    ann = visit("annotator")
    page = ann.open(DESK)
    step(page, "q001", 1)
    assert serious(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("What does it ask?")
    ann.faults.clear()  # the browser logs the 422
    answer(page, "q001", "Grus")
    assert serious(page) == []
    pick(page, "unambiguous", "yes")
    pick(page, "gold_right", "no")
    call_wrong(page)
    expect(page.locator('[name="gold_right"][value="no"]')).to_be_checked()
    page.locator("#review-title").focus()
    page.keyboard.press("Enter")
    step(page, "q002", 1)
    assert ann.faults == []

    ben = visit("annotator-2", viewport={"width": 360, "height": 800})
    page = ben.open(DESK)
    answer(page, "q001", "Grus")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.get_by_text("called wrong")).to_have_count(0)
    pick(page, "unambiguous", "yes")
    pick(page, "gold_right", "yes")
    page.keyboard.press("Enter")
    step(page, "q002", 1)
    assert ben.faults == []

    ada = visit("adjudicator")
    page = ada.open(f"{DESK}disputes/")
    expect(page.get_by_role("link", name=re.compile("q001"))).to_have_count(2)  # the question and its node
    page.get_by_role("link", name=re.compile("q001")).first.press("Enter")
    expect(page.locator("#dispute-title")).to_contain_text("q001", timeout=WAIT)
    assert serious(page) == []
    fields = page.locator("[data-lead-group]")
    for number in range(1, fields.count() + 1):
        page.keyboard.press(str(number))
    page.keyboard.press("r")
    page.keyboard.type("As e0001 says.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("is decided: verified.")).to_be_visible(timeout=WAIT)
    expect(page.locator("#dispute-title")).to_contain_text("dest(Grus)", timeout=WAIT)
    expect(page.get_by_text("No, to Lunmar.")).to_be_visible()
    assert serious(page) == []
    page.keyboard.press("1")
    page.keyboard.press("r")
    page.keyboard.type("It goes to Corby.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("is decided: verified.")).to_be_visible(timeout=WAIT)
    assert ada.faults == []


def call_wrong(page: Page) -> None:
    """Call the target wrong where it is listed, by keys; nothing else of the form moves."""
    page.locator(".rq-nodes-list > summary").press("Enter")
    page.locator("[data-complaint] summary").first.press("Enter")
    page.locator("[data-complaint] textarea").first.focus()
    page.keyboard.type("No, to Lunmar.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-complaint]").first).to_contain_text("called wrong", timeout=WAIT)
    expect(page.locator("[data-complaint] [role=status]").first).to_be_focused()


def test_a_question_is_judged_without_javascript(plain_desk: str, visit: Callable[..., Visitor]) -> None:
    page = visit("annotator", java_script_enabled=False).open(plain_desk)
    step(page, "q001", 1)
    page.get_by_label("Grus").check()
    page.get_by_label("The value that holds at the cutoff").check()
    page.get_by_role("button", name="Go on").last.click()
    step(page, "q001", 2)
    page.get_by_label("It cannot be told").check()
    page.get_by_role("button", name="Go on").last.click()
    expect(page.locator("#error-missing")).to_contain_text("Say what is missing.")
    page.get_by_label("A value").check()
    page.get_by_role("button", name="Go on").last.click()
    step(page, "q001", 3)
    expect(page.locator("#review-form")).to_contain_text("not what gold says")
    page.locator('[name="gold_right"][value="yes"]').check()
    page.locator(".rq-nodes-list > summary").click()
    page.locator("[data-complaint] summary").first.click()
    page.locator("[data-complaint] textarea").first.fill("It is not said.")
    page.get_by_role("button", name="Report it").first.click()
    expect(page.locator("[data-complaint]").first).to_contain_text("called wrong", timeout=WAIT)
    expect(page.locator('[name="gold_right"][value="yes"]')).to_be_checked()
    page.locator('[name="unambiguous"][value="yes"]').check()
    page.get_by_role("button", name="Submit and next").click()
    step(page, "q002", 1)


def test_a_node_is_called_wrong_from_the_page_of_its_query(desk: None, visit: Callable[..., Visitor]) -> None:
    lead = visit("lead")
    page = lead.open("/suites/desk-questions/desk-questions-one/queries/q002/")
    page.locator("#nodes summary").press("Enter")
    page.locator("#nodes tbody a").first.press("Enter")
    expect(page.locator("#node-panel h2")).to_be_focused(timeout=WAIT)
    page.locator("details.complain summary").press("Enter")
    page.get_by_label("What is wrong with it?").fill("It goes to Halewick.")
    assert serious(page) == []
    page.get_by_role("button", name="Report it").press("Enter")
    expect(page.locator("#node-panel")).to_contain_text("It goes to Halewick.", timeout=WAIT)
    expect(page.locator("#node-panel")).to_contain_text("waits for a decision")
    assert lead.faults == []
