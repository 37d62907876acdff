"""What must stand beside the figures of a report: who knows what, who read, how far people verified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmark.models import Run
from benchmark.services import readers
from scenarios.sentences import Sentence

#: Stands behind the name of an oracle, and before the note that says what it knows.
ORACLE = "*"


def named(system: str, knows: Sequence[str]) -> str:
    """The name of a system, marked where it is an oracle."""
    return f"{system} {ORACLE}" if knows else system


def oracles(lines: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """A note for each oracle among (system, what it knows)."""
    known = {system: knows for system, knows in lines if knows}
    return [_oracle(system, knows) for system, knows in known.items()]


def _oracle(system: str, knows: Sequence[str]) -> str:
    told = {"mark": ORACLE, "system": system, "knows": listed(knows)}
    if "gold" in knows:
        return Sentence("%(mark)s %(system)s knows %(knows)s: a ceiling, an oracle, never ranked.", **told)
    return Sentence("%(mark)s %(system)s knows %(knows)s: an oracle, never ranked.", **told)


def listed(words: Sequence[str]) -> str:
    """What something knows, each a word of the catalog."""
    return Sentence.joined(", ", [Sentence(word) for word in words])


def reader(run: Run) -> str:
    """Who read the contexts, and what the reader knows that no language model does."""
    title = Sentence(readers.title(run.reader))
    said: list[str] = [Sentence("Reader %(reader)s: %(title)s.", reader=run.reader, title=title)]
    if run.reader_knows:
        said.append(Sentence("It knows %(knows)s.", knows=listed(run.reader_knows)))
    if not readers.is_ranked(run.reader):
        said.append(Sentence("What it gives is never ranked."))
    if run.suite.is_practice:
        said.append(Sentence("Practice suite: its gold is served, nothing on it is ranked."))
    return Sentence.joined(" ", said)


def partial(run: Run) -> list[str]:
    """That a run has not ended as done, where it has not."""
    if run.status == "done":
        return []
    status = run.get_status_display()
    return [Sentence("Partial: the run is %(status)s; these figures are not for comparison.", status=status)]
