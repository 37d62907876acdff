"""Hooks in a browser: by plain forms without scripts, to a receiver that a real worker posts to."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor
from tests.factories.hook_receiver import Receiver, receiving

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 800}


def came(receiver: Receiver, count: int) -> None:
    deadline = time.monotonic() + 120
    while len(receiver.came) < count:
        assert time.monotonic() < deadline, f"{len(receiver.came)} of {count} messages came"
        time.sleep(0.1)


def faults(page: Page) -> list[str]:
    wide = page.evaluate("document.documentElement.scrollWidth")
    found = Axe().run(page).response["violations"]
    serious = [str(one["id"]) for one in found if one["impact"] in ("serious", "critical")]
    return serious + ([f"{wide} px wide"] if wide > PHONE["width"] else [])


def test_without_scripts_a_hook_is_added_tested_and_its_dead_letter_sent_again(
    visit: Callable[..., Visitor],
) -> None:
    lead = visit("lead", java_script_enabled=False)
    with receiving() as receiver:
        page = lead.open("/accounts/")
        page.get_by_role("link", name="Hooks").click()
        page.get_by_label("Address").fill("http://10.0.0.1/")
        page.get_by_label("release.published").check()
        page.get_by_role("button", name="Add hook").click()
        expect(page.get_by_text("STEMMA_PUSH_ALLOW")).to_be_visible()
        page.get_by_label("Address").fill(receiver.url)
        page.get_by_role("button", name="Add hook").click()
        secret = page.get_by_text(re.compile("^whsec_")).inner_text()
        receiver.answers(410)
        page.get_by_role("button", name="Send a test").click()
        came(receiver, 1)
        assert receiver.came[0].signed_by(secret)
        while not page.get_by_text("The receiver answered 410 Gone.").count():
            page.reload()
        page.get_by_label("Switched on").check()
        page.get_by_role("button", name="Save").click()
        page.get_by_label("State").select_option("dead")
        page.get_by_role("button", name="Filter").click()
        page.get_by_role("button", name=re.compile("^Send again")).click()
        came(receiver, 2)
        assert receiver.came[0].id == receiver.came[1].id


def test_the_list_of_a_hook_is_renewed_by_itself_and_fits_a_phone(visit: Callable[..., Visitor]) -> None:
    lead = visit("lead", viewport=PHONE)
    with receiving() as receiver:
        page = lead.open("/hooks/")
        page.get_by_label("Address").fill(receiver.url)
        page.get_by_label("run.finished").check()
        page.get_by_role("button", name="Add hook").click()
        page.get_by_role("button", name="Send a test").click()
        expect(page.get_by_role("cell", name="delivered")).to_be_visible(timeout=60_000)
        assert faults(page) == []
        lead.open("/hooks/")
        assert faults(page) == []
        page.get_by_role("link", name=re.compile("127.0.0.1")).first.click()
        page.get_by_role("button", name="New secret").click()
        expect(page.get_by_text("signs along until")).to_be_visible()
        page.get_by_role("button", name=re.compile("^Delete hook")).click()
        expect(page.get_by_role("status").filter(has_text="is deleted")).to_be_visible()
    assert lead.faults == []
