"""The ways in which a run reads its stored contexts, by dotted path (overview 3, 4.7; spec 7.3, 12.5).

The setting ``RUN_READINGS`` names a ``ReadingKind`` each. Nothing here touches a system under test: a kind
says which answers are wanted of which contexts, and when its work can begin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop as _n

from benchmark.models import (
    Condition,
    ContextStatus,
    IngestVariant,
    Question,
    QuestionKind,
    ReadingItem,
    Run,
    Store,
    SutContext,
)

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Wanted:
    """An answer that is wanted: ``question`` put to what ``context`` holds, to which its row belongs.

    Where there are ``joined`` contexts, they are read in its place, one after the other, an item that stands
    in two of them once.
    """

    question: Question
    context: SutContext
    joined: tuple[SutContext, ...] = ()

    @property
    def contexts(self) -> tuple[SutContext, ...]:
        """What is read."""
        return self.joined or (self.context,)

    @cached_property
    def failed(self) -> SutContext | None:
        """A context that is not there, if one: what infrastructure failed on before what the system did."""
        bad = [context for context in self.contexts if context.status != ContextStatus.OK]
        return min(bad, key=lambda context: context.status != ContextStatus.INFRASTRUCTURE, default=None)


@dataclass(frozen=True)
class ReadingKind:
    """One way of reading: its ``condition``, and the ``part`` a launch names to have it (empty: always).

    ``opened_by``: the kinds of questions on whose contexts it works. ``budget`` tokens of a context are read,
    None: the run's budget; ``uncut``: all of them. ``wanted`` gives the answers of a piece of work, answered
    or not, in the order of the contexts. ``expected`` counts them over a variant.

    ``late`` work opens when everything else of the run is done: it needs more than the contexts of its own
    segment. A kind with ``work`` makes something else of the readings: it is called with the item that is
    claimed, until when, and the clock, and returns None if all is done, else after what time to go on.
    """

    condition: Condition
    part: str = ""
    opened_by: tuple[str, ...] = (QuestionKind.QUERY,)
    budget: int | None = None
    uncut: bool = False
    late: bool = False
    wanted: Callable[[ReadingItem], Iterable[Wanted]] | None = None
    expected: Callable[[Run], int] = lambda run: 0
    work: Callable[[ReadingItem, datetime, Clock], timedelta | None] | None = None


def registered() -> list[ReadingKind]:
    """All kinds, in the order of the setting."""
    return [import_string(path) for path in settings.RUN_READINGS]


def of_run(run: Run) -> list[ReadingKind]:
    """The kinds that a run was launched with."""
    parts = run.config.get("parts", ())
    return [kind for kind in registered() if not kind.part or kind.part in parts]


def get(condition: str) -> ReadingKind:
    """The kind of a condition. Raises ``KeyError``."""
    return {kind.condition: kind for kind in registered()}[Condition(condition)]


def expected(run: Run) -> dict[str, int]:
    """How many answers each kind wants of one variant and repetition, by condition."""
    return {kind.condition.value: kind.expected(run) for kind in of_run(run) if kind.work is None}


def answers_wanted(run: Run) -> int:
    """How many answers a run wants in all, over its variants and repetitions."""
    each = run.config.get("answers_wanted")
    total = run.questions.count() if each is None else sum(each.values())
    return total * run.variants.count() * int(run.config.get("reading_repetitions", 1))


def contexts_of(item: ReadingItem) -> QuerySet[SutContext]:
    """The contexts that a piece of work is made of, in the order of the walk."""
    return (
        contexts_in(item.store, item.first_step, item.end_step)
        .filter(question__kind__in=get(item.condition).opened_by)
        .select_related("question__query", "variant")
        .order_by("step")
    )


def contexts_in(store: Store, first: int, end: int) -> QuerySet[SutContext]:
    """The contexts of a store with ``first`` <= step < ``end``."""
    return SutContext.objects.filter(
        variant=store.variant_id, scenario=store.scenario_id, step__gte=first, step__lt=end
    )


def contexts_by_question(variant: IngestVariant, questions: Iterable[Question]) -> Mapping[int, SutContext]:
    """The contexts that a variant has for these questions, by question."""
    found = SutContext.objects.filter(variant=variant, question__in=list(questions))
    return {context.question_id: context for context in found.select_related("question__query", "variant")}


def _own(item: ReadingItem) -> Iterable[Wanted]:
    return (Wanted(context.question, context) for context in contexts_of(item))


def _asked(run: Run) -> int:
    return run.questions.count()


def _queries(run: Run) -> int:
    return run.questions.filter(kind=QuestionKind.QUERY).count()


ALONE = ReadingKind(
    Condition.ALONE,
    opened_by=(QuestionKind.QUERY, QuestionKind.TRACKED, QuestionKind.PROBE),
    wanted=_own,
    expected=_asked,
)
"""Each question on the context that was returned for it."""


def _at(condition: Condition, budget: int) -> ReadingKind:
    return ReadingKind(condition, part="budgets", budget=budget, wanted=_own, expected=_queries)


BUDGET_512 = _at(Condition.BUDGET_512, 512)
BUDGET_1024 = _at(Condition.BUDGET_1024, 1024)
BUDGET_2048 = _at(Condition.BUDGET_2048, 2048)
BUDGET_4096 = _at(Condition.BUDGET_4096, 4096)
BUDGET_8192 = _at(Condition.BUDGET_8192, 8192)
"""The queries once more, each context cut to a budget that is the same for all systems (spec 12.5)."""

#: What a launch may ask for beside the answers themselves, and what it adds.
PARTS: Mapping[str, str] = {
    "budgets": _n("Every context read again at 512 to 8,192 tokens: the budget curve."),
    "probes": _n("State probes of the gold derivations, the failure frontier, both recoveries: diagnosis."),
    "tracked": _n("Tracked queries at six checkpoints: refresh and preservation."),
}
