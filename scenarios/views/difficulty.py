"""The part of a query's page that says how hard it is and where its records lie."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.dateformat import format as date_text
from django.utils.translation import gettext

from scenarios import witness_strips
from scenarios.datalog.derivation import Derivation
from scenarios.models import Query
from scenarios.selectors import difficulty, witness_marks
from scenarios.selectors.witness_marks import Mark, Marks, Role
from scenarios.witness_strips import Lane, Point


def part(query: Query, derivation: Derivation, *, with_actions: bool) -> dict[str, Any]:
    """What ``_difficulty.html`` shows of a query with gold. Distractors show to those who see actions."""
    marks = witness_marks.of(query, derivation, with_actions=with_actions)
    return {
        "difficulty": difficulty.of(query, derivation),
        "marks": marks,
        "strip": _strip(query, marks, with_actions=with_actions),
        "with_actions": with_actions,
    }


def _strip(query: Query, marks: Marks, *, with_actions: bool) -> str:
    shown = [role for role in Role if with_actions or role is not Role.DISTRACTOR]
    lanes = [
        Lane(
            role.value,
            gettext(role.words),
            [_point(query, mark, role, marks.total) for mark in marks.of_role(role)],
        )
        for role in shown
    ]
    counts = ", ".join(f"{lane.name}: {len(lane.points)}" for lane in lanes)
    says = gettext("%(total)s records, the cutoff after %(seen)s of them. %(counts)s") % {
        "total": marks.total,
        "seen": marks.seen,
        "counts": counts,
    }
    return witness_strips.drawn(lanes, cutoff=marks.seen / max(marks.total, 1), says=says)


def _point(query: Query, mark: Mark, role: Role, total: int) -> Point:
    """A mark in its lane; distractors are too many to be stepped through, their links stand in the table."""
    place = (mark.place + 0.5) / total
    words = ", ".join(map(gettext, mark.role_words))
    says = f"{mark.label}, {date_text(mark.at, 'j M Y')}: {words}"
    if role is Role.DISTRACTOR:
        return Point(place, says)
    history = query.scenario
    return Point(place, says, reverse("scenarios:event", args=[history.suite.slug, history.slug, mark.label]))
