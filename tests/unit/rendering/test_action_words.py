"""Actions in plain words: every one is said, and no two different ones alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Shape
from scenarios.domains import registry
from scenarios.rendering.action_words import ActionWords, action_of, as_row, formal
from scenarios.rendering.mutations import same
from scenarios.rendering.patterns import EventRef, expand
from scenarios.rendering.slots import ListSlot
from tests.factories.mutated import mini_scenes, stating

AT = EventRef("e0001", datetime(2031, 5, 4, 9, tzinfo=UTC), 1)
PLAIN = ActionWords(
    load_program(
        "func dest(trip) -> city\nset trip(person ; trip)\nparam cap(city) -> money(galot)\n"
        "func fits(trip) -> bool\nfunc leaves_on(trip) -> date\n"
    ).decls,
    {"dest": "the destination of {0}", "trip": "the trips of {0}"},
)


def said(op: Op, pred: str, *key: str, **fields: object) -> str:
    return PLAIN.of(ActionRecord(AT.id, AT.t, AT.seq, 0, op, pred, key, **fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "words, expected",
    [
        (said(Op.ASSERT, "dest", "Grus", value="Corby"), "The destination of Grus is Corby."),
        (said(Op.REVISE, "dest", "Grus", value="Corby"), "The destination of Grus changes to Corby."),
        (
            said(Op.CANCEL, "dest", "Grus"),
            "The destination of Grus is taken back: none is stated any more.",
        ),
        (
            said(Op.ASSERT, "dest", "Grus", value="none"),
            "The destination of Grus is none: it is said that there is none.",
        ),
        (said(Op.MEMBER, "trip", "Vera", member="Grus"), "Grus is one of the trips of Vera."),
        (said(Op.CANCEL, "trip", "Vera", member="Grus"), "Grus is no longer one of the trips of Vera."),
        (
            said(Op.COMPLETE, "trip", "Vera", size=2, members=("Grus", "Lyra")),
            "The list of the trips of Vera is complete: 2 in all (Grus, Lyra).",
        ),
        (
            said(Op.COMPLETE, "trip", "Vera", size=0),
            "The list of the trips of Vera is complete: there are none at all.",
        ),
        (
            said(Op.REOPEN, "trip", "Vera"),
            "The list of the trips of Vera is open again: there may be more.",
        ),
        (said(Op.ASSERT, "cap", "Corby", value="1240.5"), "“cap” of Corby is 1,240.50 galot."),
        (said(Op.ASSERT, "fits", "Grus", value="true"), "“fits” of Grus: yes."),
        (said(Op.ASSERT, "leaves_on", "Grus", value="2031-03-04"), "“leaves on” of Grus is 4 March 2031."),
        (
            said(Op.ASSERT, "dest", "Grus", value="Corby", as_of=datetime(2031, 3, 4, tzinfo=UTC)),
            "The destination of Grus is Corby (valid from 4 March 2031).",
        ),
        (said(Op.RULE, "limit", clause="limit(5)."), "The rule “limit” is declared: limit(5)."),
        (said(Op.UNRULE, "limit"), "The rule “limit” is taken back."),
        (said(Op.ASSERT, "no_such_name", "a", "b", value="c"), "“no such name” of a, b is c."),
    ],
)
def test_each_operation_in_words(words: str, expected: str) -> None:
    assert words == expected


def test_a_program_of_its_own_may_use_a_name_with_fewer_arguments() -> None:
    words = ActionWords(PLAIN.decls, {"dest": "the place {1} of {0}"})
    assert words.of(ActionRecord("e", AT.t, 1, 0, Op.ASSERT, "dest", ("Grus",), None, "Corby")) == (
        "“dest” of Grus is Corby."
    )


@pytest.mark.parametrize("slug", ["tripops", "shopops", "eduops"])
def test_every_recorded_predicate_and_every_rule_of_a_domain_has_words(slug: str) -> None:
    domain = registry.get(slug)
    decls = load_program(domain.program_text).decls
    recorded = {name for name, decl in decls.items() if decl.shape in (Shape.FUNC, Shape.SET, Shape.PARAM)}
    assert set(domain.action_nouns) == recorded
    words = ActionWords.speaking(decls, domain)
    rules = 0
    for template in domain.templates:
        for pattern in template.actions:
            if pattern.op in (Op.RULE, Op.UNRULE):
                values = {
                    slot: "2031-03-04" if slot in ("starts", "ends") else "7" for slot in template.kinds
                }
                assert not any(isinstance(kind, ListSlot) for kind in template.kinds.values())
                (action,) = expand((pattern,), values, AT)
                assert not {"“", "{"} & set(words.of(action)), words.of(action)
                rules += 1
    assert rules >= 3


def test_no_two_different_actions_of_mini_read_alike_nor_does_a_changed_one() -> None:
    for scene in mini_scenes():
        meant: dict[str, object] = {}
        everything = [action for event in scene.spec.events for action in event.actions]
        for _, event in ((one, event) for one, event in stating() if one is scene):
            everything += [one.action for one in scene.mutants(event) if one.action is not None]
        for action in everything:
            key = (action.op, same(action))
            assert meant.setdefault(scene.words.of(action), key) == key, scene.words.of(action)
        assert len(meant) > 600


def test_rows_give_the_action_back() -> None:
    for _, event in stating():
        at = EventRef(event.id, event.t, event.seq)
        for action in event.actions:
            assert action_of(as_row(action), at, action.pos) == action


def test_the_formal_text_names_every_argument_and_the_moment() -> None:
    action = ActionRecord("e", AT.t, 1, 0, Op.COMPLETE, "trip", ("Vera",), size=1, members=("Grus",))
    assert formal(action) == "complete trip(Vera), size 1: Grus"
    late = replace(action, as_of=datetime(2031, 3, 4, 7, 30, tzinfo=UTC))
    assert formal(late) == "complete trip(Vera), size 1: Grus as of 2031-03-04T07:30+00:00"
