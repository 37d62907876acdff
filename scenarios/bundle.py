"""The bundle: what a generator or importer hands over, before anything is stored (overview 3).

PURE. Frozen values; names follow GLOSSARY.md. An entity's id is its canonical name, unique in its
scenario, so facts, answers and DAGs read as text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scenarios.datalog.derivation import Gold
from scenarios.datalog.history import ActionRecord
from scenarios.datalog.minimality import Proof
from scenarios.datalog.syntax import Goal

#: Who words records where a model is asked for it (spec 6.4), and where a person worded them (spec 6.5).
LLM, FALLBACK, EDITED = "llm", "template_fallback", "edited"
RENDERERS = (LLM, FALLBACK, EDITED)
#: No template reads these words: checks compare them with those of the template behind them.
FREE_WORDS = frozenset({LLM, EDITED})


@dataclass(frozen=True, slots=True)
class EntitySpec:
    """A named thing of a scenario, with the aliases an answer may use."""

    name: str
    type: str
    aliases: tuple[str, ...] = ()
    attrs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventSpec:
    """e = (t, r, A): ``id`` (``e0001``), aware UTC time, order, record text and typed actions.

    ``kind`` is record, distractor, filler or unannotated. ``template`` names the template that
    rendered the text, empty for imported text. ``renderer`` is empty there; it is ``llm`` where a model put
    the template's words, kept as ``template_text``, into its own, and ``template_fallback`` where a model
    was asked in vain, so that the template's words stayed (spec 6.4); ``edited`` where a person put other
    words in place of the template's, kept likewise, or of words that came with the record (spec 6.5).
    """

    id: str
    t: datetime
    seq: int
    text: str
    actions: tuple[ActionRecord, ...] = ()
    kind: str = "record"
    speaker: str | None = None
    session: str | None = None
    distractor_kind: str | None = None
    synthetic_time: bool = False
    template: str = ""
    renderer: str = ""
    template_text: str = ""

    @property
    def worded_by(self) -> str:
        """Who worded the text: template, llm, template_fallback, edited, or given where it came worded."""
        return self.renderer or ("template" if self.template else "given")


@dataclass(frozen=True, slots=True)
class QuerySpec:
    """q = (target, cutoff) with its question. ``target`` holds op, args and refs (spec 3.1).

    ``answer_type`` is one of count, number, money, bool, entity, date, set, path, settlement.
    ``unit`` is ``%`` or a currency or empty. ``expected`` is the gold the generator computed, None
    for imports. ``checkpoint`` is the importer's name for the place the query was asked at. ``proof`` is what
    the generator's checks said of the witnesses. ``renderer`` is ``edited`` where a person put other words in
    place of the template's, else empty.
    """

    id: str
    goal: Goal
    cutoff: datetime
    question: str
    family: str
    operator: str
    answer_type: str
    target: dict[str, Any] = field(default_factory=dict)
    unit: str = ""
    tolerance: str = "0"
    expected: Gold | None = None
    stated: Any = None
    checkpoint: str = ""
    proof: Proof | None = None
    renderer: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioSpec:
    """One history with its program and queries. ``program`` is ``.dl`` source."""

    slug: str
    title: str
    domain: str
    seed: int
    program: str
    events: tuple[EventSpec, ...]
    queries: tuple[QuerySpec, ...]
    entities: tuple[EntitySpec, ...] = ()
    config: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something an importer noticed: ``code``, where it stands, and what was seen."""

    code: str
    file: str
    session: str
    message: str
    detail: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """A suite before it is stored. ``kind`` is derive, drift, structure or imported."""

    slug: str
    title: str
    kind: str
    scenarios: tuple[ScenarioSpec, ...]
    findings: tuple[Finding, ...] = ()
    config: dict[str, Any] = field(default_factory=dict)
