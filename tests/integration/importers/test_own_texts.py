"""Texts of one's own from the file to the answers of a run: brought in, annotated, asked (spec 16, 6.5)."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Answer
from benchmark.services import draining
from scenarios.exceptions import EditStateError, SuiteExistsError, SuiteReleasedError
from scenarios.importers.dialogues.rows import MAX_BYTES, Options
from scenarios.models import Event, Membership, Query, Rendering, ReviewItem, Suite
from scenarios.review.services import attaching, own_suites
from scenarios.selectors import specs
from scenarios.services import own_texts, queries, suites, text_checks, uploads
from scenarios.services.own_texts import FileTooLargeError, TextsRefusedError
from scenarios.services.queries import AskedText, QueryRefusedError
from tests.factories import reviews
from tests.factories import runs as make_runs
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db

PROGRAM = """
func dest(trip) -> city
set trip(person ; trip)
derived n_trips(person) -> count
n_trips(P, N) :- N = count{ T : trip(P, T) }.
"""
ROWS = [
    {"text": "I am off on the trip Grus, to Corby.", "time": "2026-03-01T09:00:00Z", "speaker": "Vera"},
    {"text": "That is my only one.", "time": "2026-03-02T09:00:00Z", "speaker": "Vera"},
    {"text": "Make it Ashfell instead.", "time": "2026-03-03T09:00:00Z", "speaker": "Vera"},
]
GOALS = ("trip(Vera)", "trip(Vera; Grus)")
SAYS = ("trip(Vera; Grus), dest(Grus, Corby)", "complete(trip, Vera, 1)", "revise dest(Grus, Ashfell)")


def brought(rows: Any = ROWS, *, slug: str = "talk", **given: Any) -> Suite:
    """A suite of one's own."""
    kept = {
        "program": PROGRAM,
        "by": None,
        "options": Options(),
        "title": "Talk",
        "name": "talk.json",
        **given,
    }
    return own_texts.bring_in(data=json.dumps(rows).encode(), slug=slug, **kept)


def asked(goal: str = "dest(Grus)", cutoff: str = "2026-03-02", **more: str) -> AskedText:
    return AskedText(goal, cutoff, "Where does the trip go?", **more)


def annotate(suite: Suite, *says: str) -> None:
    """Two people attach the same statements to the records in their order."""
    for person in reviews.annotators(suite, "ann", "ben"):
        for text in says:
            reviews.submit(reviews.claim(person, suite), person, {"says": "text", "text": text})


def test_dialogues_become_answers_of_a_run() -> None:
    lead = reviews.person("lea", role="lead")
    suite = brought(by=lead)
    assert (suite.kind, suite.status, suite.created_by) == ("imported", "draft", lead)
    assert Membership.objects.get(suite=suite, user=lead).role == "lead"
    assert set(Event.objects.values_list("kind", flat=True)) == {"unannotated"}
    reviews.open_review(suite, question_judges=2)
    scenario = suite.scenarios.get()
    early = own_suites.ask(scenario=scenario, asked=asked(), by=lead, now=reviews.NOW)
    assert (early.label, early.gold.label, early.gold.answer) == ("q0001", "unknown", None)

    annotate(suite, *SAYS)
    late = own_suites.ask(scenario=scenario, asked=asked(cutoff="2026-03-03"), by=lead, now=reviews.NOW)
    count = queries.add_query(scenario=scenario, asked=asked("n_trips(Vera)", "2026-03-03"), by=lead)
    known = {row.label: row.gold.answer for row in Query.objects.select_related("gold")}
    assert known == {early.label: "Corby", late.label: "Ashfell", count.label: 1}  # gold has followed
    assert late.gold.support == ["m0003"]
    trips = [queries.add_query(scenario=scenario, asked=asked(goal, "2026-03-03"), by=lead) for goal in GOALS]
    assert [row.answer_type for row in (late, count, *trips)] == ["entity", "count", "set", "bool"]
    assert [row.gold.answer for row in trips] == [["Grus"], True]

    suite.refresh_from_db()
    released = suites.release(suite=suite, by=lead)
    run = make_runs.launch(released, make_runs.native("full_history"), reader="symbolic")
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    answers = Answer.objects.filter(context__variant__run=run)
    assert [row.correct for row in answers] == [True] * 5


