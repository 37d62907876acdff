"""What must stand beside the figures of a report: who knows what, who read, how far people verified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmark.models import Run
from benchmark.services import readers

#: Stands behind the name of an oracle, and before the note that says what it knows.
ORACLE = "*"


def named(system: str, knows: Sequence[str]) -> str:
    """The name of a system, marked where it is an oracle."""
    return f"{system} {ORACLE}" if knows else system


def oracles(lines: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """A note for each oracle among (system, what it knows)."""
    known = {system: knows for system, knows in lines if knows}
    return [
        f"{ORACLE} {system} knows {', '.join(knows)}: "
        f"{'a ceiling, ' if 'gold' in knows else ''}an oracle, never ranked."
        for system, knows in known.items()
    ]


def reader(run: Run) -> str:
    """Who read the contexts, and what the reader knows that no language model does."""
    knows = f" It knows {', '.join(run.reader_knows)}." if run.reader_knows else ""
    ranked = "" if readers.is_ranked(run.reader) else " What it gives is never ranked."
    served = " Practice suite: its gold is served, nothing on it is ranked." if run.suite.is_practice else ""
    return f"Reader {run.reader}: {readers.title(run.reader)}.{knows}{ranked}{served}"


def partial(run: Run) -> list[str]:
    """That a run has not ended as done, where it has not."""
    if run.status == "done":
        return []
    return [f"Partial: the run is {run.get_status_display()}; these figures are not for comparison."]
