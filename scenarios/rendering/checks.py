"""Automatic checks of rendered texts, each with pass or fail and the evidence (spec 6.3). PURE.

K1 faithful, K2 no derived state told, K3 fictional names, K4 banned phrases, K5 dates, K7 length, K8 no
internal ids, K9 references unique. K6 (bait) belongs to queries flagged as bait, which no suite has yet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC
from decimal import Decimal, InvalidOperation

from scenarios.bundle import EntitySpec, EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Node, NodeKind
from scenarios.datalog.history import TOMBSTONES, ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.resolution import Resolved, resolve
from scenarios.datalog.syntax import Program
from scenarios.domains.base import Domain
from scenarios.rendering import questions
from scenarios.rendering.fiction import is_fictional
from scenarios.rendering.lexicon import lemma
from scenarios.rendering.patterns import EventRef
from scenarios.rendering.records import readings
from scenarios.rendering.references import Reference, resolves_to
from scenarios.rendering.slots import DATE_PATTERN, date_iso, date_words

#: Words about the benchmark itself, and labels of obsolescence that would give versions away.
META_PHRASES = (
    "event", "ground truth", "superseded", "benchmark", "according to the rules above", "gold answer",
    "witness", "cutoff", "derivation", "distractor", "as an ai",
)  # fmt: skip
#: Allowed only where the record itself revises or cancels.
OBSOLESCENCE_PHRASES = ("outdated", "no longer valid", "obsolete")

RECORD_WORDS = (6, 60)
QUESTION_WORDS = 45
_INTERNAL_ID = re.compile(r"\b(?:e\d{4,}|q\d{3,}|[\w-]+:e\d{4,})\b")
_CLAUSE_DATE = re.compile(r"date\((\d{4}-\d\d-\d\d)\)")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Outcome of one check on one subject (an event's or query's id, or a name). ``span`` marks the
    evidence in the text, (0, 0) where there is none to mark; ``evidence`` says what was seen."""

    code: str
    subject: str
    passed: bool
    evidence: str = ""
    span: tuple[int, int] = (0, 0)

    def as_json(self) -> dict[str, object]:
        """For ``Rendering.checks``."""
        return {"code": self.code, "passed": self.passed, "evidence": self.evidence, "span": list(self.span)}


def _mark(code: str, subject: str, text: str, needle: str) -> CheckResult:
    start = text.casefold().find(needle.casefold())
    return CheckResult(code, subject, False, needle, (max(start, 0), max(start, 0) + len(needle)))


# ---------------------------------------------------------------- records
def record_checks(domain: Domain, event: EventSpec) -> tuple[CheckResult, ...]:
    """K1, K4, K5, K7 and K8 of one record."""
    return (
        faithful(domain, event),
        banned_phrases(event.id, event.text, event.actions),
        date_sanity(event),
        length(event.id, event.text, *RECORD_WORDS),
        no_internal_id(event.id, event.text),
    )


def faithful(domain: Domain, event: EventSpec) -> CheckResult:
    """K1: exactly one wording reads the record, and it reads the event's own actions."""
    found = list(readings(domain, event.text, EventRef(event.id, event.t, event.seq)))
    names = [f"{reading.template.slug}#{reading.surface}" for reading in found]
    if len(found) != 1:
        return CheckResult(
            "K1", event.id, False, f"read by {', '.join(names) or 'no wording'}", (0, len(event.text))
        )
    same = found[0].actions == event.actions
    return CheckResult("K1", event.id, same, names[0] if same else f"{names[0]} reads other actions")


def banned_phrases(subject: str, text: str, actions: Sequence[ActionRecord] = ()) -> CheckResult:
    """K4: no meta word; a word of obsolescence only in a record that revises or cancels."""
    changes = any(action.op in TOMBSTONES or action.op is Op.REVISE for action in actions)
    for phrase in (*META_PHRASES, *(() if changes else OBSOLESCENCE_PHRASES)):
        if re.search(rf"\b{re.escape(phrase)}\b", text, re.IGNORECASE):
            return _mark("K4", subject, text, phrase)
    return CheckResult("K4", subject, True)


