"""What shortcuts score on a suite, from its stored rows; part of a release (spec 12.5, 12.6).

All readers of a scenario go over the same rows, loaded once, and their answers are scored as those of any
system. A check takes the place of the one before. No chance enters: the same rows give the same scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from django.db import transaction
from django.utils import timezone

from benchmark.exceptions import AboveChanceError
from benchmark.models import ShortcutCheck, ShortcutForm, ShortcutScore
from benchmark.oracles import shortcuts as oracles
from benchmark.oracles.shortcuts import Asked, Known, Majority, QuestionOnly, Shortcut
from benchmark.oracles.symbolic import SymbolicReader
from benchmark.scoring import answers as scoring
from benchmark.scoring import envelope, statistics
from benchmark.scoring.envelope import AnswerObject
from benchmark.services.shortcut_scenes import Scene
from scenarios.exceptions import StateRefusedError
from scenarios.models import Query, Suite
from sut_adapters.answering.base import AnswerRequest
from sut_adapters.base import AskedQuestion, ContextItem
from sut_adapters.native.bm25 import Bm25
from sut_adapters.native.memory import item_of

Progress = Callable[[str], None]

#: Records that BM25 hands over (the issue's k).
K = 10
MOST_K = 1_000
#: Below this p, chance does not explain how often a form is answered: one-sided 95 % for all forms of a suite
#: together, so the p of one is held against this share of it (Bonferroni).
LEVEL = 0.05
#: Where a suite's configuration says why a form is answered above chance, and that it may be: form to reason.
EXPLAINED = "explained"
_UNBOUNDED = 10**9
_BATCH = 2_000


def quiet(line: str) -> None:
    """Says nothing of the progress."""


def at_release(suite: Suite) -> None:
    """The check that a release makes (``RELEASE_CHECKS``). Raises ``AboveChanceError``."""
    check = run(suite=suite)
    refused = check.forms.filter(above_chance=True, reason="")
    if refused:
        raise AboveChanceError(suite.slug, [described(form) for form in refused])


def described(form: ShortcutForm) -> str:
    """A form that is answered above chance, in words."""
    return (
        f"{form.domain}: {form.form} is answered right from its wording alone {form.right} times of "
        f"{form.queries}, by chance {form.chance:.0%} (p {form.p:.4f})"
    )


@transaction.atomic
def run(*, suite: Suite, k: int = K, progress: Progress = quiet) -> ShortcutCheck:
    """Let every shortcut answer every query of a suite and store how they score.

    Raises ``StateRefusedError`` for a suite whose configuration explains forms in another shape than as a
    table of forms with a reason each.
    """
    reasons = _reasons(suite)
    ShortcutCheck.objects.filter(suite=suite).delete()
    check = ShortcutCheck.objects.create(
        suite=suite, content_hash=suite.content_hash, k=k, created_at=timezone.now()
    )
    scenes = [Scene.of(scenario) for scenario in suite.scenarios.order_by("position", "pk")]
    known = [pair for scene in scenes for pair in scene.known()]
    majority, question_only = Majority(known), QuestionOnly(known)
    rows: list[ShortcutScore] = []
    for number, scene in enumerate(scenes, 1):
        progress(
            f"{scene.scenario.slug} ({number} of {len(scenes)}): {len(scene.queries)} queries, "
            f"{len(scene.records)} records"
        )
        rows += _scored(check, scene, _without_derivation(scene, majority, question_only))
        rows += _scored(check, scene, _with_the_reader(scene, k))
    forms = _forms(check, known, rows, reasons)
    _mark(rows, known, forms)
    ShortcutScore.objects.bulk_create(rows, batch_size=_BATCH)
    ShortcutForm.objects.bulk_create(forms, batch_size=_BATCH)
    return check


def _reasons(suite: Suite) -> dict[str, str]:
    stated = suite.config.get(EXPLAINED, {})
    if not isinstance(stated, dict) or not all(isinstance(reason, str) for reason in stated.values()):
        raise StateRefusedError(
            f"{EXPLAINED} in the configuration of suite {suite.slug!r} is not a table of forms with a reason "
            "each."
        )
    return {form: reason.strip() for form, reason in stated.items()}


Given = Iterator[tuple[Query, Shortcut, AnswerObject]]


def _scored(check: ShortcutCheck, scene: Scene, given: Given) -> Iterator[ShortcutScore]:
    for query, shortcut, said in given:
        score = scoring.score(said, scene.golds.view(query.pk))
        yield ShortcutScore(
            check_made=check,
            query=query,
            shortcut=shortcut.value,
            correct=score.correct,
            label_correct=score.label_correct,
            recall=score.recall,
        )


def _without_derivation(scene: Scene, majority: Majority, question_only: QuestionOnly) -> Given:
    mentions = scene.mentions()
    for query in scene.queries:
        asked, seen = scene.asked[query.pk], scene.seen(query.cutoff)
        yield query, Shortcut.ALWAYS_UNKNOWN, oracles.always_unknown()
        yield query, Shortcut.ALWAYS_ZERO, oracles.always_zero(asked.answer_type)
        yield query, Shortcut.MAJORITY, majority.answer(asked)
        yield query, Shortcut.LAST_MENTION, oracles.last_mention(asked, mentions, seen)
        yield query, Shortcut.MOST_FREQUENT, oracles.most_frequent(asked, mentions, seen)
        yield query, Shortcut.QUESTION_ONLY, question_only.answer(asked)


def _with_the_reader(scene: Scene, k: int) -> Given:
    """The symbolic reader over what BM25 finds, over everything, and over the supporting events.

    The queries come in the order of their cutoffs, so the index takes in each record once.
    """
    reader, bm25, taken = scene.reader(), Bm25(config={"k": k}, store_key=""), 0
    items = [item_of(record) for record in scene.records]
    for query in scene.queries:
        seen = scene.seen(query.cutoff)
        bm25.ingest(scene.records[taken:seen])
        taken = seen
        found = bm25.retrieve(AskedQuestion(query.question or "", query.cutoff, _UNBOUNDED)).items
        needed = scene.golds.self_contained(query.pk)
        supporting = [item for item, record in zip(items, scene.records, strict=True) if record.id in needed]
        yield query, Shortcut.BM25, _read(reader, query, found)
        yield query, Shortcut.FULL_HISTORY, _read(reader, query, items[:seen])
        yield query, Shortcut.SUPPORTING_EVENTS, _read(reader, query, supporting)


def _read(reader: SymbolicReader, query: Query, items: Sequence[ContextItem]) -> AnswerObject:
    request = AnswerRequest(query.question or "", query.cutoff, query.answer_type, tuple(items))
    return envelope.parse(reader.answer(request, query.goal, query.target).raw)


def _forms(
    check: ShortcutCheck,
    known: Sequence[tuple[Asked, Known]],
    rows: Sequence[ShortcutScore],
    reasons: dict[str, str],
) -> list[ShortcutForm]:
    """How often question only is right on each form, beside chance."""
    right = {str(row.query_id) for row in rows if row.shortcut == Shortcut.QUESTION_ONLY and row.correct}
    asked = {(one.domain, one.form): one for one, _ in known}
    sizes = Counter((one.domain, one.form) for one, _ in known)
    hits = Counter((one.domain, one.form) for one, _ in known if one.query in right)
    forms = []
    for (domain, form), one in sorted(asked.items()):
        n, hit, chance = sizes[domain, form], hits[domain, form], oracles.chance(one)
        p = statistics.at_least(hit, n, chance)
        forms.append(
            ShortcutForm(
                check_made=check, domain=domain, form=form, options=len(one.options),
                queries=n, right=hit, chance=chance, p=p, above_chance=p * len(asked) < LEVEL,
                reason=reasons.get(form, ""),
            )
        )  # fmt: skip
    return forms


def _mark(
    rows: Sequence[ShortcutScore], known: Sequence[tuple[Asked, Known]], forms: Sequence[ShortcutForm]
) -> None:
    above = {(form.domain, form.form) for form in forms if form.above_chance}
    queries = {one.query for one, _ in known if (one.domain, one.form) in above}
    for row in rows:
        row.above_chance = (
            row.shortcut == Shortcut.QUESTION_ONLY and row.correct and str(row.query_id) in queries
        )
