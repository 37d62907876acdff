"""A lead sees what a late record would change, copies the released suite, and adds the record there once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

EDIT = "/suites/worked-example/figure3/edit/"


def fill(page: Page) -> None:
    page.get_by_label("Id", exact=True).fill("e12")
    page.get_by_label("Observed at").fill("2026-08-02T09:00:00Z")
    page.get_by_label("Record", exact=True).fill("Grus goes to Halewick after all.")
    page.get_by_label("Actions").fill("revise dest(Grus, Halewick)")


@pytest.mark.parametrize(("scripts", "copy"), [(True, "with-scripts"), (False, "without-scripts")])
def test_a_late_record_is_previewed_and_added_to_a_copy(
    visit: Callable[..., Visitor], scripts: bool, copy: str
) -> None:
    visitor = visit("lead", java_script_enabled=scripts)
    page = visitor.open("/suites/worked-example/figure3/")
    page.get_by_role("link", name="Add a record").click()
    fill(page)
    page.get_by_role("button", name="See what it changes").click()
    row = page.get_by_role("row", name="q1")
    assert "answer, derivation, witnesses" in row.inner_text()
    assert "reads dest(Grus)" in row.inner_text()
    assert page.get_by_role("button", name="Add the record").count() == 0
    page.get_by_label("Name of the copy").fill(copy)
    page.get_by_role("button", name="Copy to a draft").click()
    page.goto(page.url + "figure3/edit/")
    fill(page)
    page.get_by_role("button", name="See what it changes").click()
    page.get_by_role("button", name="Add the record").click()
    assert "e12 is added. The gold of 1 of 1 queries changed." in page.inner_text("main")
    page.go_back()
    page.get_by_role("button", name="Add the record").click()
    assert "not stored twice" in page.inner_text("main")
    assert not visitor.faults


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.whole
def test_the_preview_and_a_refusal_are_accessible_and_fit_a_phone(
    visit: Callable[..., Visitor], theme: str
) -> None:
    visitor = visit("lead", color_scheme=theme, viewport={"width": 360, "height": 800})
    page = visitor.open(EDIT)
    fill(page)
    for actions in ("revise dest(Grus, Halewick)", "dest(Grus"):
        page.get_by_label("Actions").fill(actions)
        page.get_by_role("button", name="See what it changes").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        found = [
            violation["id"]
            for violation in Axe().run(page).response["violations"]
            if violation["impact"] in ("serious", "critical")
        ]
        assert found == []
