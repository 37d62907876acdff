"""Statements of re-entry: each action of a domain can be said, and is read back as what it is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.loading import load_program
from scenarios.domains import registry
from scenarios.rendering.action_words import ActionWords
from scenarios.rendering.mutations import same
from scenarios.rendering.patterns import ActionPattern, EventRef, UnboundActionsError, bind, expand, slots_in
from scenarios.rendering.slots import date_words
from scenarios.review.subjects.record_statements import (
    LIST,
    Statement,
    read_statement,
    sayable,
    statements,
)

AT = EventRef("e0001", datetime(2031, 5, 4, 9, tzinfo=UTC), 1)
DOMAINS = ("tripops", "shopops", "eduops")
#: What people type, by the type of a gap, and what is stored then; a name is typed and stored as it is.
TYPED = {
    "date": (date_words("2031-03-04"), "2031-03-04"),
    "money": ("1,240.50", "1240.5"),
    "int": ("1,200", "1200"),
    "decimal": ("0.845", "0.845"),
    "bool": ("yes", "true"),
}


def of(slug: str) -> tuple[Statement, ...]:
    domain = registry.get(slug)
    words = ActionWords.speaking(load_program(domain.program_text).decls, domain)
    return statements(words, domain)


@pytest.mark.parametrize("slug", DOMAINS)
def test_every_statement_of_a_domain_is_read_back_as_its_action(slug: str) -> None:
    found = of(slug)
    assert len({one.code for one in found}) == len(found)
    assert len({one.label for one in found}) == len(found)
    for one in found:
        texts = [
            "Ana, Bo and Cy" if gap.type == LIST else TYPED.get(gap.type, (f"Name {place}", ""))[0]
            for place, gap in enumerate(one.gaps)
        ]
        action, faults = read_statement(one, texts, AT, {})
        assert not faults, (one.label, faults)
        assert action is not None
        assert action.op is one.op
        assert sayable(found, [action])
        stored = (*action.key, action.value, action.member, *action.members, action.clause, action.pred)
        for gap in one.gaps:
            wanted = "Bo" if gap.type == LIST else TYPED.get(gap.type, ("", "Name"))[1]
            assert any(wanted in str(part) for part in stored), (one.label, action)


@pytest.mark.parametrize("slug", DOMAINS)
def test_every_rule_that_a_record_declares_can_be_entered(slug: str) -> None:
    """Each rule's own template says of which type its slots are."""
    domain, found = registry.get(slug), of(slug)
    rules = {one.code: one for one in found if one.rule is not None}
    entered = 0
    for template in domain.templates:
        for pattern in template.actions:
            if pattern.op not in (Op.RULE, Op.UNRULE):
                continue
            slots = sorted(slots_in(pattern.pred) | slots_in(pattern.clause))
            stored = {slot: TYPED.get(template.kinds[slot].name, ("", f"Name{slot}"))[1] for slot in slots}  # type: ignore[union-attr]
            (action,) = expand((pattern,), stored, AT)
            assert sayable(found, [action])
            assert any(enters(one, action) for one in rules.values()), pattern
            entered += 1
    assert entered >= 3


def enters(statement: Statement, action: ActionRecord) -> bool:
    """Whether the statement, filled with the action's own arguments as people write them, is read as it."""
    assert statement.rule is not None
    if statement.op is not action.op:
        return False
    clause = statement.rule.clause if action.op is Op.RULE else None
    try:
        values = bind((ActionPattern(statement.op, statement.rule.key, clause=clause),), [action])
    except UnboundActionsError:
        return False
    texts = [str(values[gap.name.replace(" ", "_")]) for gap in statement.gaps]
    read, _ = read_statement(statement, texts, AT, {})
    return read is not None and same(read) == same(action)


def test_lists_are_typed_with_commas_and_nothing_is_an_empty_one() -> None:
    found = {one.code: one for one in of("tripops")}
    whole = found["all:trip"]
    for text, members in (
        ("Elaesesk, Farandur", ("Elaesesk", "Farandur")),
        ("Elaesesk and Farandur", ("Elaesesk", "Farandur")),
        ("Elaesesk; Elaesesk", ("Elaesesk",)),
        ("none", ()),
        ("", ()),
    ):
        action, faults = read_statement(whole, ["Ana Bo", "2031", text], AT, {})
        assert not faults
        assert action is not None
        assert (action.members, action.size) == (members, len(members))


def test_a_gap_too_many_and_one_too_few_are_named() -> None:
    found = {one.code: one for one in of("tripops")}
    _, faults = read_statement(found["back:booking"], ["Elaesesk", "Jorathock"], AT, {})
    assert list(faults) == [1]
    _, faults = read_statement(found["is:booking"], ["Elaesesk"], AT, {})
    assert list(faults) == [1]


def test_a_stated_absence_is_typed_as_none() -> None:
    found = {one.code: one for one in of("tripops")}
    action, _ = read_statement(found["is:reports_to"], ["Ana Bo", "None"], AT, {})
    assert action is not None
    assert action.value == "none"


def test_a_rule_without_words_cannot_be_entered() -> None:
    rule = ActionRecord("e", AT.t, 1, 0, Op.RULE, "unheard_of", clause="unheard_of(T) :- trip(P,Y,T).")
    assert not sayable(of("tripops"), [rule])
