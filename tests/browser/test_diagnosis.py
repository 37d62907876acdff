"""A lost answer followed in a browser: to the record that misled, and through its recovery by keys."""

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
PHONE = {"width": 360, "height": 800}
WRITE = "from tests.factories import diagnosed; print(diagnosed.worked_example().path)"


@pytest.fixture(scope="module")
def path(site: Site) -> str:
    """The page of the diagnosis of the worked example, written as rows."""
    return site.manage("shell", "-c", WRITE).strip().splitlines()[-1]


def run_of(path: str) -> str:
    return path.partition("/diagnosis/")[0] + "/diagnosis/"


def serious(page: Page) -> list[str]:
    """The serious findings of axe."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]}"
        for one in violations
        if one["impact"] in ("serious", "critical")
    ]


def test_from_a_failed_query_along_the_frontier_to_the_record_that_misled(
    visit: Callable[..., Visitor], path: str
) -> None:
    lead = visit("lead")
    page = lead.open(run_of(path))
    page.get_by_role("link", name="figure3 q1").click()
    expect(page.get_by_role("heading", name="Diagnosis of q1 by bm25")).to_be_visible(timeout=WAIT)
    page.evaluate("window.stayed = true")
    page.locator(".lost").get_by_role("link", name="dest(Grus)").click()
    panel = page.locator("#node-panel")
    expect(panel.get_by_role("heading", name="dest(Grus)")).to_be_focused(timeout=WAIT)
    expect(panel.get_by_text("What is dest(Grus) now?")).to_be_visible()
    expect(panel.get_by_text("misled: e7").first).to_be_visible()
    page.locator(".dag a", has_text="city_in(Corby)").click()
    expect(panel.get_by_role("heading", name="city_in(Corby)")).to_be_focused(timeout=WAIT)
    expect(page.locator(".dag .is-selected", has_text="city_in(Corby)")).to_have_count(1)
    assert page.evaluate("window.stayed"), "nodes open in place"
    page.locator(".dag .is-misleading a").click()
    expect(page.get_by_role("heading", name="Record e7")).to_be_visible(timeout=WAIT)
    expect(page.get_by_text("It goes to Halewick", exact=False).first).to_be_visible()
    assert lead.faults == []


def test_a_recovery_is_replayed_by_keys_and_by_its_buttons(visit: Callable[..., Visitor], path: str) -> None:
    lead = visit("lead")
    page = lead.open(path)
    page.evaluate("window.stayed = true")
    replay = page.get_by_role("group", name=re.compile("➊ Rebuilt"))
    said = replay.locator("[data-replay-status]")
    current = page.locator("tr[aria-current='step']")
    replay.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(said).to_have_text("Step 4 of 9: dest(Grus) = Halewick, the system's targeted answer, wrong")
    expect(current).to_have_id("self-4")
    expect(page.locator(".dag .is-replayed", has_text="dest(Grus)")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_id("self-3")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    expect(said).to_have_text("Step 9 of 9: n_outside(Vera) = unknown, combined from its inputs, wrong")
    expect(replay.get_by_text("Next")).to_have_attribute("aria-disabled", "true")
    other = page.get_by_role("group", name=re.compile("➋ Rebuilt"))
    other.get_by_text("Next").click()
    other.get_by_text("Next").click()
    expect(current).to_have_id("gold-2")
    expect(current).to_have_count(1)
    assert page.evaluate("window.stayed"), "steps are taken in place"
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    expect(current).to_have_id("gold-2")
    assert lead.faults == []


def test_it_works_without_javascript(visit: Callable[..., Visitor], path: str) -> None:
    lead = visit("lead")
    plain = visit(java_script_enabled=False, storage_state=lead.context.storage_state())
    page = plain.open(path)
    replay = page.get_by_role("group", name=re.compile("➊ Rebuilt"))
    for step in range(1, 5):
        replay.get_by_text("Next").click()
        page.wait_for_url(re.compile(f"step=self-{step}#replay-self$"))
    expect(page.locator("tr[aria-current='step']")).to_have_id("self-4")
    page.locator("#self-4").get_by_role("link", name="dest(Grus)").click()
    expect(page.locator("#node-panel").get_by_role("heading", name="dest(Grus)")).to_be_visible()
    expect(page.locator("tr[aria-current='step']")).to_have_id("self-4")
    page.locator(".dag a", has_text="country(Grus)").first.click()
    expect(page.locator("#node-panel").get_by_role("heading", name="country(Grus)")).to_be_visible()


def test_the_card_is_kept_as_one_file(visit: Callable[..., Visitor], path: str, tmp_path: object) -> None:
    lead = visit("lead")
    page = lead.open(path)
    page.get_by_role("link", name="Failure card").click()
    expect(page.get_by_role("heading", name="Failure card: figure3 q1 by bm25")).to_be_visible(timeout=WAIT)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as one file").click()
    file = f"{tmp_path}/card.html"
    download.value.save_as(file)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"file://{file}")
    expect(page.locator("svg .is-misleading")).to_have_count(1)
    assert asked == [f"file://{file}"]
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert serious(page) == []
    assert lead.faults == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_are_accessible_and_fit_a_phone(
    visit: Callable[..., Visitor], path: str, theme: str
) -> None:
    lead = visit("lead", color_scheme=theme, viewport=PHONE)
    card = f"/cards/{path.rstrip('/').rpartition('/')[2]}/"
    for address in (path, f"{path}?step=gold-3", run_of(path), card):
        page = lead.open(address)
        if address == path:
            page.locator(".lost").get_by_role("link", name="dest(Grus)").click()
            expect(page.locator("#node-panel details")).to_have_count(2, timeout=WAIT)
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
        assert serious(page) == [], address
    assert lead.faults == []
