"""What can be compared: a line is one system under one hint in one ended run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.http import Http404

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import ENDED_RUNS, HintLevel, IngestVariant, Run
from probes.exceptions import LinesRefusedError
from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from scenarios.permissions import require

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: More lines than this are no comparison that a person reads.
MOST_LINES: Final = 8
#: As many runs of a suite are offered to choose from, the newest.
RUNS_OFFERED: Final = 50
_LARGEST_KEY: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class LineName:
    """``RUN[:SYSTEM[:HINT]]`` as it is typed; what is left out is empty."""

    run: int
    system: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Line:
    """One system under one hint in one run, by its first ingest.

    ``repetitions`` counts its ingests times the readings of each; the first of them is compared, for a paired
    test takes one verdict a query.
    """

    run: Run
    variant: IngestVariant
    repetitions: int

    @property
    def system(self) -> str:
        return str(self.variant.system.name)

    @property
    def hint(self) -> str:
        return str(self.variant.hint)

    @property
    def knows(self) -> tuple[str, ...]:
        """What an oracle knows; empty for a real system."""
        return tuple(self.variant.knows)

    def __str__(self) -> str:
        return f"{self.run.pk}:{self.system}:{self.hint}"


def parse(text: str) -> LineName:
    """A line as it is typed. Raises ``LinesRefusedError`` where it names no run."""
    number, _, rest = text.strip().partition(":")
    if not (number.isascii() and number.isdigit() and int(number[:19]) <= _LARGEST_KEY and len(number) < 20):
        raise LinesRefusedError(f"{text[:100]!r} is no line. Give RUN, RUN:SYSTEM or RUN:SYSTEM:HINT.")
    system, colon, hint = rest.rpartition(":")
    if colon and hint in HintLevel.values:
        return LineName(int(number), system, hint)
    return LineName(int(number), rest)


def visible(names: Iterable[LineName], user: User | Any) -> dict[int, Run]:
    """The runs that are named, for a person who may view all of them.

    Raises ``Http404`` for one that is absent or not theirs, ``PermissionDenied`` where their role may not.
    """
    found = stored(names)
    if absent := [name.run for name in names if name.run not in found]:
        raise Http404(f"There is no run {absent[0]} that you may see.")
    for suite in {run.suite_id: run.suite for run in found.values()}.values():
        try:
            require(user, Verb.RUN_VIEW, suite)
        except NotVisibleError as error:
            raise Http404("There is no run that you may see.") from error
    return found


def stored(names: Iterable[LineName]) -> dict[int, Run]:
    """The runs that are named and there, whoever asks."""
    runs = Run.objects.filter(pk__in={name.run for name in names}).select_related("suite")
    return {run.pk: run for run in runs}


def resolve(names: Sequence[LineName], runs: dict[int, Run]) -> list[Line]:
    """The lines that are named, in their order, each once; ``runs`` holds all that they name.

    Raises ``LinesRefusedError`` for a run that is still going, a system or hint that it has not, several of
    them where none is named, and too many lines.
    """
    if len(names) > MOST_LINES:
        raise LinesRefusedError(f"{len(names)} lines are too many; compare at most {MOST_LINES} at once.")
    offered = of_runs(list(runs.values()))
    found = [_named(name, runs[name.run], offered[name.run]) for name in names]
    return list({str(line): line for line in found}.values())


def of_suite(suite: Suite) -> list[Line]:
    """The lines of the ended runs of a suite, the newest run first."""
    ended = suite.runs.filter(status__in=ENDED_RUNS).select_related("suite", "created_by")
    runs = list(ended.order_by("-created_at", "-pk")[:RUNS_OFFERED])
    offered = of_runs(runs)
    return [line for run in runs for line in offered[run.pk]]


def of_runs(runs: Sequence[Run]) -> dict[int, list[Line]]:
    """The lines of each run, in the order in which its systems were named. One query."""
    by_id = {run.pk: run for run in runs}
    groups: dict[int, dict[tuple[int, str], list[IngestVariant]]] = {run.pk: {} for run in runs}
    for variant in IngestVariant.objects.filter(run__in=by_id).select_related("system").order_by("pk"):
        groups[variant.run_id].setdefault((variant.system_id, variant.hint), []).append(variant)
    return {
        pk: [
            Line(
                run=by_id[pk],
                variant=min(group, key=lambda variant: variant.repetition),
                repetitions=len(group) * by_id[pk].config.get("reading_repetitions", 1),
            )
            for group in found.values()
        ]
        for pk, found in groups.items()
    }


def _named(name: LineName, run: Run, offered: list[Line]) -> Line:
    if run.is_open:
        raise LinesRefusedError(f"Run {run.pk} is still {run.status}. Compare it once it has ended.")
    fitting = [line for line in offered if name.system in ("", line.system) and name.hint in ("", line.hint)]
    if not fitting:
        wanted = ":".join(part for part in (name.system, name.hint) if part)
        raise LinesRefusedError(f"Run {run.pk} has no line {wanted!r}. It has {_listed(offered)}.")
    if len(fitting) > 1:
        raise LinesRefusedError(f"Run {run.pk} has several such lines. Name one of {_listed(fitting)}.")
    return fitting[0]


def _listed(lines: Iterable[Line]) -> str:
    return ", ".join(map(str, lines)) or "none"
