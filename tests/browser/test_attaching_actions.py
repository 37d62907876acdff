"""Actions attached to the records of one's own dialogues in a browser: by keys alone and with nothing lost,
then by plain forms; what both say becomes part of the history."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WAIT = 20_000
SLUG = "own-talk"
CODE = """
import json
from benchmark.floor.accounts.models import User
from django.utils import timezone
from scenarios.importers.dialogues.rows import Options
from scenarios.review.services import opening, own_suites
from scenarios.services import own_texts
from tests.factories import scenarios as make
said = ("Vera is off on the trip Grus. It goes to Port Corby.", "Good morning!", "Hi.", "Bye.", "Oh.")
rows = [dict(text=text, time=f"2026-03-0{{n}}T09:00:00Z", speaker="Vera") for n, text in enumerate(said, 1)]
suite = own_texts.bring_in(data=json.dumps(rows).encode(), name="talk.json", options=Options(), slug="{slug}",
    title="Own talk", by=None, program='''
func dest(trip) -> city
func stars(hotel) -> int
set trip(person ; trip)
''')
opening.set_policy(suite=suite, by=None, question_judges=2, check_every=0)
opening.open_items(suite=suite, by=None, now=timezone.now())
for name, role in (("annotator", "annotator"), ("annotator-2", "annotator"), ("lead", "lead")):
    make.member(User.objects.get(username=name), suite, role)
