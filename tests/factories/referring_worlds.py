"""Random histories of a domain over so few names that phrases of its questions fit one, none or several."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from itertools import product
from typing import NamedTuple

from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Program, Shape
from scenarios.domains.base import Domain
from scenarios.domains.eduops.templates.policies import BEST_COUNTS, REPEAT_POLICY
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.twins import plain_slug
from tests.factories.random_events import draw_cutoffs, draw_history
from tests.factories.random_programs import DrawnProgram
from tests.factories.random_schema import Schema

#: Values of the types that are no entities, and of those that rules compare with constants.
_VALUES = {
    "date": ("2026-01-05", "2026-01-20", "2026-03-01"),
    "year": ("2026",),
    "bool": ("true", "false"),
    "purpose": ("business", "training"),
    "status": ("placed", "delivered", "cancelled"),
    "int": ("1", "2", "3"),
    "decimal": ("2", "0.5"),
    "money": ("5", "7.25", "10"),
}
#: Declared clauses without which questions of a domain have no answer.
_RULES = {
    "eduops": {REPEAT_POLICY: (BEST_COUNTS,)},
    "glassops": {"slack": ('spared(H) :- H = "Housea".',)},
    "shopops": {"approval_limit": ("approval_limit(L) :- L = 6.",)},
    "tripops": {"per_diem": ("per_diem(T,V) :- nights(T,V).",)},
}

#: Ana goes to Mel and to Nor; then the first journey is moved to the day of the second, and the second away.
MOVED = """
p1 2026-01-05: city_in(Ash, Cor), city_in(Lun, Mel), city_in(Dro, Nor).
p2: hotel_in(Orne, Lun), hotel_in(Ette, Dro).
s1: based_in(Ana, Ash), reports_to(Ana, Bo).
s2: based_in(Bo, Lun), reports_to(Bo, none).
t1: trip(Ana, 2026; Ax), starts(Ax, 2026-03-02), ends(Ax, 2026-03-09).
t2: trip(Ana, 2026; Bur), starts(Bur, 2026-05-04), ends(Bur, 2026-05-06).
b1: booking(Ax, Orne).
b2: booking(Bur, Ette).
y1: complete(trip, Ana, 2026).
m1: signoff_days(5).
w1 2026-02-01: starts(Ax, 2026-03-02).
z1 2026-06-01: revise starts(Ax, 2026-05-04).
z2 2026-07-01: revise starts(Bur, 2026-05-01).
z3 2026-08-01: cancel starts(Bur).
z4 2026-09-01: reopen(trip, Ana, 2026).
"""
#: The year of journeys that ``MOVED`` tells of.
ON = {"traveller": "Ana", "year": "2026"}


class World(NamedTuple):
    """A history of a domain with moments to ask at."""

    program: Program
    history: History
    cutoffs: tuple[datetime, ...]


@cache
def pools(domain: Domain) -> dict[str, tuple[str, ...]]:
    """Two names of each type of entity."""
    decls = load_program(domain.program_text).decls.values()
    types = {t for decl in decls for t in (*decl.key_types, decl.value_type, decl.member_type) if t}
    return {t: _VALUES.get(t, (f"{t.title()}a", f"{t.title()}b")) for t in sorted(types)}


def worlds(domain: Domain, seed: int, count: int, *, cutoffs: int = 2) -> Iterator[World]:
    """Histories of the domain's recorded predicates and of its rules."""
    program = load_program(domain.program_text, f"{domain.slug}/base.dl")
    told = {
        pred: decl
        for pred, decl in program.decls.items()
        if decl.shape in (Shape.FUNC, Shape.SET, Shape.PARAM)
    }
    drawn = DrawnProgram(domain.program_text, Schema(pools(domain), told), _RULES[domain.slug])
    for number in range(count):
        rng = random.Random(f"{domain.slug}/{seed}/{number}")
        history = draw_history(rng, drawn)
        yield World(program, history, tuple(draw_cutoffs(rng, history, cutoffs)))


def arguments(domain: Domain, template: QuestionTemplate) -> Iterator[dict[str, str]]:
    """All arguments of a form over the names of these worlds."""
    names, slots = pools(domain), sorted(template.kinds)
    for values in product(*(names[domain.slot_types[slot]] for slot in slots)):
        yield dict(zip(slots, values, strict=True))


def twins_of(domain: Domain) -> list[QuestionTemplate]:
    """The forms that refer to something by a phrase."""
    return [form for form in domain.question_templates if form.reference]


def form_of(domain: Domain, twin: QuestionTemplate) -> QuestionTemplate:
    """The form that a twin belongs to."""
    return domain.question(plain_slug(twin))
