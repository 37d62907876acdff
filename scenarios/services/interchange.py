"""A suite as interchange files (spec 16): their names and exact bytes, read from the database.

The files hold no clock, no user and no commit id. ``content_hash`` in ``suite.json`` covers every file; the
``sha256`` in ``scenario.json`` the files of that scenario.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from scenarios.bundle import EDITED, FREE_WORDS, RENDERERS
from scenarios.datalog.derivation import Derivation, Node
from scenarios.models import Action, Event, GoldAnswer, Query, Scenario, Suite
from scenarios.selectors import derivations, queries
from scenarios.services import canonical_json
from scenarios.services.canonical_json import moment

#: The files that the content hash covers: those of a suite, and those of each of its scenarios.
SUITE_FILES = ("findings.jsonl", "suite.json")
SCENARIO_FILES = (
    *("actions.jsonl", "dags.jsonl", "event_kinds.jsonl", "events.jsonl", "gold.jsonl", "queries.jsonl"),
    "scenario.json",
)


def suite_files(suite: Suite) -> dict[str, bytes]:
    """Every interchange file of a suite by its path, in order of paths."""
    files: dict[str, bytes] = {"findings.jsonl": canonical_json.lines(_findings(suite))}
    for scenario in suite.scenarios.order_by("position", "pk"):
        for name, content in _scenario_files(suite, scenario).items():
            files[f"{scenario.slug}/{name}"] = content
    head = _suite_object(suite)
    unhashed = {**files, "suite.json": canonical_json.lines([head])}
    head |= {"content_hash": digest(unhashed), "verification": suite.verification} | _standing(suite)
    files["suite.json"] = canonical_json.lines([head])
    return dict(sorted(files.items()))


def digest(files: dict[str, bytes]) -> str:
    """SHA-256 over paths, sizes and bytes in order of paths."""
    total = hashlib.sha256()
    for path, content in sorted(files.items()):
        total.update(f"{path}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def _suite_object(suite: Suite) -> dict[str, Any]:
    return {
        "slug": suite.slug,
        "title": suite.title,
        "kind": suite.kind,
        "suite_version": suite.version,
        "held_out": False,
        "config": suite.config,
        "scenarios": [scenario.slug for scenario in suite.scenarios.order_by("position", "pk")],
    }


def _standing(suite: Suite) -> dict[str, bool]:
    """Whom its gold is for. Not what the content hash is made of: it changes while what is asked stays."""
    return {"held_out": suite.held_out} | ({"practice": True} if suite.is_practice else {})


def _findings(suite: Suite) -> Iterator[dict[str, Any]]:
    for finding in suite.findings.order_by("position", "pk"):
        yield {
            "code": finding.code,
            "file": finding.file,
            "session": finding.session,
            "message": finding.message,
            "detail": finding.detail,
            "suite_version": suite.version,
        }


def _scenario_files(suite: Suite, scenario: Scenario) -> dict[str, bytes]:
    events = list(scenario.events.with_words().order_by("observed_at", "seq"))
    asked = list(queries.of_scenario(scenario).prefetch_related("witnesses"))
    graphs = derivations.all_of(scenario)
    rows = {
        "events.jsonl": map(_event, events),
        "event_kinds.jsonl": map(_event_kind, events),
        "actions.jsonl": _actions(scenario),
        "queries.jsonl": map(_query, asked),
        "gold.jsonl": map(_gold, asked),
        "dags.jsonl": (_dag(query, graphs[query.pk]) for query in asked),
    }
    files = {
        name: canonical_json.lines({**row, "suite_version": suite.version} for row in found)
        for name, found in rows.items()
    }
    head = {**_scenario_object(scenario), "suite_version": suite.version}
    unhashed = {**files, "scenario.json": canonical_json.lines([head])}
    files["scenario.json"] = canonical_json.lines([{**head, "sha256": digest(unhashed)}])
    return files


def _scenario_object(scenario: Scenario) -> dict[str, Any]:
    return {
        "slug": scenario.slug,
        "title": scenario.title,
        "domain": scenario.domain,
        "seed": scenario.seed,
        "config": scenario.config,
        "lexicon_version": str(scenario.config.get("lexicon_version", "")),
        "horizon": [
            None if bound is None else moment(bound)
            for bound in (scenario.horizon_start, scenario.horizon_end)
        ],
        "program": scenario.program,
        "entities": [
            {
                "id": entity.name,
                "name": entity.name,
                "type": entity.type,
                "aliases": entity.aliases,
                "attrs": entity.attrs,
            }
            for entity in scenario.entities.order_by("name")
        ],
    }


def _event(event: Event) -> dict[str, Any]:
    shown = {"id": event.label, "t": moment(event.observed_at), "seq": event.seq, "text": event.text}
    if event.speaker is not None:
        shown["speaker"] = event.speaker
    if event.session is not None:
        shown["session"] = event.session
    return shown


def _event_kind(event: Event) -> dict[str, Any]:
    """What a system is not told of an event. ``renderer`` and ``template_text`` stand only where a model was
    asked for words or a person gave some, so that the files, and the hashes, of other suites stay what they
    are."""
    kind = {
        "event": event.label,
        "kind": event.kind,
        "distractor_kind": event.distractor_kind,
        "synthetic_time": event.synthetic_time,
        "template": event.template,
    }
    if event.renderer in RENDERERS:
        kind["renderer"] = event.renderer
    behind = event.renderer in FREE_WORDS and event.template
    return {**kind, "template_text": event.template_text or ""} if behind else kind


def _actions(scenario: Scenario) -> Iterator[dict[str, Any]]:
    found = Action.objects.filter(event__scenario=scenario).select_related("event")
    for action in found.order_by("event__observed_at", "event__seq", "pos"):
        yield {
            "event": action.event.label,
            "pos": action.pos,
            "op": action.op,
            "pred": action.pred,
            "key": action.key,
            "member": action.member,
            "value": action.value,
            "as_of": moment(action.as_of),
            "size": action.size,
            "members": action.members,
            "clause": action.clause,
            "ineffective": action.ineffective,
            "meta": action.meta,
        }


def _query(query: Query) -> dict[str, Any]:
    return {
        "id": query.label,
        "tau": moment(query.cutoff),
        "question": query.question,
        "answer_type": query.answer_type,
    }


def _gold(query: Query) -> dict[str, Any]:
    """What a system is not told of a query. ``renderer`` stands only where a person worded the question."""
    witnesses = list(query.witnesses.all())
    return {
        **({"renderer": EDITED} if query.renderer == EDITED else {}),
        "id": query.label,
        "target": query.target,
        "goal": _goal(query),
        "family": query.family,
        "operator": query.operator,
        "unit": query.unit,
        "tolerance": query.tolerance,
        "checkpoint": query.checkpoint,
        "stated": query.stated,
        "witnesses": [witness.events for witness in witnesses],
        "minimal": [witness.minimal for witness in witnesses],
        **gold_object(query.gold),
    }


def _goal(query: Query) -> dict[str, Any]:
    """The goal; ``version`` stands only where another than the current one is asked for, so that the files,
    and the hashes, of other suites stay what they are."""
    goal = {
        "pred": query.goal_pred,
        "key": query.goal_key,
        "member": query.goal_member,
        "temporal": query.goal_temporal,
    }
    return goal if query.goal_version is None else {**goal, "version": query.goal_version}


def gold_object(gold: GoldAnswer) -> dict[str, Any]:
    """The gold of a query as spec 16 shows it, without its target and its witnesses."""
    return {
        "label": gold.label,
        "answer": gold.answer,
        "aliases": gold.aliases,
        "missing": gold.missing,
        "support": gold.support,
        "support_high": gold.support_high,
        "witnesses_unlisted": gold.unlisted,
        "exact": gold.exact,
        "context_events": gold.context_events,
        "obs_flag": gold.obs_flag,
        "height": gold.height,
        "width": gold.width,
        "degree": gold.degree,
        "measures": gold.measures,
        "checks": gold.checks,
    }


def _dag(query: Query, derivation: Derivation) -> dict[str, Any]:
    depths = derivation.depths
    return {
        "query": query.label,
        "nodes": [
            {
                "id": node_id(node),
                "kind": node.kind.value,
                "pred": node.key[1],
                "args": list(node.key[2]),
                "state": node.state,
                "depth": depths[key],
                "meta": node.meta,
                "obsolete_count": node.obsolete_count,
            }
            for key, node in sorted(derivation.nodes.items())
        ],
        "edges": [
            [node_id(derivation.nodes[parent]), node_id(derivation.nodes[child])]
            for parent, child in derivation.edges
        ],
    }


def node_id(node: Node) -> str:
    """The id of a node in files: its kind and the id form of spec 2.1, which alone may repeat."""
    return node.label if node.key[0] == "event" else f"{node.key[0]} {node.label}"