def date_sanity(event: EventSpec) -> CheckResult:
    """K5: every date in the text is an argument or the event's own day; a backdated record shows its date."""
    allowed = {event.t.astimezone(UTC).date().isoformat()}
    for action in event.actions:
        allowed.update(part for part in (*action.key, action.value, action.member) if part)
        allowed.update(_CLAUSE_DATE.findall(action.clause or ""))
        if action.as_of is not None and action.as_of != action.t:
            shown = date_words(action.as_of.date().isoformat())
            if shown not in event.text:
                return CheckResult(
                    "K5", event.id, False, f"does not show its date {shown}", (0, len(event.text))
                )
            allowed.add(action.as_of.date().isoformat())
    for match in re.finditer(rf"\b{DATE_PATTERN}\b", event.text):
        if _day(match.group()) not in allowed:
            return CheckResult("K5", event.id, False, match.group(), match.span())
    return CheckResult("K5", event.id, True)


def _day(words: str) -> str | None:
    """The day that these words name; None for one that does not exist, such as 31 February."""
    try:
        return date_iso(words)
    except ValueError:
        return None


def length(subject: str, text: str, least: int, most: int) -> CheckResult:
    """K7: between ``least`` and ``most`` words."""
    count = len(text.split())
    return CheckResult("K7", subject, least <= count <= most, f"{count} words", (0, len(text)))


def no_internal_id(subject: str, text: str) -> CheckResult:
    """K8: no id of an event or query in the text."""
    match = _INTERNAL_ID.search(text)
    if match is None:
        return CheckResult("K8", subject, True)
    return CheckResult("K8", subject, False, match.group(), match.span())


# ---------------------------------------------------------------- questions and names
def question_checks(
    domain: Domain, query: QuerySpec, entities: Iterable[EntitySpec]
) -> tuple[CheckResult, ...]:
    """K1, K4, K7, K8 and K9 of one question."""
    listed = tuple(entities)
    named = {*domain.name_types, *(entity.type for entity in listed)}
    return (
        question_faithful(domain, query),
        banned_phrases(query.id, query.question),
        length(query.id, query.question, 1, QUESTION_WORDS),
        no_internal_id(query.id, query.question),
        unique_references(
            query, listed, frozenset(slot for slot, kind in domain.slot_types.items() if kind not in named)
        ),
    )


def question_faithful(domain: Domain, query: QuerySpec) -> CheckResult:
    """K1 for questions: exactly one wording reads it, with the query's own target, goal and cutoff."""
    found = questions.readings(domain.question_templates, query.question)
    if len(found) != 1:
        names = ", ".join(f"{reading.template.slug}#{reading.surface}" for reading in found)
        return CheckResult(
            "K1", query.id, False, f"read by {names or 'no wording'}", (0, len(query.question))
        )
    reading = found[0]
    same = (reading.goal, reading.cutoff) == (query.goal, query.cutoff) and reading.args == query.target[
        "args"
    ]
    return CheckResult(
        "K1", query.id, same, reading.template.slug if same else "reads another target or cutoff"
    )


#: Dates and quarters of a year.
_PERIOD = re.compile(r"\d{4}-\d{2}-\d{2}|Q[1-4] \d{4}")


def unique_references(
    query: QuerySpec, entities: Iterable[EntitySpec], unnamed: Collection[str] = ()
) -> CheckResult:
    """K9: every argument that is a name refers to exactly one entity; years, quarters and dates are
    themselves, and so is what stands in the slots ``unnamed``."""
    counts = Counter(name for entity in entities for name in {entity.name, *entity.aliases})
    for slot, value in sorted(query.target["args"].items()):
        known = counts[value]
        itself = slot in unnamed or value.isdigit() or _PERIOD.fullmatch(value)
        if known > 1 or (known == 0 and not itself):
            seen = f"{slot} {value!r} refers to {known} entities"
            return CheckResult("K9", query.id, False, seen, _mark("K9", query.id, query.question, value).span)
    return CheckResult("K9", query.id, True)