def test_a_query_that_cannot_be_read_is_refused_by_its_fields() -> None:
    suite = brought()
    scenario = suite.scenarios.get()
    with pytest.raises(QueryRefusedError) as caught:
        queries.add_query(scenario=scenario, asked=AskedText("dest(Grus", "soon", " "), by=None)
    assert set(caught.value.fields) == {"goal", "cutoff", "question"}
    assert "^" in caught.value.fields["goal"][0]
    with pytest.raises(QueryRefusedError) as caught:
        queries.add_query(scenario=scenario, asked=asked(label="a b", tolerance="much"), by=None)
    assert set(caught.value.fields) == {"label", "tolerance"}
    before = suite.content_hash
    gold = queries.preview_query(scenario=scenario, asked=asked())
    assert gold.label == "unknown"
    assert not Query.objects.exists()
    stored = queries.add_query(scenario=scenario, asked=asked(label="own"), by=None)
    suite.refresh_from_db()
    assert suite.content_hash != before
    with pytest.raises(QueryRefusedError, match="already"):
        queries.add_query(scenario=scenario, asked=asked(label="own"), by=None)
    assert stored.family == "own"


def test_the_same_form_makes_one_query_and_one_suite() -> None:
    lead = reviews.person("lea", role="lead")
    first = brought(by=lead, key="form-1")
    again = brought(by=lead, key="form-1", slug="other")
    assert first == again
    assert AuditRecord.objects.filter(action="suite.texts_brought").count() == 1
    with pytest.raises(SuiteExistsError):
        brought(by=lead, key="form-2")
    scenario = first.scenarios.get()
    made = [queries.add_query(scenario=scenario, asked=asked(), by=lead, key="form-3") for _ in range(2)]
    assert made[0] == made[1]


def test_released_and_generated_suites_take_no_query() -> None:
    suite = suites.release(suite=brought(), by=None)
    with pytest.raises(SuiteReleasedError):
        own_suites.ask(scenario=suite.scenarios.get(), asked=asked(), by=None, now=reviews.NOW)
    with pytest.raises(SuiteReleasedError):
        attaching.attach(suite=suite, by=None, now=reviews.NOW)
    with pytest.raises(EditStateError, match="generated"):
        queries.preview_query(scenario=make.scenario(), asked=asked())


@pytest.mark.parametrize(
    ("given", "field", "why"),
    [
        ({"program": "func dest(trip -> city"}, "program", "^"),
        ({"program": "# nothing"}, "program", "declares nothing"),
        ({"program": ""}, "program", "one of the two"),
        ({"domain": "tripops"}, "program", "one of the two"),
        ({"program": "", "domain": "sailing"}, "domain", "tripops"),
        ({"options": Options(zone="Mars/North")}, "zone", "no time zone"),
        ({"options": Options(split="day")}, "split", "none of none, group, session"),
    ],
)
def test_choices_that_there_are_not_are_refused_by_their_field(
    given: dict[str, Any], field: str, why: str
) -> None:
    with pytest.raises(TextsRefusedError) as caught:
        brought(**given)
    assert why in caught.value.fields[field][0]
    assert not Suite.objects.exists()


def test_a_file_with_faults_is_never_half_stored() -> None:
    rows = [*ROWS, {"text": "", "time": "2026-03-04"}, *({"text": "late", "time": "?"} for _ in range(300))]
    shown = own_texts.preview(data=json.dumps(rows).encode(), name="talk.json", options=Options())
    assert (len(shown.dialogues.messages), len(shown.dialogues.faults), shown.can_be_stored) == (
        3,
        302,
        False,
    )
    assert len(shown.dialogues.shown_faults) == 200
    with pytest.raises(TextsRefusedError, match="302 faults, the first 200 are shown") as caught:
        brought(rows)
    assert len(caught.value.problem["faults"]) == 200  # type: ignore[arg-type]
    assert not Suite.objects.exists()
    with pytest.raises(FileTooLargeError):
        own_texts.preview(data=b" " * (MAX_BYTES + 1), name="x", options=Options())


