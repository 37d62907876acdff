"""Scopes of tokens: every verb in exactly one, narrowing to one suite, rotation, cost of a check."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from benchmark.floor.accounts import scopes, secret_texts
from benchmark.floor.accounts.exceptions import TokenInvalidError, TokenRefusedError
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.audit.models import AuditRecord
from scenarios.models import Suite

NOW = datetime.now(UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def lead(db: None) -> User:
    return User.objects.create_user(username="lead", password="a long one", role="lead")


def suite(slug: str) -> Suite:
    return Suite.objects.create(slug=slug, title=slug, kind=Suite.Kind.DERIVE, is_open=True)


def call(secret: str, path: str) -> tuple[int, dict[str, object]]:
    response = Client().get(path, headers={"authorization": f"Token {secret}"})
    return response.status_code, response.json()


@pytest.mark.parametrize("verb", Verb)
def test_every_verb_lies_in_exactly_one_scope(verb: Verb) -> None:
    assert [scope for scope, verbs in scopes.SCOPES.items() if verb in verbs] == [scopes.scope_of(verb)]


def test_every_scope_is_explained_and_holds_something() -> None:
    assert set(scopes.MEANING) == set(scopes.SCOPES) == set(scopes.Scope)
    assert all(scopes.SCOPES.values())


def test_names_reach_their_verbs_and_unknown_ones_none() -> None:
    assert scopes.reach([]) == {verb.value for verb in Verb}
    assert scopes.reach(["submit"]) == {"run.submit", "practice.use"}
    assert scopes.reach(["submit", "gold.view"]) == {"run.submit", "practice.use", "gold.view"}
    assert scopes.reach(["a.verb.that.is.no.more"]) == set()


def test_a_checksum_tells_a_cut_token_from_an_unknown_one() -> None:
    secret = secret_texts.make()
    assert secret_texts.well_formed(secret)
    flipped = secret[:20] + ("A" if secret[20] != "A" else "B") + secret[21:]
    for text in (secret[:-1], secret + "0", secret[1:], flipped, ""):
        assert not secret_texts.well_formed(text), text


def test_a_token_whose_verbs_are_no_more_may_nothing(lead: User) -> None:
    suite("one")
    token, secret = tokens.create(user=lead, name="x", by=lead, now=NOW, scopes=["read"])
    assert call(secret, "/api/v1/suites/")[0] == 200
    token.scopes = ["a.verb.that.is.no.more"]
    token.save(update_fields=["scopes"])
    assert call(secret, "/api/v1/suites/")[0] == 401


def test_a_refusal_names_the_scope_that_lacks(lead: User) -> None:
    _, secret = tokens.create(user=lead, name="x", by=lead, now=NOW, scopes=["submit"])
    status, problem = call(secret, "/api/v1/suites/")
    assert (status, problem["code"]) == (401, "scope")
    assert "lacks the scope read (suite.view)" in str(problem["detail"])


@pytest.mark.parametrize("role", ["lead", "admin", "annotator"])
def test_a_token_for_one_suite_sees_no_other(db: None, role: str) -> None:
    person = User.objects.create_user(username="p", role=role)
    suite("one")
    suite("two")
    _, secret = tokens.create(user=person, name="x", by=person, now=NOW, suite="one")
    _, whole = tokens.create(user=person, name="y", by=person, now=NOW)
    listed = [row["slug"] for row in call(secret, "/api/v1/suites/")[1]["results"]]  # type: ignore[attr-defined]
    assert listed == ["one"]
    assert call(secret, "/api/v1/suites/one/")[0] == 200
    assert call(secret, "/api/v1/suites/two/")[0] == 404
    assert call(whole, "/api/v1/suites/two/")[0] == 200


def test_rotation_keeps_the_old_secret_for_the_time_chosen(lead: User) -> None:
    token, old = tokens.create(user=lead, name="x", by=lead, now=NOW, scopes=["read"])
    same, new = tokens.rotate(token=token, by=lead, now=NOW, overlap=HOUR)
    assert (same.pk, same.name, same.scopes) == (token.pk, "x", ["read"])
    assert tokens.check(secret=old, now=NOW + HOUR / 2) == tokens.check(secret=new, now=NOW) == token
    with pytest.raises(TokenRefusedError, match="expired on") as caught:
        tokens.check(secret=old, now=NOW + HOUR)
    assert caught.value.code == "token_expired"
    assert tokens.check(secret=new, now=NOW + 2 * HOUR) == token
    _, newest = tokens.rotate(token=token, by=lead, now=NOW)
    for secret in (old, new):
        with pytest.raises(TokenRefusedError, match="unknown"):
            tokens.check(secret=secret, now=NOW)
    tokens.revoke(token=token, by=lead, now=NOW)
    with pytest.raises(TokenRefusedError, match="revoked on"):
        tokens.check(secret=newest, now=NOW)
    rows = str(list(AuditRecord.objects.values_list("action", "details")))
    assert rows.count("token.rotated") == 2
    assert not any(secret in rows for secret in (old, new, newest))


@pytest.mark.parametrize("overlap", [timedelta(days=31), -HOUR])
def test_a_rotation_that_makes_no_sense_is_refused(lead: User, overlap: timedelta) -> None:
    token, secret = tokens.create(user=lead, name="x", by=lead, now=NOW)
    with pytest.raises(TokenInvalidError, match="0 to 30 days"):
        tokens.rotate(token=token, by=lead, now=NOW, overlap=overlap)
    assert tokens.check(secret=secret, now=NOW) == token
    tokens.revoke(token=token, by=lead, now=NOW)
    with pytest.raises(TokenInvalidError, match="revoked"):
        tokens.rotate(token=token, by=lead, now=NOW)


def test_no_token_makes_a_wider_one(lead: User) -> None:
    end = NOW + HOUR
    within, _ = tokens.create(
        user=lead, name="x", by=lead, now=NOW, scopes=["read", "submit"], suite="one", expires_at=end
    )
    fits = {"scopes": ["gold.view"], "suite": "one", "expires_at": end}
    for wider in ({"scopes": []}, {"scopes": ["run"]}, {"suite": ""}, {"suite": "two"}, {"expires_at": None}):
        with pytest.raises(TokenInvalidError):
            tokens.create(
                **{"user": lead, "name": "y", "by": lead, "now": NOW, "within": within, **fits, **wider}
            )
    made, _ = tokens.create(user=lead, name="y", by=lead, now=NOW, within=within, **fits)  # type: ignore[arg-type]
    assert made.scopes == ["gold.view"]


def test_a_check_is_one_query_and_no_write_within_the_minute(
    lead: User, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    _, secret = tokens.create(user=lead, name="x", by=lead, now=NOW)
    token = tokens.check(secret=secret, now=NOW, address="192.0.2.7")
    token.refresh_from_db()
    assert (token.last_used_at, token.last_used_address) == (NOW, "192.0.2.7")
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert tokens.check(secret=secret, now=NOW + HOUR / 61, address="192.0.2.8").user == lead
    token.refresh_from_db()
    assert token.last_used_address == "192.0.2.7"
