"""What a state probe asks: goal, type and words for a node of a derivation (spec 7.2). PURE.

The gold of a probe is the node's state, so each kind of node is asked by a goal with that state: a recorded
value or parameter by itself, a collection by its members (its completeness is the answer's label), a derived
predicate by what it answers. A member that stands in no collection of the derivation is asked by the inverse
that read it, or whether it is one. A declared clause is asked by its head where it fixes every key of it;
else by which of its wordings is in force (``datalog.rule_goals``), where the domain has words for these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from string import Formatter

from scenarios.datalog.derivation import MARK, NodeKind
from scenarios.datalog.rule_goals import RULE, goal_of_rule, is_parameter, is_rule_goal
from scenarios.datalog.syntax import Decl, Goal, Program, Reading, Shape
from scenarios.datalog.values import NUMERIC_TYPES
from scenarios.domains.asking import HINTS
from scenarios.domains.base import Domain
from scenarios.rendering.probes import ProbeWords, plain_args, plain_words, probe_text

_HOW_MANY = "How many"
_ANY_MONEY = "Give an amount of money."


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a node, with the words for it. ``options`` maps the clauses of a rule goal to the
    words that name them."""

    goal: Goal
    answer_type: str
    unit: str
    sentence: str
    args: tuple[str, ...]
    hint: str
    options: Mapping[str, str] = field(default_factory=dict)

    def text(self, cutoff: datetime) -> str:
        """The probe as it is put at a cutoff."""
        return probe_text(self.sentence, self.args, cutoff, self.hint)


@dataclass(frozen=True)
class Probing:
    """How the nodes over one program are asked about, in the words of its domain if there is one here."""

    program: Program
    domain: Domain | None = None

    def of(self, kind: str, pred: str, args: Sequence[str], state: object) -> Asked | None:
        """What to ask of a node; None where no question can be put to it.

        ``pred``, ``args`` and ``state`` are those of the node. No question can be put to versions other than
        the current one, to what only stands in for the name in a question, and to declared clauses
        without words. Raises ``ProgramError`` for a declared clause that is none.
        """
        args = tuple(args)
        if MARK in pred:
            return None
        if kind == NodeKind.RULE:
            return self._rule(pred.removeprefix(RULE), args, state)
        decl = self.program.decls.get(pred)
        if decl is None or pred in self._stand_ins:
            return None
        if kind == NodeKind.FACT and decl.shape is Shape.SET:
            return self._member(decl, args)
        return self._asked(decl, Goal(pred, args))

    # ---------------------------------------------------------------- by kind
    def _rule(self, rule_key: str, args: tuple[str, ...], state: object) -> Asked | None:
        if is_parameter(self.program, rule_key):
            return self._asked(self.program.decls[rule_key], Goal(rule_key, args))
        goal = goal_of_rule(self.program, rule_key, str(state))
        if not is_rule_goal(goal):
            return self._asked(self.program.decls[goal.pred], goal)
        words = self._own_words.get(goal.pred)
        if words is None or state not in words.options:
            return None
        return Asked(goal, "entity", "", words.text, (), words.hint, words.options)

    def _member(self, decl: Decl, args: tuple[str, ...]) -> Asked:
        inverse = self._inverses.get(decl.pred)
        if inverse is not None:
            return self._asked(inverse, Goal(inverse.pred, args[-1:]))
        own = self._own_words.get(decl.pred)
        sentence = own.member if own is not None and own.member else plain_words(decl).member
        shown = args if own is not None and own.member else tuple(plain_args(args))
        return Asked(Goal(decl.pred, args[:-1], args[-1]), "bool", "", sentence, shown, HINTS["bool"])

    def _asked(self, decl: Decl, goal: Goal) -> Asked:
        own = self._own_words.get(decl.pred)
        words = own or plain_words(decl)
        answer_type, hint = self._form(decl, words)
        unit = self._currency(decl) if answer_type == "money" else ""
        args = goal.key if own else tuple(plain_args(goal.key))
        return Asked(goal, answer_type, unit, words.text, args, words.hint or hint)

    # ---------------------------------------------------------------- the form of the answer
    def _form(self, decl: Decl, words: ProbeWords) -> tuple[str, str]:
        """Answer type and hint: those of the domain's own questions for the predicate, where it has any."""
        if decl.pred in self._forms:
            return self._forms[decl.pred]
        answer_type = _type(decl, words)
        currency = self._currency(decl)
        if answer_type == "money" and not currency:
            return answer_type, _ANY_MONEY
        return answer_type, HINTS[answer_type].format(currency=currency)

    def _currency(self, decl: Decl) -> str:
        named = decl.currencies[-1] if decl.currencies else ""
        return named or (self.domain.currency if self.domain else "")

    # ---------------------------------------------------------------- what is looked up
    @cached_property
    def _forms(self) -> dict[str, tuple[str, str]]:
        templates = self.domain.question_templates if self.domain else ()
        return {
            template.pred: (template.answer_type, template.hint)
            for template in templates
            if template.version is None and template.member is None
        }

    @cached_property
    def _own_words(self) -> dict[str, ProbeWords]:
        """The domain's words, with those for what its references refer to."""
        if self.domain is None:
            return {}
        references = [t.reference for t in self.domain.question_templates if t.reference is not None]
        meant = {one.referent: _meant(one.phrase, one.own) for one in references}
        return {**meant, **self.domain.probe_words}

    @cached_property
    def _stand_ins(self) -> frozenset[str]:
        """Predicates that ask a form of an entity that a phrase refers to: their nodes are roots, or say that
        the phrase refers to nothing."""
        twins = (t.pred for t in (self.domain.question_templates if self.domain else ()) if t.reference)
        return frozenset(name for pred in twins for name in (pred, f"unresolved_{pred}"))

    @cached_property
    def _inverses(self) -> dict[str, Decl]:
        decls = self.program.decls.values()
        return {decl.inverse_of: decl for decl in decls if decl.inverse_of is not None}


def _type(decl: Decl, words: ProbeWords) -> str:
    if decl.reading is not Reading.VALUE:
        return "set" if decl.reading is Reading.MEMBERS else "bool"
    value_type = decl.value_type or "text"
    if value_type in ("money", "date", "bool"):
        return value_type
    if value_type not in NUMERIC_TYPES:
        return "entity"
    return "count" if value_type in ("int", "count") and words.text.startswith(_HOW_MANY) else "number"


def _meant(phrase: str, slots: Sequence[str]) -> ProbeWords:
    """The words that ask what a phrase refers to, its slots as places of arguments."""
    parts = [
        text + ("" if slot is None else f"{{{slots.index(slot)}}}")
        for text, slot, _, _ in Formatter().parse(phrase)
    ]
    return ProbeWords(f"Which one is {''.join(parts)}, as things stand now?")
