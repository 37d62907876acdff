"""The planned history of an EduOps scenario and what to ask of it (spec 4.3, 5.3 stages 1 to 6). PURE.

The frame comes first: calendar, catalogue and its changes, what boards declare, tutors and classes. Then
students come one after the other, in the order of the accent, as long as the room lasts; a few more classes
take up the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, cycle

from scenarios.domains.eduops.world import accents
from scenarios.domains.eduops.world.arguments import arguments_of
from scenarios.domains.eduops.world.boards import plan_boards
from scenarios.domains.eduops.world.calendar import plan_terms
from scenarios.domains.eduops.world.catalogue import plan_catalogue
from scenarios.domains.eduops.world.files import Campus, Life
from scenarios.domains.eduops.world.giant import plan_giant
from scenarios.domains.eduops.world.lives import LIVES
from scenarios.domains.eduops.world.look_alikes import LookAlikes, counts, lacks_old_copy
from scenarios.domains.eduops.world.pages import plan_pages
from scenarios.domains.eduops.world.revisions import plan_revisions
from scenarios.domains.eduops.world.stage import Stage
from scenarios.domains.eduops.world.teaching import Teaching, plan_teaching, set_class
from scenarios.generators.derive.targets import Cell
from scenarios.generators.derive.world import Brief, World

#: After so many students in a row that no longer fit, the rest is left to classes.
TRIES = 8
#: A class with its changes has at most so many events beside its versions.
_CLASS_EXTRA = 1


def build(brief: Brief) -> World:
    """The world of a brief; the same for the same brief."""
    stage, size = Stage.of(brief), brief.config.planned_witness
    terms = plan_terms(stage)
    catalogue = plan_catalogue(stage)
    plan_pages(stage, catalogue)
    plan_revisions(stage, catalogue)
    boards = plan_boards(stage, catalogue)
    teaching = plan_teaching(stage, catalogue, terms)
    stage.most = stage.room
    campus = Campus(stage, catalogue, boards, terms)
    giant = plan_giant(campus, size) if size is not None else None
    lives = _students(campus, giant.lives if giant else (), _kinds(stage, brief.short))
    LookAlikes(campus, lives).plan()
    _more_classes(campus, teaching)
    year = str(brief.config.horizon[0].year)
    return World(
        stage.register.cast(year, catalogue.areas),
        tuple(stage.plot.events),
        arguments_of(campus, teaching, lives, brief.streams.of("arguments")),
        (giant.form, giant.arguments) if giant else None,
    )


def _kinds(stage: Stage, short: Iterable[Cell]) -> Iterator[str]:
    """The kinds of lives in turn, those first that give what was short in the last round."""
    wanted = [kind for cell in sorted(short) for kind in accents.REMEDIES.get(cell, ())]
    return chain(wanted, cycle(stage.accent.lives))


def _students(campus: Campus, first: Sequence[Life], kinds: Iterator[str]) -> list[Life]:
    """Students until no more fit beside the distractors that are still to come."""
    stage, lives, failed = campus.stage, list(first), 0
    room = stage.room - sum(counts(campus).values())
    for kind in kinds:
        stood = len(stage.plot.events)
        drawn = {type_name: len(names) for type_name, names in stage.register.drawn.items()}
        life = LIVES[kind](campus)
        if len(stage.plot.events) + lacks_old_copy(campus) <= room:
            lives.append(life)
            failed = 0
            continue
        del stage.plot.events[stood:]
        stage.register.shorten(drawn)
        failed += 1
        if failed == TRIES:
            break
    return lives


def _more_classes(campus: Campus, teaching: Teaching) -> None:
    """Classes in what room is left."""
    stage, left = campus.stage, True
    most = stage.plot.config.chain_len_dist.most + _CLASS_EXTRA
    while left and len(stage.plot.events) < stage.room:
        plain = len(stage.plot.events) + most > stage.room
        left = set_class(stage, campus.catalogue, campus.terms, teaching, plain=plain)
