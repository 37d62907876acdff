"""Opens a review in the database of ``DATABASE_URL`` for people who judge at once, and counts what they left.

    python -m tests.acceptance.open_annotation open PEOPLE    a suite in review, and its annotators
    python -m tests.acceptance.open_annotation busy           runs that keep the workers at work
    python -m tests.acceptance.open_annotation count          what the verdicts add up to

Prints one JSON object each.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from typing import Any

SUITE, BUSY = "judged-trips", "mini"
#: Judges of a record, and records: enough for twenty people and a minute.
JUDGES, RECORDS = 2, 750
CITIES = ("Corby", "Lunmar", "Ostrel", "Vantia", "Merrow", "Tolm", "Pellin", "Harsk", "Ondra", "Sill")
#: How many runs wait for the two workers; more than they can end while people judge.
RUNS = 24


def main(what: str, *arguments: str) -> None:
    """Do one of the three."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    done = {"open": opened, "busy": busy, "count": counted}[what](*arguments)
    sys.stdout.write(json.dumps(done) + "\n")


def opened(people: str) -> dict[str, Any]:
    """The suite in review, and its annotators with a token of the API and a session each."""
    from django.utils import timezone

    from scenarios.models import Rendering
    from scenarios.review.services import opening
    from tests.factories import reviews
    from tests.factories import scenarios as make

    suite = reviews.suite_of_records(0, slug=SUITE, title="Trips to be judged", is_open=True)
    scenario = suite.scenarios.get()
    for number in range(1, RECORDS + 1):
        city = CITIES[number % len(CITIES)]
        event = make.event(scenario, number, f"Trip {number} goes to {city}.")
        make.action(event, key=[f"Trip {number}"], value=city)
    Rendering.objects.filter(event__scenario=scenario).update(status="auto_passed")
    opening.set_policy(suite=suite, by=None, record_judges=JUDGES, second_share=0)
    items = opening.open_items(suite=suite, by=None, now=timezone.now())
    return {
        "items": items,
        "slots": suite.review_slots.count(),
        "people": [_annotator(number) for number in range(int(people))],
    }


def _annotator(number: int) -> dict[str, str]:
    from django.test import Client
    from django.utils import timezone

    from benchmark.floor.accounts.models import User
    from benchmark.floor.accounts.services import tokens
    from scenarios.models import Reviewer, Suite

    person = User.objects.create_user(f"at-once-{number}", role="annotator")
    _, secret = tokens.create(user=person, name="load", by=person, now=timezone.now())
    Reviewer.objects.create(suite=Suite.objects.get(slug=SUITE), user=person, kinds=["record"])
    client = Client()
    client.force_login(person)
    return {"name": person.username, "token": secret, "session": client.cookies["sessionid"].value}


def busy() -> dict[str, Any]:
    """Runs over the suite that begin at once."""
    from benchmark.services import runs, systems
    from scenarios.services import building

    suite, _ = building.build(name=BUSY, by=None)
    chosen = {system.name: system for system in systems.register_all()}
    made = [
        runs.launch(
            suite=suite,
            systems=[chosen[name] for name in ("bm25", "dense", "full_history")],
            reader="symbolic",
            title=f"Busy {number}",
            by=None,
        )
        for number in range(RUNS)
    ]
    return {"runs": [run.pk for run in made]}


def counted() -> dict[str, Any]:
    """What must not be: a person twice on an item, more judges than were wanted; and what there is."""
    from benchmark.models import Run
    from scenarios.models import ReviewItem, Slot, Verdict

    standing = Verdict.objects.filter(is_current=True)
    pairs = Counter(standing.values_list("item_id", "person_id"))
    places = Counter(Slot.objects.exclude(person=None).values_list("item_id", "person_id"))
    wanted = dict(ReviewItem.objects.values_list("pk", "wanted"))
    judged, held = Counter(item for item, _ in pairs.elements()), Counter(item for item, _ in places)
    return {
        "verdicts": sum(pairs.values()),
        "double_assignments": sum(n > 1 for n in (*pairs.values(), *places.values())),
        "items_over_k": sum(n > wanted[item] for counts in (judged, held) for item, n in counts.items()),
        "checks": standing.filter(item__is_check=True).count(),
        "runs_open": Run.objects.filter(status__in=("queued", "running")).count(),
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
