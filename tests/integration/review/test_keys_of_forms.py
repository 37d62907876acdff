"""The keys of every form: none twice, none of the page's own, each at something to pick (ux pain 12)."""

from __future__ import annotations

import re
from collections import Counter

from django.conf import settings
from django.utils import timezone

from scenarios.models import Suite
from scenarios.review.selectors.working import work_of
from scenarios.review.services import claiming, drafting
from tests.factories import reviews, web_world
from tests.factories.judging import Desk

KEY = re.compile(r"<(\w+)[^>]*\sdata-key=\"([^\"]*)\"")
OF_THE_PAGE = re.compile(r"^    (\w|\"\?\"): \(\) =>", re.M)


def reserved() -> set[str]:
    """The keys that the page takes for itself, as its script has them."""
    script = (settings.BASE_DIR / "static/js/review-keys.js").read_text()
    return {key.strip('"') for key in OF_THE_PAGE.findall(script)}


def test_the_script_has_the_keys_that_people_are_told() -> None:
    assert reserved() == set("sfztg?")


def faults_of(page: str) -> list[str]:
    """What is wrong with the keys of a form."""
    keys = KEY.findall(page)
    counted = Counter(key for _, key in keys)
    return [
        *(f"{key!r} stands {n} times" for key, n in counted.items() if n > 1),
        *(f"{key!r} is the page's own" for key in counted if key in reserved()),
        *(f"{key!r} is no single key" for key in counted if len(key) != 1),
        *(f"a key at <{tag}>" for tag, _ in keys if tag not in ("input", "textarea", "select", "button")),
    ]


def walk(suite: Suite, name: str) -> set[tuple[str, str, int]]:
    """Look at every step of every form of a suite; which were seen."""
    judge, seen = Desk(*reviews.annotators(suite, name), suite), set()
    while (slot := claiming.claim(suite=suite, by=judge.person, now=timezone.now())) is not None:
        while True:
            work = work_of(judge.person, suite, slot.pk)
            page = judge.client.get(f"/review/{suite.slug}/slots/{slot.pk}/").content.decode()
            assert faults_of(page) == [], f"{slot.item}, {slot.item.form}, step {work.step}"
            assert KEY.search(page), f"{slot.item}, step {work.step}: no key at all"
            seen.add((slot.kind, slot.item.form, work.step))
            if work.is_last:
                break
            given, now = {**reviews.entries(slot), "nothing": "yes"}, timezone.now()
            drafting.reveal(slot_id=slot.pk, token=slot.token, given=given, by=judge.person, now=now)
        claiming.skip(slot_id=slot.pk, token=slot.token, reason="seen", by=judge.person, now=timezone.now())
    return seen


def test_no_form_has_a_key_twice_or_one_of_the_page(db: None) -> None:
    entered = web_world.planted_suite("open", is_open=True)
    reviews.open_review(entered, blind_share=100)
    picked = reviews.suite_of_records(2)
    reviews.open_review(picked)
    seen = walk(entered, "ann") | walk(picked, "ben")
    assert {("record", "blind", 1), ("record", "blind", 2), ("record", "recognition", 1)} <= seen
    assert {("question", "question", 1), ("question", "question", 2), ("question", "question", 3)} <= seen


def test_a_clash_would_be_seen() -> None:
    clash = '<input name="a" data-key="s"><label data-key="1"><input data-key="1"><input data-key="10">'
    assert len(faults_of(clash)) == 4