"""


@pytest.fixture(scope="module")
def desk(site: Site) -> str:
    """Five records, each for two people; where they are annotated."""
    site.manage("shell", "-c", CODE.format(slug=SLUG))
    return f"/review/{SLUG}/"


def title(page: Page, label: str) -> None:
    expect(page.locator("#review-title")).to_have_text(f"Annotation {label}", timeout=WAIT)


def state(page: Page, words: str) -> None:
    expect(page.locator("#review-state")).to_contain_text(words, timeout=WAIT)


def done(page: Page, n: int) -> None:
    expect(page.locator("[data-count=done]")).to_have_text(str(n), timeout=WAIT)


def serious(page: Page) -> list[str]:
    violations = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]}"
        for one in violations
        if one["impact"] in ("serious", "critical")
    ]


def about(page: Page, row: int, pred: str) -> None:
    """Choose with arrows what a row is about."""
    select = page.locator(f"[name='rows.{row}.pred']")
    select.focus()
    for _ in range(6):
        if select.input_value() == pred:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{pred} cannot be chosen by keys")


def type_in(page: Page, name: str, text: str) -> None:
    page.locator(f"[name='{name}']").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


def test_rows_are_filled_by_keys_and_nothing_is_lost(
    desk: str, site: Site, visit: Callable[..., Visitor]
) -> None:
    ann = visit("annotator", viewport={"width": 360, "height": 800})
    page = ann.open(desk)
    title(page, "m0001")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("Nothing was entered")

    # A row says what its gaps are, offers names of their type, and hides what its predicate does not have.
    page.keyboard.press("2")
    expect(page.locator("#says-text")).to_be_checked()
    about(page, 0, "trip")
    expect(page.locator("#says-rows")).to_be_checked()
    gaps = page.locator("[data-annotation-row]").first.locator("[data-annotation-gap]")
    expect(gaps.nth(0).locator("span")).to_have_text("1 person")
    expect(gaps.nth(1).locator("input")).to_have_attribute("aria-label", "Statement 1, argument 2, trip")
    expect(gaps.nth(2)).to_be_hidden()
    assert gaps.nth(1).locator("input").get_attribute("list") in ("annotation-names", "annotation-names-trip")
    shown = page.locator("[name='rows.0.op'] option:not([hidden])")
    ops = shown.evaluate_all("all => all.map(one => one.value)")
    assert {"", "member", "complete"} <= set(ops)
    assert "revise" not in ops

    # Keys do nothing while one types; what is typed is saved.
    type_in(page, "rows.0.a1", "vera 0z2?")
    expect(page.locator("#says-rows")).to_be_checked()
    type_in(page, "rows.0.a1", "vera")
    type_in(page, "rows.0.a2", "grus")
    about(page, 1, "stars")
    type_in(page, "rows.1.a1", "Grand")
    type_in(page, "rows.1.a2", "many")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[name='rows.1.a2']")).to_be_focused(timeout=WAIT)
    expect(page.locator("[name='rows.1.a2']")).to_have_attribute("aria-invalid", "true")
    assert serious(page) == []

    # A row more, which a reload keeps, and which is there again although the server never had it.
    add = page.get_by_role("button", name="Add a row")
    add.press("Enter")
    expect(page.locator("[name='rows.3.pred']")).to_be_focused()
    expect(page.get_by_label("Statement 4", exact=True)).to_be_visible()
    page.route("**/draft/", lambda route: route.abort())
    about(page, 3, "dest")
    type_in(page, "rows.3.a1", "grus")
    type_in(page, "rows.3.a2", "port corby")
    state(page, "Offline")
    page.unroute("**/draft/")
    page.reload()
    expect(page.locator("[data-notice=restored]")).to_be_visible()
    expect(page.locator("[name='rows.3.a2']")).to_have_value("port corby")
    gaps = page.locator("[data-annotation-row]").nth(3).locator("[data-annotation-gap] span")
    expect(gaps.nth(1)).to_have_text("2 city")
    expect(page.locator("[name='rows.0.a2']")).to_have_value("grus")
    state(page, "Saved")
    page.reload()
    expect(page.locator("[name='rows.3.a2']")).to_have_value("port corby")
    page.locator("[name='rows.1.pred']").select_option("")
    for name in ("rows.1.a1", "rows.1.a2"):
        page.locator(f"[name='{name}']").fill("")
    state(page, "Saved")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    title(page, "m0002")
    done(page, 1)

    # The session ends: sign in in place. Then the connection: what is said waits and is sent once.
    page.keyboard.press("0")
    ann.context.clear_cookies(name="sessionid")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Nothing is lost")
    page.get_by_label("Password").fill(site.passwords["annotator"])
    page.keyboard.press("Enter")
    title(page, "m0003")
    done(page, 2)
    page.wait_for_function("() => StemmaReview.ahead.some(item => item.label === 'm0004')")
    ann.context.set_offline(True)
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    title(page, "m0004")
    expect(page.locator("[data-notice=outbox]")).to_contain_text("1 submit waits", timeout=WAIT)
    ann.context.set_offline(False)
    done(page, 3)
    assert page.evaluate("StemmaReview.outbox.waiting().length") == 0

    # What was taken back stands in the form as it was said.
    for label, left in (("m0003", 2), ("m0002", 1), ("m0001", 0)):
        page.keyboard.press("z")
        title(page, label)
        done(page, left)
    expect(page.locator("[name='rows.0.a2']")).to_have_value("grus")
    for label in ("m0002", "m0003", "m0004"):
        page.wait_for_timeout(800)  # an Enter sooner than that is of the same keystroke
        page.keyboard.press("Enter")
        title(page, label)
    done(page, 3)
    known = ("401", "422", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    assert [fault for fault in ann.faults if not any(one in fault for one in known)] == []


def test_the_same_by_plain_forms_becomes_part_of_the_history(
    desk: str, site: Site, visit: Callable[..., Visitor]
) -> None:
    page = visit("annotator-2", java_script_enabled=False).open(desk)
    title(page, "m0001")
    page.locator("[name='rows.0.pred']").select_option("dest")
    page.locator("[name='rows.0.a1']").fill("Grus")
    page.locator("[name='rows.0.a2']").fill("Port Corby")
    page.locator("[name='rows.1.pred']").select_option("trip")
    page.locator("[name='rows.1.a1']").fill("Vera")
    page.locator("[name='rows.1.a2']").fill("Grus")
    page.get_by_role("button", name="Submit and next").click()
    title(page, "m0002")
    page.locator("#says-nothing").check()
    page.get_by_role("button", name="Submit and next").click()
    title(page, "m0003")

    lead = visit("lead")
    page = lead.open(f"/review/{SLUG}/items/")
    expect(page.locator("tbody tr").first).to_be_visible()
    find = f"from scenarios.models import Scenario; print(Scenario.objects.get(suite__slug='{SLUG}').slug)"
    scenario = site.manage("shell", "-c", find).strip().splitlines()[-1]
    for _ in range(60):  # a worker attaches what both said
        page = lead.open(f"/suites/{SLUG}/{scenario}/events/m0001/")
        if page.locator(".action").count():
            break
        page.wait_for_timeout(2000)
    expect(page.locator(".action")).to_have_count(2)
    expect(page.locator(".action").first).to_contain_text("Port Corby")
    assert serious(page) == []
