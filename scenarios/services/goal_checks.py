"""Checks of a query's goal against the program (spec 3.1)."""

from __future__ import annotations

import dataclasses
from datetime import datetime

from scenarios.datalog.errors import GoalError
from scenarios.datalog.syntax import Goal, Program, Reading
from scenarios.datalog.values import ValueTextError, canonical, parse_value
from scenarios.datalog.version_goals import canonical_choice
from scenarios.exceptions import Problem


def check_goal(where: str, goal: Goal, program: Program, cutoff: datetime) -> tuple[Goal, list[Problem]]:
    """The goal with canonical arguments, and every problem found in it."""
    decl = program.decls.get(goal.pred)
    if decl is None:
        known = ", ".join(sorted(program.decls))
        return goal, [Problem("goal", where, f"{goal.pred} is not declared", f"known: {known}")]
    if len(goal.key) != len(decl.key_types):
        wanted = ", ".join(decl.key_types) or "no argument"
        return goal, [
            Problem(
                "goal",
                where,
                f"{goal.pred} is asked with {len(goal.key)} key argument(s)",
                f"it takes {wanted}",
            )
        ]
    if goal.member is not None and decl.reading is not Reading.MEMBERS:
        return goal, [Problem("goal", where, f"{goal.pred} has no members to test")]
    try:
        key = tuple(
            canonical(parse_value(text, type_name))
            for text, type_name in zip(goal.key, decl.key_types, strict=True)
        )
        member = goal.member
        if member is not None:
            member = canonical(parse_value(member, decl.member_type or "text"))
    except ValueTextError as error:
        return goal, [Problem("goal", where, f"an argument of {goal.pred}: {error}")]
    goal = dataclasses.replace(goal, key=key, member=member)
    if goal.version is None or cutoff.utcoffset() is None:  # such a cutoff is a problem of its own
        return goal, []
    try:
        version = canonical_choice(decl, goal, cutoff)
    except GoalError as error:
        return goal, [Problem("goal", where, str(error))]
    return dataclasses.replace(goal, version=version, temporal=True), []
