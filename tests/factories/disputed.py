"""A suite whose records two judges differ on, for tests in a browser: written to the database at once."""

from __future__ import annotations

from benchmark.floor.accounts.models import User
from scenarios.models import Rendering
from scenarios.review.services import claiming
from tests.factories import reviews
from tests.factories import scenarios as make


def in_words(slug: str, records: int) -> str:
    """An open suite of this slug with so many records, each picked rightly by one judge and wrongly by the
    other; the lead and the adjudicator of the demo accounts are its members. Its slug."""
    suite = make.suite(slug=slug, title="Trips that judges differ on", is_open=True)
    scenario = make.scenario(suite=suite, slug=f"{slug}-one", title="A few trips")
    for number in range(1, records + 1):
        event = make.event(scenario, number, f"Trip {number} goes to Corby, and trip Grus to Ashby.")
        make.action(event, 0, key=[f"Trip {number}"], value="Corby")
        make.action(event, 1, key=["Grus"], value="Ashby")
    Rendering.objects.filter(event__scenario=scenario).update(status="auto_passed")
    for name in ("lead", "adjudicator"):
        make.member(User.objects.get(username=name), suite, name)
    reviews.open_review(suite, judges=2)
    for name, right in ((f"{slug}-first", True), (f"{slug}-second", False)):
        judge = reviews.person(name, suite)
        while (slot := claiming.claim(suite=suite, by=judge, now=reviews.NOW)) is not None:
            true = slot.item.content["true"]
            pick = true if right else (true + 1) % 3
            reviews.submit(slot, judge, {"pick": str(pick + 1)})
    return slug