def resolved_references(domain: Domain, scenario: ScenarioSpec) -> tuple[CheckResult, ...]:
    """K9 of every question that refers by a phrase: at its cutoff the phrase fits one entity alone, which is
    the one that the target names."""
    phrased = {form.slug: form.reference for form in domain.question_templates if form.reference}
    asked = [query for query in scenario.queries if query.target.get("form") in phrased]
    if not asked:
        return ()
    program = load_program(scenario.program, f"{scenario.slug}.dl")
    history = History.of(action for event in scenario.events for action in event.actions)
    states = {cutoff: resolve(history, cutoff) for cutoff in {query.cutoff for query in asked}}
    return tuple(
        _one_referent(query, phrased[query.target["form"]], program, states[query.cutoff]) for query in asked
    )


def _one_referent(
    query: QuerySpec, reference: Reference, program: Program, resolved: Resolved
) -> CheckResult:
    args = query.target.get("args", {})
    lacking = sorted(set(reference.own) - set(args))
    if lacking:
        return CheckResult("K9", query.id, False, f"the target has no {', '.join(lacking)}")
    fitting = resolves_to(reference, program, resolved, args)
    meant = query.target.get("refs", {}).get(reference.slot, {}).get("entity")
    seen = f"{reference.slot} by {reference.name} fits {', '.join(fitting) or 'nothing'}"
    if len(fitting) == 1 and meant in (None, *fitting):
        return CheckResult("K9", query.id, True, seen)
    seen = f"{seen}; the target means {meant}" if len(fitting) == 1 else seen
    return CheckResult("K9", query.id, False, seen, (0, len(query.question)))


def fictional(entities: Iterable[EntitySpec], plain_types: frozenset[str]) -> tuple[CheckResult, ...]:
    """K3 for every entity with an invented name; ``plain_types`` are entity types of ordinary words."""
    return tuple(
        CheckResult(
            "K3", entity.name, is_fictional(entity.name), "" if is_fictional(entity.name) else entity.name
        )
        for entity in entities
        if entity.type not in plain_types
    )


# ---------------------------------------------------------------- derived states
DERIVED_KINDS = frozenset({NodeKind.AGGREGATE, NodeKind.DERIVED, NodeKind.DERIVED_SET})


def told_states(
    domain: Domain, nodes: Iterable[Node], events: Sequence[EventSpec]
) -> tuple[CheckResult, ...]:
    """K2: failures only, one for each record and state of ``nodes`` that it tells within one sentence.

    A sentence tells it when it holds a key of the node, the text of its state and a trigger word of its
    predicate. Nodes without a state that a text could hold (sets, unknown) are told by each member. One
    key may come with several states, one for each cutoff.
    """
    sentences = [
        (event, sentence, frozenset(map(lemma, re.findall(r"[a-z]+", sentence.casefold()))))
        for event in events
        for sentence in SENTENCE_END.split(event.text)
    ]
    states = {(node.key, repr(node.state)): node for node in nodes if node.kind in DERIVED_KINDS}
    found: dict[tuple[str, str], CheckResult] = {}
    for node in states.values():
        triggers = domain.question_lex.get(node.key[1], frozenset())
        for event, sentence, words in sentences:
            if triggers & words and tells(node, sentence):
                result = _mark("K2", event.id, event.text, sentence)
                found.setdefault((event.id, node.label), result)
    return tuple(found.values())


def tells(node: Node, sentence: str) -> bool:
    """Whether a sentence holds a key of the node and the text of its state."""
    keys = [part for part in node.key[2] if not part.isdigit()]
    return any(_holds(sentence, key) for key in keys) and any(
        _holds(sentence, state) for state in _states(node)
    )


def _holds(sentence: str, text: str) -> bool:
    return text in sentence and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", sentence) is not None


def _states(node: Node) -> tuple[str, ...]:
    """The texts that would give the node's state away."""
    state = node.state
    if isinstance(state, dict):
        return tuple(str(member) for member in state.get("members", ()))
    if state is None or state in ("unknown", "none", "cancelled"):
        return ()
    return _number_forms(str(state))


def _number_forms(text: str) -> tuple[str, ...]:
    """The text itself, and where it is a number the form in which records write amounts."""
    try:
        return (text, f"{Decimal(text):,.2f}")
    except InvalidOperation:
        return (text,)
