"""Scoring and diagnosing a file, all or nothing (ux 15): every line that cannot be used is named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchmark.services import answer_lines, scoring_files
from benchmark.services.answer_lines import AnswerFileError
from benchmark.services.file_desks import FileSettings
from benchmark.services.scoring_files import FileScore
from probes.services import file_diagnosis
from probes.services.file_diagnosis import FileDiagnosis
from scenarios.models import Suite

EMPTY = 'the file holds no line; write one a question: {"query": "q001", "label": "unknown"}'


@dataclass(frozen=True)
class ScoredFile:
    """What a file scores. ``planned`` queries of the suite have probes, of which the file answers ``probed``;
    ``diagnoses`` are of those among them whose own answer counts."""

    suite: Suite
    scored: FileScore
    diagnoses: tuple[FileDiagnosis, ...]
    planned: int
    probed: int


def of_lines(*, suite: Suite, lines: Iterable[str], settings: FileSettings) -> ScoredFile:
    """Score JSON lines in memory; no row is written.

    Raises ``AnswerFileError`` naming every line that cannot be used, ``RunMisconfiguredError`` for a reader
    that cannot be opened, ``CombinerUnavailableError`` where a language model does not answer.
    """
    read = answer_lines.read(suite=suite, lines=lines)
    sorted_lines = file_diagnosis.sort(suite=suite, given=read.given)
    faults = [*read.faults, *scoring_files.doubled(read.given), *sorted_lines.faults]
    if faults:
        raise AnswerFileError(answer_lines.told(faults))
    if not read.given:
        raise AnswerFileError([EMPTY])
    scored = scoring_files.score(suite=suite, given=read.given, settings=settings)
    found = file_diagnosis.diagnose(scored, sorted_lines.lines, read.given)
    return ScoredFile(suite, scored, tuple(found), sorted_lines.planned, len(sorted_lines.lines))
