"""Whom the gold of a suite is for: who may say so, when it may change, and what runs then are (ADR 28)."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.test import Client

from benchmark.exceptions import StandingRefusedError
from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Run
from benchmark.reporting import marks
from benchmark.selectors import leaderboards
from benchmark.services import runs, standings
from scenarios.exceptions import NotVisibleError, StateRefusedError
from scenarios.models import Suite
from scenarios.permissions import may_judge
from scenarios.services import building, copies, exports, hashing, imports
from tests.factories import hand_made_runs as made
from tests.factories import runs as make
from tests.factories import scenarios as make_suites

pytestmark = pytest.mark.django_db

PRACTICE, OPEN, HELD_OUT = Suite.Standing.PRACTICE, Suite.Standing.OPEN, Suite.Standing.HELD_OUT


@pytest.fixture
def lead() -> User:
    return User.objects.create_user(username="lead", password="x" * 12, role="lead")


@pytest.fixture
def suite(lead: User) -> Suite:
    row = make.suite(slug="asked")
    make_suites.member(lead, row, "lead")
    return row


def standing(row: Suite) -> Suite.Standing:
    return Suite.objects.get(pk=row.pk).standing


def run(row: Suite, by: User | None) -> Run:
    system = make.system()
    return runs.launch(suite=row, systems=[system], reader="symbolic", by=by)


@pytest.mark.parametrize("after", [PRACTICE, HELD_OUT])
def test_a_lead_sets_it_and_it_is_noted(suite: Suite, lead: User, after: Suite.Standing) -> None:
    assert standings.set_standing(suite=suite, standing=after, by=lead).standing is after
    assert standing(suite) is after
    (row,) = AuditRecord.objects.filter(action="suite.standing_set")
    assert (row.actor, row.subject) == ("lead", "suite:asked")
    assert row.details == {"from": "open", "to": after.value, "version": 1}
    standings.set_standing(suite=suite, standing=after, by=lead)
    assert AuditRecord.objects.filter(action="suite.standing_set").count() == 1


@pytest.mark.parametrize("role", ["annotator", "adjudicator", "viewer", "researcher"])
def test_nobody_below_a_lead_sets_it(suite: Suite, role: str) -> None:
    person = User.objects.create_user(username="p", role=role)
    with pytest.raises(NotVisibleError):
        standings.set_standing(suite=suite, standing=PRACTICE, by=person)
    make_suites.member(person, suite, role)
    with pytest.raises(PermissionDenied):
        standings.set_standing(suite=suite, standing=PRACTICE, by=person)
    assert standing(suite) is OPEN


def test_a_lead_of_other_suites_does_not_open_one_that_is_held_out(suite: Suite) -> None:
    Suite.objects.update(is_open=True, held_out=True)
    suite.refresh_from_db()
    other = User.objects.create_user(username="other", role="lead")
    with pytest.raises(PermissionDenied, match="is held out"):
        standings.set_standing(suite=suite, standing=OPEN, by=other)


@pytest.mark.parametrize("after", [OPEN, HELD_OUT])
def test_a_practice_suite_stays_one(suite: Suite, lead: User, after: Suite.Standing) -> None:
    standings.set_standing(suite=suite, standing=PRACTICE, by=lead)
    for by in (lead, None):
        with pytest.raises(StandingRefusedError, match="its gold was served, it is out"):
            standings.set_standing(suite=suite, standing=after, by=by)
    assert standing(suite) is PRACTICE


@pytest.mark.parametrize(("before", "after"), [(OPEN, PRACTICE), (HELD_OUT, OPEN), (HELD_OUT, PRACTICE)])
def test_it_gets_no_looser_once_others_have_runs(
    suite: Suite, lead: User, before: Suite.Standing, after: Suite.Standing
) -> None:
    other = User.objects.create_user(username="other", role="researcher")
    standings.set_standing(suite=suite, standing=before, by=lead)
    run(suite, lead)
    theirs = run(suite, other)
    with pytest.raises(StandingRefusedError, match="1 run of others"):
        standings.set_standing(suite=suite, standing=after, by=lead)
    other.delete()
    assert Run.objects.get(pk=theirs.pk).created_by is None
    with pytest.raises(StandingRefusedError, match="1 run of others"):
        standings.set_standing(suite=suite, standing=after, by=lead)
    assert standing(suite) is before
    theirs.delete()
    assert standings.set_standing(suite=suite, standing=after, by=lead).standing is after


def test_it_gets_stricter_whoever_has_runs(suite: Suite, lead: User) -> None:
    run(suite, None)
    assert standings.set_standing(suite=suite, standing=HELD_OUT, by=lead).standing is HELD_OUT


def test_it_cannot_be_both(suite: Suite) -> None:
    with pytest.raises(IntegrityError):
        Suite.objects.update(is_practice=True, held_out=True)


def test_the_content_hash_stays(lead: User) -> None:
    row, _ = building.build(name="worked-example", by=None)
    for after in (HELD_OUT, OPEN, PRACTICE):
        row = standings.set_standing(suite=row, standing=after, by=None)
        assert hashing.content_hash(row) == row.content_hash


def test_gold_is_not_served_by_one_suite_and_kept_by_another(lead: User) -> None:
    kept, _ = building.build(name="worked-example", by=None)
    with pytest.raises(StateRefusedError, match="another --seed"):
        building.build(name="worked-example", slug="again", standing=PRACTICE, by=None)
    draft = copies.copy_suite(suite=kept, slug="next", by=lead)
    with pytest.raises(StandingRefusedError, match="suite worked-example has its scenario"):
        standings.set_standing(suite=draft, standing=PRACTICE, by=lead)
    assert not Suite.objects.filter(is_practice=True).exists()


def test_a_practice_suite_is_built_kept_copied_and_carried_by_files(lead: User, tmp_path: Path) -> None:
    said = StringIO()
    call_command("build_suite", "worked-example", "--standing", "practice", "--json", stdout=said)
    assert json.loads(said.getvalue())["standing"] == "practice"
    row, made_now = building.build(name="worked-example", standing=PRACTICE, by=None)
    assert (made_now, row.standing) == (False, PRACTICE)
    with pytest.raises(StateRefusedError, match="is there as practice, and you asked for open"):
        building.build(name="worked-example", by=None)
    assert copies.copy_suite(suite=row, slug="copied", by=lead).standing is PRACTICE
    exports.export_suite(suite=row, folder=tmp_path / "files", by=lead)
    Suite.objects.filter(slug="copied").delete()
    Suite.objects.filter(pk=row.pk).update(slug="moved-away")
    again = imports.import_suite(folder=tmp_path / "files", by=lead)
    assert (again.standing, again.content_hash) == (PRACTICE, row.content_hash)


def test_nobody_judges_where_everybody_sees_gold(suite: Suite) -> None:
    person = User.objects.create_user(username="p", role="annotator")
    make_suites.member(person, suite, "annotator")
    assert may_judge(person, suite)
    suite.standing = PRACTICE
    assert not may_judge(person, suite)


def boards(row: Suite) -> list[tuple[int | None, str]]:
    (board,) = leaderboards.of_suite(row)
    return [(line.rank, line.result.system) for line in board.rows]


def test_no_run_on_a_practice_suite_is_ranked_and_others_are_as_before(client: Client, lead: User) -> None:
    both = [made.suite([made.Asked(), made.Asked()], slug=slug, is_open=True) for slug in ("one", "two")]
    system = made.system("ours")
    for row in both:
        on = made.run(row, system)
        made.answers(on, "ours", [True, False])
    served, kept = both
    assert boards(served) == boards(kept) == [(1, "ours")]
    served.standing = PRACTICE
    served.save()
    assert boards(served) == [(None, "ours")]
    assert boards(kept) == [(1, "ours")]
    client.force_login(lead)
    words = "practice: gold is served"
    assert words in client.get("/leaderboards/one/").content.decode()
    assert words not in client.get("/leaderboards/two/").content.decode()
    for slug, unranked in (("one", words), ("two", "")):
        (board,) = client.get(f"/api/v1/leaderboards/{slug}/").json()["boards"]
        assert board["unranked"] == unranked
        assert [line["rank"] for line in board["rows"]] == [None if unranked else 1]
    of_served = Run.objects.get(suite=served)
    assert "nothing on it is ranked" in marks.reader(of_served)
    assert "nothing on it is ranked" not in marks.reader(Run.objects.get(suite=kept))
    assert "shown unranked" in client.get(f"/runs/{of_served.pk}/").content.decode()


@pytest.fixture
def post(lead: User) -> Callable[[Client, str], int]:
    def sent(client: Client, wanted: str) -> int:
        client.force_login(lead)
        return client.post("/suites/asked/standing/", {"standing": wanted}).status_code

    return sent


def test_the_page_sets_it_and_says_why_not(
    suite: Suite, client: Client, post: Callable[[Client, str], int]
) -> None:
    assert post(client, "") == 422
    assert post(client, "secret") == 422
    assert post(client, "practice") == 302
    assert standing(suite) is PRACTICE
    refused = client.post("/suites/asked/standing/", {"standing": "open"})
    assert (refused.status_code, b"it is out" in refused.content) == (409, True)
    assert b"Whom the gold" in client.get("/suites/asked/standing/").content


def test_the_api_and_the_command_set_it(suite: Suite, client: Client, lead: User) -> None:
    client.force_login(lead)
    place = "/api/v1/suites/asked/standing/"
    bad = client.post(place, {"standing": "secret"}, content_type="application/json")
    assert (bad.status_code, bad.json()["code"]) == (400, "invalid")
    done = client.post(place, {"standing": "practice"}, content_type="application/json")
    assert (done.status_code, done.json()["standing"]) == (200, "practice")
    refused = client.post(place, {"standing": "open"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "standing_refused")
    said = StringIO()
    call_command("standing", "asked", stdout=said)
    assert said.getvalue() == "asked: practice\n"
    with pytest.raises(CommandError, match="it is out"):
        call_command("standing", "asked", "held-out")


def test_exports_of_single_answers_of_a_held_out_suite_say_why_not(client: Client, lead: User) -> None:
    row = made.suite([made.Asked()], slug="held", is_open=True)
    on = made.run(row, made.system("ours"))
    standings.set_standing(suite=row, standing=HELD_OUT, by=None)
    client.force_login(lead)
    for kind in ("answers", "diagnoses"):
        sent = client.post(
            f"/api/v1/runs/{on.pk}/exports/", {"kind": kind, "format": "csv"}, content_type="application/json"
        )
        assert sent.status_code == 403
        assert "Suite held is held out: it shows results in sums alone" in sent.json()["detail"]
