"""Practice suites by API, page and command: gold is served and answers are tried, nowhere else (ADR 28)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import Role
from benchmark.models import Answer, Run
from scenarios.models import Suite
from tests.factories import runs as make
from tests.factories import scenarios as make_suites

pytestmark = pytest.mark.django_db

GOLD = "/api/v1/suites/practice/gold/"
CHECK = "/api/v1/suites/practice/check-answer/"
PAGE = "/suites/practice/practice/"
NOW = datetime.now(UTC)
RIGHT = {"label": "answerable", "answer": " a_2 ", "citations": ["e0001"]}


@pytest.fixture
def suite() -> Suite:
    row = make.suite(events=8, questions=4, slug="practice")
    Suite.objects.filter(pk=row.pk).update(is_open=True, is_practice=True)
    row.refresh_from_db()
    return row


def person(role: Role) -> User:
    return User.objects.create_user(username=f"a-{role}", password="x" * 12, role=role.value)


def token(role: Role, scopes: Sequence[str] = (), suite: str = "") -> Client:
    user = person(role)
    _, secret = tokens.create(user=user, name="t", by=user, now=NOW, scopes=scopes, suite=suite)
    return Client(headers={"Authorization": f"Token {secret}"})


def question(suite: Suite, number: int = 2) -> str:
    return f"{suite.scenarios.get().slug}/q{number:03}"


def tried(client: Client, suite: Suite, answer: object, number: int = 2) -> tuple[int, dict[str, object]]:
    body = {"question": question(suite, number), "answer": answer}
    response = client.post(CHECK, body, content_type="application/json")
    return response.status_code, response.json()


def test_a_token_that_submits_gets_the_gold_in_pages(suite: Suite) -> None:
    client = token(Role.SYSTEM, ["submit"])
    first = client.get(f"{GOLD}?page_size=3").json()
    rest = client.get(first["next"]).json()
    assert rest["next"] is None
    rows = [*first["results"], *rest["results"]]
    assert [row["answer"] for row in rows] == ["A_1", "A_2", "A_3", "A_4"]
    assert rows[1] == {
        "question": question(suite),
        "scenario": suite.scenarios.get().slug,
        "query": "q002",
        "cutoff": rows[1]["cutoff"],
        "text": "Question 2: where does trip 2 go?",
        "label": "answerable",
        "answer": "A_2",
        "answer_type": "entity",
        "unit": "",
        "witnesses": [["e0001"]],
        "exact": True,
    }


@pytest.mark.parametrize("role", list(Role))
def test_everybody_who_sees_a_practice_suite_gets_its_gold(suite: Suite, role: Role) -> None:
    client = token(role)
    assert client.get(GOLD).status_code == 200
    assert tried(client, suite, RIGHT)[0] == 200


@pytest.mark.parametrize(
    ("scopes", "status"),
    [(["submit"], 200), (["read"], 200), (["gold.view"], 200), (["run"], 401), (["run.submit"], 401)],
)
def test_scopes_of_a_token_are_honoured(suite: Suite, scopes: list[str], status: int) -> None:
    client = token(Role.VIEWER, scopes)
    assert client.get(GOLD).status_code == status
    assert tried(client, suite, RIGHT)[0] == status


def test_a_token_for_another_suite_finds_none(suite: Suite) -> None:
    make_suites.suite(slug="other", is_open=True)
    client = token(Role.LEAD, suite="other")
    assert client.get(GOLD).status_code == 404
    assert tried(client, suite, RIGHT)[0] == 404


def test_a_closed_practice_suite_is_for_its_members(suite: Suite) -> None:
    Suite.objects.update(is_open=False)
    client = token(Role.RESEARCHER)
    assert client.get(GOLD).status_code == 404
    make_suites.member(User.objects.get(), suite, "annotator")
    assert client.get(GOLD).status_code == 200


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("held_out", [False, True])
def test_no_other_suite_serves_its_gold(suite: Suite, role: Role, held_out: bool) -> None:
    Suite.objects.update(is_practice=False, held_out=held_out)
    client = token(role)
    response = client.get(GOLD)
    assert (response.status_code, response.json()["code"]) == (409, "not_practice")
    status, problem = tried(client, suite, RIGHT)
    assert (status, problem["code"]) == (409, "not_practice")
    assert "A_2" not in response.content.decode() + json.dumps(problem)


def test_an_answer_is_judged_as_in_a_run(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    client = token(Role.SYSTEM, ["submit"])
    status, found = tried(client, suite, RIGHT)
    assert status == 200
    kept = {name: found[name] for name in ("value", "correct", "label_correct", "reason", "citations")}
    assert kept == {
        "value": "A_2", "correct": True, "label_correct": True, "reason": "equal", "citations": ["e0001"],
    }  # fmt: skip
    assert (found["citation_precision"], found["citation_recall"], found["invalid_citations"]) == (1, 1, 0)
    assert found["gold"]["answer"] == "A_2"  # type: ignore[index]


@pytest.mark.parametrize(
    ("answer", "reason", "words"),
    [
        (RIGHT, "equal", ""),
        (json.dumps(RIGHT), "equal", ""),
        (f"It is so: ```json\n{json.dumps(RIGHT)}\n```", "equal", ""),
        ({"label": "unknown"}, "different", "said unknown where the gold is answerable"),
        ({**RIGHT, "answer": "A_3"}, "different", "is not A_2"),
        ({**RIGHT, "answer": ""}, "no-answer", "empty"),
        ({**RIGHT, "answer": ["A_2"]}, "format", "expected a name"),
        ("A_2", "format", "no JSON object was found"),
        ("", "format", "the reply is empty"),
        ({"label": "answerable", "answer": "A_2"}, "format", 'key "citations" is missing'),
    ],
)
def test_the_reason_is_that_of_scoring(suite: Suite, answer: object, reason: str, words: str) -> None:
    status, found = tried(token(Role.SYSTEM), suite, answer)
    assert (status, found["reason"], found["correct"]) == (200, reason, reason == "equal")
    assert words in str(found["detail"])
    assert not Answer.objects.exists()
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "invalid"),
        (b"{", 400, "parse_error"),
        (b"[]", 400, "invalid"),
        (b"null", 400, "invalid"),
        (b'{"question": "h/q002", "question": "h/q001", "answer": ""}', 400, "parse_error"),
        (b'{"question": "h/q002", "answer": NaN}', 400, None),
        (b'{"question": "h/q002", "answer": "\\u0000"}', 400, "invalid"),
        (b'{"question": "h/q002", "answer": 4}', 400, "invalid"),
        (b'{"question": "h/q002", "answer": null}', 400, "invalid"),
        (b'{"question": "h/q002"}', 400, "invalid"),
        (b'{"question": ["h/q002"], "answer": ""}', 400, "invalid"),
        (b'{"question": "h/q002", "answer": "", "gold": 1}', 400, "invalid"),
        (b'{"question": "h/q002", "answer": "%s"}' % (b"{" * 4_001), 400, "invalid"),
        (b'{"question": "h/q002", "answer": "%s"}' % (b"{" * 4_000), 422, "unknown_question"),
        (b'{"question": "q002", "answer": ""}', 422, "unknown_question"),
        (b'{"question": "%s", "answer": ""}' % (b"x/" * 99), 422, "unknown_question"),
    ],
)
def test_bad_bodies_are_refused(suite: Suite, body: bytes, status: int, code: str | None) -> None:
    response = token(Role.SYSTEM).post(CHECK, body, content_type="application/json")
    assert response.status_code == status, response.content
    assert code in (None, response.json()["code"])


@pytest.mark.parametrize("reply", ['{"a":' * 800, "{" * 4_000, '{"a":1' * 600])
def test_hostile_replies_have_a_verdict(suite: Suite, reply: str) -> None:
    status, found = tried(token(Role.SYSTEM), suite, reply)
    assert (status, found["reason"]) == (200, "format")


def test_both_cost_the_same_whatever_the_suite_holds(suite: Suite) -> None:
    client = token(Role.SYSTEM)

    def cost() -> tuple[int, int]:
        client.get(GOLD)
        with CaptureQueriesContext(connection) as listed:
            assert client.get(GOLD).status_code == 200
        with CaptureQueriesContext(connection) as checked:
            assert tried(client, suite, RIGHT)[0] == 200
        return len(listed), len(checked)

    before = cost()
    for number in range(5, 25):
        make.question(suite.scenarios.get(), number, day=8)
    assert cost() == before


def test_the_page_tries_answers_with_and_without_javascript(suite: Suite, client: Client) -> None:
    client.force_login(person(Role.ANNOTATOR))
    first = client.get(PAGE).content.decode()
    assert question(suite) in first
    asked = {"question": question(suite), "answer": json.dumps(RIGHT)}
    whole = client.post(PAGE, asked)
    assert whole.status_code == 200
    for words in ("<h2>Right</h2>", "<main", "A_2", "e0001"):
        assert words in whole.content.decode()
    part = client.post(PAGE, {**asked, "answer": "A_2"}, headers={"HX-Request": "true"}).content.decode()
    assert "<main" not in part
    assert "Wrong: cannot be read" in part
    bad = client.post(PAGE, {**asked, "question": "nothing"})
    assert (bad.status_code, b"has no question" in bad.content) == (422, True)
    assert client.post(PAGE, {}).status_code == 422
    marks = client.post(PAGE, {**asked, "answer": json.dumps({**RIGHT, "answer": "<script>x"})})
    assert b"<script>x" not in marks.content


def test_the_page_of_another_suite_says_that_it_is_none(suite: Suite, client: Client) -> None:
    Suite.objects.update(is_practice=False)
    client.force_login(person(Role.LEAD))
    for response in (client.get(PAGE), client.post(PAGE, {"question": question(suite), "answer": "A_2"})):
        assert response.status_code == 409
        assert "its gold is not served" in response.content.decode()
        assert '<form method="post" action="/suites/practice/practice/"' not in response.content.decode()


def test_the_page_of_a_suite_says_where_to_practise(suite: Suite, client: Client) -> None:
    client.force_login(person(Role.VIEWER))
    assert PAGE in client.get("/suites/practice/").content.decode()
    assert client.get("/api/v1/suites/practice/").status_code == 200
    Suite.objects.update(is_practice=False)
    assert PAGE not in client.get("/suites/practice/").content.decode()


def test_the_command_says_the_same(suite: Suite) -> None:
    said = StringIO()
    call_command("check_answer", "practice", question(suite), json.dumps(RIGHT), stdout=said)
    assert said.getvalue().startswith("right (equal)")
    said = StringIO()
    call_command("check_answer", "practice", question(suite), "A_2", "--json", stdout=said)
    assert json.loads(said.getvalue())["reason"] == "format"
    with pytest.raises(CommandError, match="has no question"):
        call_command("check_answer", "practice", "x/y", "A_2")
    Suite.objects.update(is_practice=False)
    with pytest.raises(CommandError, match="its gold is not served"):
        call_command("check_answer", "practice", question(suite), "A_2")
