"""Judging in a browser: by keys alone, without JavaScript, and with nothing lost whatever happens (ux.md)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.desks import TRICKY, open_desks
from tests.browser.site import Site
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WAIT = 20_000
SERIOUS = ("serious", "critical")
DESKS = (("desk-keys", 8, 0), ("desk-safe", 12, 0), ("desk-plain", 5, 0), ("desk-words", 2, 100))
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"


@pytest.fixture(scope="module")
def desks(site: Site) -> None:
    open_desks(site, *DESKS)


def title(page: Page, label: str) -> None:
    expect(page.locator("#review-title")).to_have_text(f"Record {label}", timeout=WAIT)


def state(page: Page, words: str) -> None:
    expect(page.locator("#review-state")).to_contain_text(words, timeout=WAIT)


def done(page: Page, n: int) -> None:
    expect(page.locator("[data-count=done]")).to_have_text(str(n), timeout=WAIT)


def ready(page: Page, label: str) -> None:
    """The next item is at hand already."""
    page.wait_for_function("label => StemmaReview.ahead.some(item => item.label === label)", arg=label)


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


def select(page: Page, word: str) -> None:
    """Select a word of the record, as a mouse does: the field loses the focus."""
    page.evaluate(
        """word => {
          const node = document.querySelector('#record-text').firstChild, range = document.createRange();
          const at = node.data.indexOf(word);
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          document.activeElement.blur();
          getSelection().removeAllRanges();
          getSelection().addRange(range);
        }""",
        word,
    )


def judge(page: Page, key: str = "1") -> None:
    page.keyboard.press(key)
    page.keyboard.press("Enter")


def test_records_are_judged_by_keys_alone(desks: None, visit: Callable[..., Visitor]) -> None:
    ann = visit("annotator", viewport={"width": 360, "height": 800})
    page = ann.open("/review/")
    page.get_by_role("link", name=re.compile("on desk-keys$")).first.focus()
    page.keyboard.press("Enter")
    title(page, "e0001")
    expect(page.locator("#review-title")).to_be_focused()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("Not submitted yet")
    expect(page.locator("#pick-1")).to_be_focused()
    assert page.locator("#pick-1").get_attribute("aria-invalid") == "true"
    assert faults(page) == []
    page.keyboard.press("ArrowDown")
    expect(page.locator("#pick-2")).to_be_checked()
    page.keyboard.press("Numpad3")
    expect(page.locator("#pick-3")).to_be_checked()
    page.keyboard.press("m")
    expect(page.locator("#fault-states_more")).to_be_checked()
    page.keyboard.press("m")
    state(page, "Saved")
    ready(page, "e0002")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # of the same keystroke: the next record is not submitted by it
    title(page, "e0002")
    expect(page.locator("#review-title")).to_be_focused()
    done(page, 1)
    expect(page).to_have_url(re.compile(r"/slots/\d+/$"))
    judge(page, "1")
    title(page, "e0003")
    done(page, 2)
    for label, left in (("e0002", 1), ("e0001", 0)):
        page.keyboard.press("z")
        title(page, label)
        done(page, left)
    expect(page.locator("#pick-3")).to_be_checked()
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    title(page, "e0002")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("take back the last submit")
    expect(page.get_by_role("dialog")).to_contain_text("none of them")
    assert faults(page) == []
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    expect(page.locator("#pick-1")).to_be_checked()
    page.keyboard.press("f")
    page.keyboard.type("123 szf? look")  # keys do nothing while one types
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    state(page, "e0002 is flagged")
    page.keyboard.press("s")
    page.keyboard.type("unclear")
    page.keyboard.press("Enter")
    title(page, "e0003")
    page.get_by_role("button", name="Keys on").press("Enter")
    page.locator("#review-title").focus()
    page.keyboard.press("2")
    expect(page.locator("#pick-2")).not_to_be_checked()
    page.get_by_role("button", name="Keys off").press("Enter")
    page.locator("#review-title").focus()
    page.keyboard.press("2")
    expect(page.locator("#pick-2")).to_be_checked()
    page.get_by_role("button", name="Larger text").press("Enter")
    assert page.evaluate("getComputedStyle(document.querySelector('.record-text')).fontSize") == "20.25px"
    small = page.evaluate(
        "[...document.querySelectorAll('#review button, #review a, #review input, #review summary')]"
        ".filter(e => e.offsetParent && !e.matches('.visually-hidden') && e.type !== 'hidden')"
        ".filter(e => e.getBoundingClientRect().height < 24).map(e => e.outerHTML.slice(0, 80))"
    )
    assert small == []
    ann.faults = [fault for fault in ann.faults if "422" not in fault]
    assert ann.faults == []


def test_nothing_is_lost(desks: None, site: Site, visit: Callable[..., Visitor]) -> None:
    ann = visit("annotator-2")
    page = ann.open("/review/desk-safe/")
    title(page, "e0001")

    # The session ends: sign in in place, then the submit is sent.
    ann.context.clear_cookies(name="sessionid")
    judge(page)
    expect(page.get_by_role("dialog")).to_contain_text("Nothing is lost")
    assert faults(page) == []
    page.keyboard.type("not the password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("not the password of annotator-2", timeout=WAIT)
    page.get_by_label("Password").fill(site.passwords["annotator-2"])
    page.keyboard.press("Enter")
    title(page, "e0002")
    done(page, 1)

    # Another tab has the same item; what it saves in between is shown beside what stands here.
    other = ann.context.new_page()
    other.goto(page.url)
    other.keyboard.press("2")
    state(other, "Saved")
    page.keyboard.press("3")
    expect(page.locator("[data-stale]")).to_contain_text("Saved otherwise in the meantime", timeout=WAIT)
    assert faults(page) == []
    page.get_by_role("button", name="Keep what is on this page").click()
    state(page, "Saved")
    page.keyboard.press("Enter")
    title(page, "e0003")
    judge(other)
    expect(other.locator("[data-notice=lost]")).to_contain_text("submitted this item already", timeout=WAIT)
    other.close()
    done(page, 2)

    # Back shows what was said, forward the form with its entries.
    page.keyboard.press("2")
    state(page, "Saved")
    page.go_back()
    title(page, "e0002")
    expect(page.locator("[data-said]")).to_be_visible()
    expect(page.locator("#pick-3")).to_be_checked()
    page.go_forward()
    title(page, "e0003")
    expect(page.locator("#pick-2")).to_be_checked()

    # A double click is one verdict.
    ready(page, "e0004")
    page.get_by_role("button", name="Submit and next").dblclick()
    title(page, "e0004")
    done(page, 3)

    # The connection is cut: submits wait, survive a reload, and are sent once and in order.
    ready(page, "e0005")
    ann.context.set_offline(True)
    judge(page)
    title(page, "e0005")
    judge(page)
    expect(page.locator("[data-notice=outbox]")).to_contain_text("2 submits wait", timeout=WAIT)
    assert faults(page) == []
    waiting = page.evaluate("StemmaReview.outbox.waiting().map(entry => entry.label)")
    assert waiting == ["e0004", "e0005"]
    ann.context.set_offline(False)
    page.goto("about:blank")
    page = ann.open("/review/desk-safe/")
    expect(page.locator("[data-notice=outbox]")).to_have_count(0, timeout=WAIT)
    page.wait_for_function("() => !StemmaReview.outbox.waiting().length")
    page.goto(f"{site.url}/review/desk-safe/")
    title(page, "e0006")
    done(page, 5)

    # Text that could not be saved is in the form again.
    page.route("**/draft/", lambda route: route.abort())
    page.keyboard.press("2")
    state(page, "Offline")
    page.unroute("**/draft/")
    page.reload()
    expect(page.locator("[data-notice=restored]")).to_be_visible()
    expect(page.locator("#pick-2")).to_be_checked()
    state(page, "Saved")

    # Refused while the next one is begun: that one is not swapped away.
    ready(page, "e0007")
    page.route(
        "**/submit/",
        lambda route: route.fulfill(status=422, json={"fields": {"pick": ["No."]}, "detail": "No."}),
    )
    page.keyboard.press("Enter")
    title(page, "e0006")
    expect(page.locator("[data-fault=pick]")).to_have_text("No.")
    page.unroute("**/submit/")
    page.keyboard.press("Enter")
    title(page, "e0007")
    done(page, 6)
    said = page.context.new_page()
    said.goto(f"{site.url}/review/desk-safe/mine/")
    expect(said.locator(".mine > li")).to_have_count(6)
    assert faults(said) == []


def test_words_of_the_record_are_taken_into_the_form(desks: None, visit: Callable[..., Visitor]) -> None:
    ann = visit("annotator")
    page = ann.open("/review/desk-words/")
    for label in ("e0002", "e0003"):  # the last record is the one with all the letters
        page.keyboard.press("s")
        page.keyboard.press("Enter")
        title(page, label)
    box = page.locator(".record-box")
    assert box.evaluate("box => box.scrollHeight > box.clientHeight"), "a long record scrolls in its box"
    page.locator("[data-entry-what]").first.select_option(index=1)
    page.locator("[name='row.0.1']").focus()
    select(page, "Corby")
    page.keyboard.press("t")
    expect(page.locator("[name='row.0.1']")).to_have_value("Corby")
    state(page, "Saved")
    box.focus()
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("getSelection().toString()").strip()
    page.keyboard.press("0")  # it states nothing; the next step asks whether it says too much
    page.locator("[data-entry-what]").first.select_option(index=0)
    page.locator("[name='row.0.1']").evaluate("input => { input.value = '' }")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator(".review-head")).to_contain_text("step 2 of 2", timeout=WAIT)
    assert faults(page) == []
    page.locator("#fault-states_more").check()
    page.get_by_text("Where, and why").first.click()
    page.locator("#span-states_more").focus()
    select(page, "Corby")
    page.keyboard.press("t")
    start = TRICKY.index("Corby")  # code points, not the units of the script
    expect(page.locator("#span-states_more")).to_have_value(f"{start}-{start + 5}")
    assert ann.faults == []


def test_it_works_without_javascript(desks: None, visit: Callable[..., Visitor]) -> None:
    signed = visit("annotator-2")
    plain = visit(java_script_enabled=False, storage_state=signed.context.storage_state())
    page = plain.open("/review/desk-plain/")
    title(page, "e0001")
    page.get_by_role("button", name="Submit and next").click()
    expect(page.locator("[data-refused]")).to_contain_text("Not submitted yet")
    page.locator("#pick-1").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    title(page, "e0002")
    page.get_by_role("button", name="Undo").click()
    title(page, "e0001")
    expect(page.locator("#pick-1")).to_be_checked()
    page.get_by_role("button", name="Submit and next").click()
    title(page, "e0002")
    page.get_by_text("Flag it for a lead").click()
    page.get_by_label("What should a lead look at?").fill("Two dates")
    page.get_by_role("button", name="Flag", exact=True).click()
    expect(page.get_by_text("e0002 is flagged for a lead.")).to_be_visible()
    page.get_by_text("Skip it").click()
    page.get_by_role("button", name="Skip and next").click()
    title(page, "e0003")
    plain.context.clear_cookies(name="sessionid")
    page.locator("#pick-2").check()
    page.get_by_role("button", name="Submit and next").click()
    page.get_by_label("Name", exact=True).fill("annotator-2")
    page.get_by_label("Password").fill(plain.site.passwords["annotator-2"])
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Your session had ended")).to_be_visible()
    expect(page.locator("#pick-2")).to_be_checked()
    page.get_by_role("button", name="Submit and next").click()
    title(page, "e0004")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused: others may take what you held.")).to_be_visible()
