"""``read``: the accounting or the tree subset of StructMemEval as a bundle (spec 11.1 to 11.3). PURE."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from scenarios.bundle import Bundle, Finding, ScenarioSpec
from scenarios.importers.errors import NotThisDataSetError, OptionError, UnreadableFilesError
from scenarios.importers.structmemeval import accounting, oddities, tree
from scenarios.importers.structmemeval.layout import DataSet, read_dataset
from scenarios.importers.structmemeval.options import Options

#: The subsets that can be imported; the others are audited only.
IMPORTED = ("accounting", "tree")


def read(path: Path, subset: str, options: Options | None = None) -> Bundle:
    """The bundle of one subset, with its findings. Nothing is half read.

    Raises ``OptionError`` for another subset, ``NotThisDataSetError`` where the path holds none of its
    files, and ``UnreadableFilesError`` naming the place in every file that is not JSON.
    """
    chosen = options or Options()
    if subset not in IMPORTED:
        raise OptionError(f"subset {subset!r} cannot be imported; one of {', '.join(IMPORTED)}")
    dataset = read_dataset(path, (subset,))
    errors = dataset.errors_of(subset)
    if errors:
        raise UnreadableFilesError(errors)
    scenarios, notes = _accounting(dataset, chosen) if subset == "accounting" else _tree(dataset)
    if not scenarios:
        raise NotThisDataSetError(f"{path}: no {subset} file holds a session with messages")
    findings = (*dataset.findings, *notes, *oddities.of_subset(dataset, subset))
    return Bundle(
        slug=f"structmemeval-{subset}",
        title=f"StructMemEval, {subset}",
        kind="imported",
        scenarios=scenarios,
        findings=findings,
        config={
            "source": {"format": "structmemeval", "subset": subset},
            "assumed_complete": list(accounting.ASSUMED if subset == "accounting" else tree.ASSUMED),
            "options": chosen.as_config() if subset == "accounting" else {},
        },
    )


def _accounting(dataset: DataSet, options: Options) -> tuple[tuple[ScenarioSpec, ...], list[Finding]]:
    sessions = list(accounting.read_sessions(dataset.of("accounting"), options))
    slugs = _unique(read.slug for read in sessions)
    scenarios = tuple(
        accounting.scenario(read, slug, options) for read, slug in zip(sessions, slugs, strict=True)
    )
    return scenarios, [note for read in sessions for note in accounting.findings(read, options)]


def _tree(dataset: DataSet) -> tuple[tuple[ScenarioSpec, ...], list[Finding]]:
    cases = [read for case in dataset.of("tree") if (read := tree.read_case(case)).messages]
    names = {name for read in cases for name in read.near}
    slugs = _unique(accounting.slug(Path(read.case.file).stem) for read in cases)
    scenarios = tuple(tree.scenario(read, slug, names) for read, slug in zip(cases, slugs, strict=True))
    return scenarios, [note for read in cases for note in tree.findings(read)]


def _unique(slugs: Iterable[str]) -> list[str]:
    """The slugs with ``-2``, ``-3``, ... added where one comes again."""
    taken: list[str] = []
    for slug in slugs:
        number, candidate = 1, slug
        while candidate in taken:
            number += 1
            candidate = f"{slug}-{number}"
        taken.append(candidate)
    return taken
