"""What holds on every page: no console error, no serious axe finding, no overflow at 360 px, both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.pages import PAGES, REFUSED
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

SERIOUS = ("serious", "critical")
PHONE = 360


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_are_accessible_and_fit_a_phone(theme: str, visit: Callable[..., Visitor]) -> None:
    visitors: dict[str | None, Visitor] = {}
    found: list[str] = []
    for name, path, who in PAGES:
        if who not in visitors:
            visitors[who] = visit(who, color_scheme=theme, viewport={"width": PHONE, "height": 800})
        visitor = visitors[who]
        page = visitor.open(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE:
            found.append(f"{name}: {wide} px wide at {PHONE} px")
        for violation in Axe().run(page).response["violations"]:
            if violation["impact"] in SERIOUS:
                targets = [node["target"] for node in violation["nodes"][:3]]
                found.append(f"{name}: {violation['id']}: {violation['help']} {targets}")
        found += [f"{name}: console: {fault}" for fault in visitor.faults if name not in REFUSED]
        visitor.faults.clear()
    assert not found, "\n".join(found)
