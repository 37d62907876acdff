"""Cases from the field on the whole path: stored, evaluated, exported, imported again, or refused whole."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from scenarios.datalog import reference
from scenarios.datalog.errors import RunawayError
from scenarios.datalog.loading import load_program
from scenarios.models import DerivationNode, GoldAnswer, Query, Suite
from scenarios.selectors import histories
from scenarios.services import exports, imports, releases, suites
from tests.factories import scenarios as make
from tests.factories.scenarios import act, bundle, event_spec, query_spec
from tests.factories.stored_histories import store_history
from tests.integration.engine.test_hard_texts import TEXTS

pytestmark = pytest.mark.django_db

#: Hard texts that can name something: a name is more than blanks.
NAMES = (*(text for text in TEXTS if text.strip()), "a\u2028b")

INNS = """
func inn(hotel) -> text
set guest(hotel ; person)
derived copy(hotel) -> text
derived guests(hotel ; person)
copy(X,Y) :- inn(X,Y).
guests(H,P) :- guest(H,P).
"""


def _inns() -> Suite:
    """Every hard text as a key, as a value and as a member; the empty text is a value alone."""
    events = [event_spec(n, act("assert", "inn", text, value=text)) for n, text in enumerate(NAMES, start=1)]
    count = len(NAMES)
    events.append(event_spec(count + 1, act("assert", "inn", "h6", value="")))
    members = [act("member", "guest", "h1", member=text) for text in NAMES]
    events.append(event_spec(count + 2, *members, act("complete", "guest", "h1", size=count)))
    asked = [*NAMES, "h6"]
    queries = [query_spec(n, "copy", text, cutoff=make.day(90)) for n, text in enumerate(asked, start=1)]
    queries.append(query_spec(90, "guests", "h1", cutoff=make.day(90), answer_type="set"))
    return suites.store(bundle=bundle(*events, queries=tuple(queries), program=INNS, slug="inns"), by=None)


def _answers(suite: Suite) -> list[object]:
    rows = Query.objects.filter(scenario__suite=suite).select_related("gold").order_by("label")
    return [row.gold.answer for row in rows]


def test_hard_texts_come_back_byte_equal_after_each_step(tmp_path: Path) -> None:
    """Case D09: stored → evaluated by both → exported as JSON → imported → evaluated and exported again."""
    suite = _inns()
    wanted = [*NAMES, "", sorted(NAMES)]
    assert _answers(suite) == wanted
    assert releases.verify(suite).ok
    exports.export_suite(suite=suite, folder=tmp_path / "first", by=None)
    written = (tmp_path / "first/small/gold.jsonl").read_bytes().split(b"\n")
    assert [json.loads(line)["answer"] for line in written if line] == wanted
    first = {path.name: path.read_bytes() for path in (tmp_path / "first").rglob("*.json*")}
    suite.delete()
    again = imports.import_suite(folder=tmp_path / "first", by=None)
    assert _answers(again) == wanted
    program, history = load_program(INNS), histories.load(again.scenarios.get())
    for query in Query.objects.filter(scenario__suite=again):
        found = reference.answer(program, history, query.goal, query.cutoff)
        assert found.answer == query.gold.answer, query.goal
    exports.export_suite(suite=again, folder=tmp_path / "second", by=None)
    assert {path.name: path.read_bytes() for path in (tmp_path / "second").rglob("*.json*")} == first


RUNAWAY = """
set start(counter ; int)
derived n(counter ; int)
n(C,X) :- start(C,X).
n(C,X) :- n(C,Y), X = Y + 1.
"""


def test_a_recursion_without_end_is_stopped_and_stores_nothing() -> None:
    """Case D06: within seconds, by the stated limit, by name; no suite, no gold, no node stays."""
    start = event_spec(1, act("member", "start", "c", member="1"), act("complete", "start", "c", size=1))
    began = time.monotonic()
    with pytest.raises(RunawayError, match=r"the recursion of n makes new values without bound"):
        suites.store(
            bundle=bundle(start, queries=(query_spec(1, "n", "c"),), program=RUNAWAY, slug="endless"), by=None
        )
    assert time.monotonic() - began < 60
    assert not Suite.objects.exists()
    assert not GoldAnswer.objects.exists()
    assert not DerivationNode.objects.exists()


def test_a_cycle_and_a_long_chain_are_followed_to_their_end() -> None:
    """Case D06: no silent limit at a thousand rows; a cycle ends."""
    from scenarios.datalog.facts import load_facts
    from scenarios.datalog.syntax import Goal
    from scenarios.services import evaluation

    text = "set edge(node ; node)\nderived reach(node ; node)\n"
    text += "reach(X,Y) :- edge(X,Y).\nreach(X,Z) :- reach(X,Y), edge(Y,Z).\n"
    program = load_program(text)
    chain = " ".join(f'edge("{n}","{n + 1}").' for n in range(1, 1201))
    cycle = " edge(a,b). edge(b,c). edge(c,a)."
    history = load_facts(program, chain + cycle)
    scenario = store_history(text, history)
    at = make.day(400)
    goals = [Goal("reach", (node,)) for node in ("1", "a", "b", "c")]
    found = evaluation.answers_at(scenario=scenario, asked=[(goal, at) for goal in goals])
    assert [len(gold.answer) for gold in found] == [1200, 3, 3, 3]
    assert found == [reference.answer(program, history, goal, at) for goal in goals]
