"""What Postgres cannot compute yet is refused by name, never computed wrongly (overview 4.2)."""

from __future__ import annotations

import pytest

from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.sql.answers import batch_statement
from scenarios.datalog.sql.unsupported import NotCompiledError
from scenarios.datalog.syntax import Goal
from scenarios.services import evaluation
from tests.factories.small_histories import day
from tests.factories.stored_histories import store_history

DECLARED = """set edge(node ; node)
func next(node) -> int
derived p(node ; node)
derived q(node ; node)
derived n(node ; int)
"""

REFUSED = {
    "mutual recursion of p and q": """
p(X,Y) :- edge(X,Y).
p(X,Y) :- edge(X,Z), q(Z,Y).
q(X,Y) :- edge(X,Z), p(Z,Y).
""",
    "non-linear recursion of p": """
p(X,Y) :- edge(X,Y).
p(X,Z) :- p(X,Y), p(Y,Z).
""",
    "several recursive rules for p": """
p(X,Y) :- edge(X,Y).
p(X,Z) :- p(X,Y), edge(Y,Z).
p(X,Z) :- p(X,Y), edge(Z,Y), edge(X,Z).
""",
    "the recursion of n makes new values": """
n(X,V) :- next(X,V).
n(X,W) :- n(X,V), W = V + 1.
""",
    "this form of recursion of p": """
p(X,Y) :- edge(X,Y).
p(X,Z) :- edge(X,Y), p(Y,Z), edge(X,Z).
""",
    "Y ranges over p and another collection at once": """
p(X,Y) :- edge(X,Y).
p(X,Z) :- edge(X,Y), p(X,Y), edge(Y,Z).
""",
}


@pytest.mark.parametrize("message", REFUSED)
def test_a_refusal_names_what_file_line_and_rule(message: str) -> None:
    program = load_program(DECLARED + REFUSED[message], "roads.dl")
    pred = "n" if " n " in f"{message} " else "p"
    with pytest.raises(NotCompiledError) as refusal:
        batch_statement(program, pred)
    fault = refusal.value.faults[0]
    assert message in fault.message
    assert (fault.file, fault.code) == ("roads.dl", "not-compiled")
    assert fault.line > DECLARED.count("\n")
    assert fault.rule.startswith(f"{pred}(")
    assert f"roads.dl:{fault.line}:" in str(refusal.value)


@pytest.mark.django_db
def test_predicates_beside_a_refused_one_are_answered() -> None:
    beside = "derived out(node) -> bool\nout(X) :- edge(X,_).\n"
    text = DECLARED + REFUSED["non-linear recursion of p"] + beside
    scenario = store_history(text, History(()))
    gold = evaluation.answers_at(scenario=scenario, asked=[(Goal("out", ("a",)), day(0))])[0]
    assert gold.label == "unknown"
    with pytest.raises(NotCompiledError, match=r"non-linear recursion of p"):
        evaluation.evaluate(scenario=scenario, goal=Goal("p", ("a",)), cutoff=day(0))


def test_more_keys_than_version_rows_hold_are_refused() -> None:
    text = "func far(a, a, a, a) -> int\nderived f(a) -> int\nf(X,V) :- far(X,X,X,X,V).\n"
    program = load_program(text, "far.dl")
    with pytest.raises(NotCompiledError, match=r"far cannot be read from the version rows"):
        batch_statement(program, "f")
