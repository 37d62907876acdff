"""Twins of suites: the same histories, queries and gold, the records in a model's words (spec 6.4)."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction

from benchmark.floor.audit.services import records as audit
from scenarios.bundle import FALLBACK, LLM, Bundle, EventSpec
from scenarios.domains import registry
from scenarios.exceptions import StateRefusedError, SuiteExistsError, TextsFailedError, TwinDiffersError
from scenarios.models import GoldAnswer, Suite
from scenarios.rendering.rewording import Complete, Rewording, Scene, is_rewordable, reword
from scenarios.selectors import specs
from scenarios.services import bundle_checks, copies, model_replies, suites
from scenarios.services.gold import gold_of
from scenarios.services.interchange import suite_files
from scenarios.services.model_replies import Remembering, Replies
from scenarios.services.text_checks import nodes_of

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: Where the configuration of a twin says what it is a twin of.
REWORDED = "reworded"
#: Files of a scenario that hold words or hashes of them; gold is compared apart, for its overlap of words.
_OF_WORDS = ("events.jsonl", "event_kinds.jsonl", "scenario.json", "gold.jsonl")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rewording is: records done of all that are asked for, replies asked for anew."""

    done: int
    total: int
    asked: int


@dataclass(frozen=True, slots=True)
class RewordReport:
    """What became of a suite: its twin, how many records a model worded, how many fell back to their
    template, how many were left as they were, calls made now, attempts in all, and what failed of them."""

    twin: Suite
    model: str
    reworded: int
    fallen_back: int
    left: int
    asked: int
    attempts: int
    failed_checks: dict[str, int]
    refused: tuple[str, ...]


#: The place of an event: scenario and id.
_Place = tuple[str, str]


def reword_suite(
    *,
    suite: Suite,
    by: User | None,
    slug: str = "",
    workers: int = 4,
    limit: int | None = None,
    progress: Callable[[Progress], None] = lambda progress: None,
) -> RewordReport:
    """Store and release the twin of a suite under ``slug`` (by default the suite's own with ``-reworded``).

    ``limit`` records are worded at most, the first ones; ``workers`` calls fly at once. Replies are kept as
    they come, so that whoever was ended in the middle asks only for what is missing. The twin stays a draft
    where texts fail their checks. Raises ``SuiteExistsError`` and ``StateRefusedError`` before anything is
    asked, ``ModelUnavailableError`` where the model fails, ``TwinDiffersError``, and what ``suites.store``
    raises; no suite is stored then.
    """
    name, complete = model_replies.configured()
    bundle = _renamed(suite, slug or f"{suite.slug}-{REWORDED}", name, limit)
    scenes = _scenes(suite, bundle)
    chosen = [
        (spec.slug, event)
        for spec in bundle.scenarios
        for event in spec.events
        if spec.slug in scenes and is_rewordable(scenes[spec.slug], event)
    ][:limit]
    if not chosen:
        raise StateRefusedError(
            f"Suite {suite.slug!r} has no record that a template of a shipped domain wrote, so there is "
            "nothing to put into other words."
        )
    desk = _Desk(scenes, complete, Replies.of(name), progress)
    found = desk.reword(chosen, workers)
    twin, refused = _store(suite, _worded(bundle, found), by)
    failures = [failure.code for one in found.values() for try_ in one.attempts for failure in try_.failures]
    renderers = Counter(one.renderer for one in found.values())
    return RewordReport(
        twin=twin,
        model=name,
        reworded=renderers[LLM],
        fallen_back=renderers[FALLBACK],
        left=sum(len(spec.events) for spec in bundle.scenarios) - len(found),
        asked=desk.asked,
        attempts=sum(len(one.attempts) for one in found.values()),
        failed_checks=dict(sorted(Counter(failures).items())),
        refused=refused,
    )


def _renamed(suite: Suite, slug: str, model: str, limit: int | None) -> Bundle:
    """The bundle of the twin with the words that it has so far, checked before anybody is asked."""
    if Suite.objects.filter(slug=slug).exists():
        raise SuiteExistsError(
            f"There is already a suite {slug!r}. Choose another slug, or delete that draft."
        )
    origin = {"suite": suite.slug, "version": suite.version, "content_hash": suite.content_hash}
    bundle = dataclasses.replace(
        specs.bundle_of(suite),
        slug=slug,
        title=f"{suite.title}, reworded",
        config={**copies.without_origin(suite.config), REWORDED: {**origin, "model": model, "limit": limit}},
    )
    return bundle_checks.check(_with_gold(suite, bundle))


