"""The manual in a browser: a block is copied, words are found, and all of it is read without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_a_block_is_copied_and_words_lead_to_their_section(visit: Callable[..., Visitor]) -> None:
    stranger = visit(permissions=["clipboard-read", "clipboard-write"])
    page = stranger.open("/docs/quick_start/")
    button = page.get_by_role("button", name="Copy").first
    button.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "make run\n"
    page.get_by_label("Search the manual").fill("refresh preservation")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Read a diagnosis › Refresh and preservation").click()
    expect(page).to_have_url(f"{stranger.site.url}/docs/diagnosis/#refresh-and-preservation")
    assert stranger.faults == []


def test_without_javascript_the_manual_is_read_and_searched(visit: Callable[..., Visitor]) -> None:
    page = visit(java_script_enabled=False).open("/docs/")
    page.get_by_role("link", name="Concepts", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Concepts")
    assert page.get_by_role("button", name="Copy").count() == 0
    page.locator("summary", has_text="On this page").click()
    page.locator(".docs-contents").get_by_role("link", name="The cutoff").click()
    assert page.url.endswith("/docs/concepts/#the-cutoff")
