"""What holds on every page: no console error, no serious axe finding, no overflow at 360 px, both themes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.pages import PAGES, REFUSED
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

SERIOUS = ("serious", "critical")
PHONE = 360
#: The suite looks at each fifth page, ``make accept`` at every one.
AMONG = [
    pytest.param(slice(None, None, 5), id="some"),
    pytest.param(slice(None), id="all", marks=pytest.mark.whole),
]
#: In the dark nothing but colours differs.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


@pytest.mark.parametrize("pages", AMONG)
def test_pages_are_accessible_and_fit_a_phone(visit: Callable[..., Visitor], pages: slice) -> None:
    visitors: dict[str | None, Visitor] = {}
    found: list[str] = []
    for name, path, who in PAGES[pages]:
        if who not in visitors:
            visitors[who] = visit(who, color_scheme="light", viewport={"width": PHONE, "height": 800})
        visitor = visitors[who]
        page = visitor.open(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE:
            found.append(f"{name}: {wide} px wide at {PHONE} px")
        found += [f"{name}, light: {fault}" for fault in _serious(page)]
        page.emulate_media(color_scheme="dark")
        found += [f"{name}, dark: {fault}" for fault in _serious(page, COLOURS)]
        page.emulate_media(color_scheme="light")
        found += [f"{name}: console: {fault}" for fault in visitor.faults if name not in REFUSED]
        visitor.faults.clear()
    assert not found, "\n".join(found)


@pytest.mark.whole
def test_pages_in_german_are_accessible_and_fit_a_phone(visit: Callable[..., Visitor]) -> None:
    """Words are longer there."""
    visitors: dict[str | None, Visitor] = {}
    found: list[str] = []
    for name, path, who in PAGES:
        if who not in visitors:
            visitors[who] = visit(who, color_scheme="light", viewport={"width": PHONE, "height": 800})
            visitors[who].in_german()
        page = visitors[who].open(path)
        assert page.locator("html").get_attribute("lang") == "de", name
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE:
            found.append(f"{name}: {wide} px wide at {PHONE} px")
        found += [f"{name}: {fault}" for fault in _serious(page)]
    assert not found, "\n".join(found)


def _serious(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """What axe finds, as lines."""
    violations = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {one['help']} {[node['target'] for node in one['nodes'][:3]]}"
        for one in violations
        if one["impact"] in SERIOUS
    ]