def _with_gold(suite: Suite, bundle: Bundle) -> Bundle:
    """The bundle with the gold of the suite as what is expected."""
    rows = GoldAnswer.objects.filter(query__scenario__suite=suite).select_related("query__scenario")
    golds = {(row.query.scenario.slug, row.query.label): gold_of(row) for row in rows}
    scenarios = (
        dataclasses.replace(
            spec,
            queries=tuple(
                dataclasses.replace(query, expected=golds.get((spec.slug, query.id)))
                for query in spec.queries
            ),
        )
        for spec in bundle.scenarios
    )
    return dataclasses.replace(bundle, scenarios=tuple(scenarios))


def _scenes(suite: Suite, bundle: Bundle) -> dict[str, Scene]:
    """What the checks read, by scenario; scenarios of domains without templates have none."""
    nodes = nodes_of(suite)
    return {
        spec.slug: Scene.of(registry.get(spec.domain), spec, nodes[spec.slug])
        for spec in bundle.scenarios
        if spec.domain in registry.names()
    }


@dataclass
class _Desk:
    """Has records worded, several at once; writes replies and tells progress in the thread that called."""

    scenes: dict[str, Scene]
    complete: Complete
    replies: Replies
    progress: Callable[[Progress], None]
    asked: int = 0

    def reword(self, chosen: list[tuple[str, EventSpec]], workers: int) -> dict[_Place, Rewording]:
        """The rewording of each record. Ends at the first failure of the model, with all replies kept."""
        found: dict[_Place, Rewording] = {}
        with ThreadPoolExecutor(max_workers=workers, thread_name_prefix="reword") as pool:
            futures: dict[Future[Rewording], tuple[_Place, Remembering]] = {}
            try:
                for slug, event in chosen:
                    asking = Remembering(self.complete, self.replies)
                    future = pool.submit(reword, event, self.scenes[slug], asking)
                    futures[future] = ((slug, event.id), asking)
                for future in as_completed(futures):
                    place, asking = futures[future]
                    self._keep(asking)
                    found[place] = future.result()
                    self.progress(Progress(len(found), len(chosen), self.asked))
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                for _, asking in futures.values():
                    self._keep(asking)
                raise
        return found

    def _keep(self, asking: Remembering) -> None:
        fresh, asking.fresh = asking.fresh, []
        self.replies.keep(fresh)
        self.asked += len(fresh)


def _worded(bundle: Bundle, found: dict[_Place, Rewording]) -> Bundle:
    scenarios = (
        dataclasses.replace(
            spec,
            events=tuple(
                found[spec.slug, event.id].put_into(event) if (spec.slug, event.id) in found else event
                for event in spec.events
            ),
        )
        for spec in bundle.scenarios
    )
    return dataclasses.replace(bundle, scenarios=tuple(scenarios))


@transaction.atomic
def _store(suite: Suite, bundle: Bundle, by: User | None) -> tuple[Suite, tuple[str, ...]]:
    """The twin, and what kept it from being released."""
    twin = suites.store(bundle=bundle, by=by, is_open=suite.is_open, standing=suite.standing)
    if differing := tuple(_differences(suite, twin)):
        raise TwinDiffersError(suite.slug, differing)
    audit.record(
        action="suite.reworded",
        subject=f"suite:{twin.slug}",
        by=by,
        details={"content_hash": twin.content_hash, **bundle.config[REWORDED]},
    )
    try:
        return suites.release(suite=twin, by=by), ()
    except TextsFailedError as error:
        return twin, error.failures


def _differences(suite: Suite, twin: Suite) -> Iterator[str]:
    """Files in which the twin differs from its original in more than the words of records."""
    theirs, ours = suite_files(suite), suite_files(twin)
    for name in sorted(theirs.keys() | ours.keys()):
        if name == "suite.json" or name.endswith(_OF_WORDS):
            continue
        if _rows(theirs, name, suite) != _rows(ours, name, twin):
            yield name
    for name in (name for name in sorted(theirs) if name.endswith("/gold.jsonl")):
        if [_wordless(row) for row in _rows(theirs, name, suite)] != [
            _wordless(row) for row in _rows(ours, name, twin)
        ]:
            yield name


def _rows(files: dict[str, bytes], name: str, suite: Suite) -> list[dict[str, Any]]:
    """The objects of a file without the version of the suite, which a twin has of its own."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in files.get(name, b"").splitlines()]
    return [{key: value for key, value in row.items() if key != "suite_version"} for row in rows]


def _wordless(row: dict[str, Any]) -> dict[str, Any]:
    """A row of gold without the overlap between the words of question and records."""
    measures = {key: value for key, value in row["measures"].items() if key != "overlap"}
    return {**row, "measures": measures}
