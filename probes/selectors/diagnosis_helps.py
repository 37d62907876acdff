"""What would help a system most, in plain words, ranked by how many wrong answers it concerns (spec 7.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.scoring.aggregation import Share
from probes.diagnosis.reasons import ABOVE_THE_EVIDENCE, REASONS
from probes.diagnosis.totals import Totals
from probes.models import Dimension, FailureClass
from probes.selectors.diagnoses import DiagnosisFacts
from scenarios.sentences import Sentence

#: Class, whether an obsolete version was answered (None: either), what would help.
CAUSES: tuple[tuple[str, bool | None, str], ...] = (
    (
        FailureClass.UNGATHERED,
        None,
        Sentence(
            "Gather inputs with the question: these lack a state that the system gives when asked for "
            "directly."
        ),
    ),
    (
        FailureClass.UNRETRIEVABLE,
        True,
        Sentence(
            "Let the newest record win: these rest on an obsolete version, also when asked for directly."
        ),
    ),
    (
        FailureClass.UNRETRIEVABLE,
        False,
        Sentence("Keep and find what was recorded: these lack it, also when asked for directly."),
    ),
    (
        FailureClass.MISDERIVED,
        None,
        Sentence("Derive better: these make a wrong state of right inputs."),
    ),
)


@dataclass(frozen=True, slots=True)
class Help:
    """Something that would help: how many of the wrong answers it concerns, and the filters that list them
    where they are those of one class."""

    words: str
    share: Share
    wanted: dict[str, str]


def helping(wrong: Sequence[DiagnosisFacts], found: Totals, system: str) -> list[Help]:
    """Remedies and causes, by the share of wrong answers that each concerns, the largest first."""
    split = [row for row in wrong if row.split is not None]
    listed = [
        Help(
            Sentence("Ask for each input by itself and combine the answers: that alone repairs these (➊)."),
            found.self_evidence.recovered,
            {},
        ),
        Help(
            Sentence(
                "Bring the right evidence where its own is wrong: only gold evidence repairs these (➋ alone, "
                "load-bearing)."
            ),
            found.load_bearing,
            {},
        ),
        Help(
            Sentence("Join what the system finds for each input before it answers: the split repairs these."),
            Share(sum(bool(row.split) for row in split), len(split)),
            {},
        ),
        *_residual(wrong),
        *(_cause(wrong, system, failure, evolved, words) for failure, evolved, words in CAUSES),
    ]
    return sorted(
        (one for one in listed if one.share.numerator),
        key=lambda one: -(one.share.value or 0),
    )


def _residual(wrong: Sequence[DiagnosisFacts]) -> list[Help]:
    """What gold evidence does not repair, by the reason why."""
    tried = [row for row in wrong if row.gold_recovered is not None]
    # Of one query a page that shows aggregates alone may say nothing but these words.
    failed = (row.reason for row in tried if not row.gold_recovered)
    counts = Counter(reason if reason in REASONS else ABOVE_THE_EVIDENCE for reason in failed)
    return [
        Help(
            _above()
            if reason == ABOVE_THE_EVIDENCE
            else Sentence(
                "Not told by the recoveries: these stay wrong with gold evidence because %(reason)s.",
                reason=Sentence(reason),
            ),
            Share(count, len(tried)),
            {},
        )
        for reason, count in counts.items()
    ]


def _above() -> str:
    return Sentence(
        "Combine states better: these stay wrong even with gold evidence, the loss lies above it."
    )


def _cause(
    wrong: Sequence[DiagnosisFacts], system: str, failure: str, evolved: bool | None, words: str
) -> Help:
    count = sum(
        any(
            node.failure == failure
            and (evolved is None or (node.dimension == Dimension.EVOLUTION) is evolved)
            for node in row.frontier
        )
        for row in wrong
    )
    wanted = {"system": system, "failure": str(failure)}
    if evolved:
        wanted["dimension"] = Dimension.EVOLUTION.value
    return Help(words, Share(count, len(wrong)), wanted)
