"""The story of one record in German: judged, looked up, taken back and judged anew, by keys (ADR 36)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.desks import open_desks
from tests.browser.site import Site
from tests.browser.visitor import Visitor
from tests.integration.web.test_languages import english_words
from tests.unit.walls import page_words

pytestmark = pytest.mark.browser

WAIT = 20_000
DESK = "desk-german"


@pytest.fixture(scope="module")
def desk(site: Site) -> None:
    open_desks(site, (DESK, 2, 0), (f"{DESK}-blind", 1, 100))


def title(page: Page, label: str) -> None:
    expect(page.locator("#review-title")).to_have_text(f"Aufzeichnung {label}", timeout=WAIT)


def state(page: Page, words: str) -> None:
    expect(page.locator("#review-state")).to_contain_text(words, timeout=WAIT)


def left(page: Page) -> list[str]:
    """What is said in English on the page, and what axe finds serious."""
    english = english_words()
    found = Axe().run(page).response["violations"]
    return [
        *(said for said in page_words.said(page.content()) if said in english),
        *(one["id"] for one in found if one["impact"] in ("serious", "critical")),
    ]


def test_a_record_is_judged_in_german_by_keys_alone(desk: None, visit: Callable[..., Visitor]) -> None:
    ann = visit("annotator", viewport={"width": 360, "height": 800})
    ann.in_german()
    page = ann.open("/review/")
    assert left(page) == []
    page.locator(f"a[href$='/review/{DESK}/']").first.focus()
    page.keyboard.press("Enter")
    title(page, "e0001")
    expect(page.locator("#record-text")).to_have_attribute("lang", "en")
    expect(page).to_have_title(f"e0001 · Begutachtung von {DESK} · Stemma")
    assert left(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("Noch nicht abgegeben")
    expect(page.locator("[data-refused]")).to_contain_text("Die Liste wählen")
    assert left(page) == []
    page.keyboard.press("1")
    state(page, "Gespeichert")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("keine davon")
    expect(page.get_by_role("dialog")).to_contain_text("Liste 1")
    assert left(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Tasten an").press("Enter")
    expect(page.locator("#review-said")).to_have_text("Tasten sind aus.")
    page.get_by_role("button", name="Tasten aus").press("Enter")
    page.locator("#review-title").focus()

    page.wait_for_function("() => StemmaReview.ahead.length")
    page.keyboard.press("Enter")
    title(page, "e0002")
    state(page, "e0001 ist abgegeben")
    page.keyboard.press("z")
    title(page, "e0001")
    state(page, "ist zurückgenommen")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    title(page, "e0002")
    page.keyboard.press("f")
    page.keyboard.type("Zwei Daten")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    state(page, "e0002 ist für eine Leitung markiert")

    ann.context.set_offline(True)
    page.keyboard.press("1")
    state(page, "Offline: Eingaben bleiben in diesem Browser")
    page.keyboard.press("Enter")
    expect(page.locator("[data-notice=outbox]")).to_contain_text("wartet in diesem Browser", timeout=WAIT)
    assert [said for said in page_words.said(page.content()) if said in english_words()] == []
    ann.context.set_offline(False)
    page.wait_for_function("() => !StemmaReview.outbox.waiting().length")

    page = ann.open(f"/review/{DESK}/mine/")
    expect(page.locator(".mine > li")).to_have_count(2)
    expect(page.locator(".mine")).to_contain_text("geklärt")
    assert left(page) == []


@pytest.mark.whole
def test_a_record_is_entered_blind_in_german(desk: None, visit: Callable[..., Visitor]) -> None:
    ann = visit("annotator-2")
    ann.in_german()
    page = ann.open(f"/review/{DESK}-blind/")
    title(page, "e0001")
    assert left(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("Eingeben, was die Aufzeichnung aussagt")
    page.keyboard.press("Escape")  # out of the field that the fault is in
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(page.locator(".review-head")).to_contain_text("Schritt 2 von 2", timeout=WAIT)
    expect(page.locator("#findable")).to_have_text(
        "Findet, wer sorgfältig liest, in der Aufzeichnung jede Aktion, und nichts sonst?"
    )
    assert left(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("Das Eingegebene weicht ab")
    assert ann.faults == [] or all("422" in fault for fault in ann.faults)