def test_a_preview_says_who_speaks_when_and_in_how_many_sessions() -> None:
    rows = [*ROWS, {"text": "Hi", "time": "2026-03-04T09:00:00Z", "session": "s"}]
    shown = own_texts.preview(data=json.dumps(rows).encode(), name="talk.json", options=Options())
    assert (shown.speakers, shown.unstated, shown.sessions, shown.groups) == (
        (("Vera", 3),),
        1,
        1,
        (("", 4),),
    )
    assert (shown.first.day, shown.last.day) == (1, 4)  # type: ignore[union-attr]


def test_groups_become_histories_with_their_findings() -> None:
    data = {
        "a": {"s1": ROWS, "s2": ROWS[::-1]},
        "statistics": {"s1": [{"text": "x", "time": "2026-03-01T09:00:00Z"}]},
    }
    suite = brought(data, options=Options(split="group"))
    assert list(suite.scenarios.values_list("slug", flat=True)) == ["a", "statistics-2"]
    assert {row.code for row in suite.findings.all()} == {"equal-message-times", "out-of-order"}
    assert ReviewItem.objects.count() == 0
    own_suites.bring_in(
        data=json.dumps(ROWS).encode(), name="x.json", options=Options(), slug="second", title="Second",
        domain="tripops", by=None, now=reviews.NOW,
    )  # fmt: skip
    assert ReviewItem.objects.filter(kind="annotation").count() == 3


def test_the_command_previews_and_stores(tmp_path: Path) -> None:
    file, program = tmp_path / "talk.csv", tmp_path / "own.dl"
    file.write_text("when;said\n2026-03-01 09:00;Hello\n")
    program.write_text(PROGRAM)
    given = [str(file), "--slug", "talk", "--column", "time=when", "--column", "text=said", "--zone", "UTC"]
    out = StringIO()
    call_command("import_dialogues", *given, "--dry-run", stdout=out)
    assert "messages: 1\n" in out.getvalue()
    assert "faults: 0" in out.getvalue()
    assert not Suite.objects.exists()
    out = StringIO()
    call_command("import_dialogues", *given, "--program", str(program), "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert told == {"suite": "talk", "status": "draft", "scenarios": 1, "messages": 1, "findings": 0}
    with pytest.raises(CommandError, match="no column holds what is said"):
        call_command("import_dialogues", str(file), "--slug", "b", "--domain", "tripops")
    with pytest.raises(CommandError, match="cannot be opened"):
        call_command("import_dialogues", str(tmp_path / "none"), "--slug", "b")
    with pytest.raises(CommandError, match="no person 'zoe'"):
        call_command("import_dialogues", *given, "--domain", "tripops", "--lead", "zoe")


def test_a_file_waits_for_its_sender_for_a_day(tmp_path: Path, settings: Any) -> None:
    settings.VAR_DIR = tmp_path
    ann, ben = (reviews.person(name) for name in ("ann", "ben"))
    now = timezone.now()
    note = uploads.keep(data=b"text", by=ann, now=now)
    assert uploads.fetch(note=note, by=ann, now=now + timedelta(hours=23)) == b"text"
    for other in (
        {"by": ben, "now": now},
        {"by": ann, "now": now + timedelta(hours=25)},
        {"note": f"{note}x", "by": ann, "now": now},
    ):
        with pytest.raises(uploads.UploadGoneError):
            uploads.fetch(**{"note": note, **other})
    assert uploads.forget_old(now=now + timedelta(hours=25)) == 1
    with pytest.raises(uploads.UploadGoneError):
        uploads.fetch(note=note, by=ann, now=now)


def test_what_is_found_of_many_texts_alike_is_written_together() -> None:
    suite = brought([{"text": f"Message {n}"} for n in range(text_checks.ALIKE_FROM + 1)])
    found = {tuple(one.items()) for one in Rendering.objects.values_list("checks", flat=True)}
    [((name, why),)] = found
    assert (name, "there is nothing to compare it with" in why) == ("reason", True)
    Rendering.objects.update(checks={})
    with CaptureQueriesContext(connection) as queried:
        text_checks.run(suite=suite, bundle=specs.bundle_of(suite))
    writes = [query["sql"] for query in queried if query["sql"].startswith("UPDATE")]
    assert len(writes) == 1
    assert Rendering.objects.exclude(checks={}).count() == text_checks.ALIKE_FROM + 1
