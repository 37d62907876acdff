"""Records in a model's words: asked, checked, asked again, and given up in the end (spec 6.4). PURE.

The model writes words and nothing else: actions, and so gold, are what they were. A text is taken once it
passes K1 as slot presence, K2, K4, K5, K7 and K8, and leaves bait what it is (K6); after ``MAX_ATTEMPTS`` the
template's words stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from scenarios.bundle import FALLBACK, LLM, EntitySpec, EventSpec, ScenarioSpec
from scenarios.datalog.derivation import Node
from scenarios.domains.base import Domain
from scenarios.rendering import checks, presence, reword_prompts
from scenarios.rendering.bait import key_terms
from scenarios.rendering.checks import CheckResult
from scenarios.rendering.lexicon import content_lemmas
from scenarios.rendering.reword_prompts import Prompt

#: A language model: what it replies to a prompt.
Complete = Callable[[Prompt], str]

MAX_ATTEMPTS = 5
_HYPHENS = str.maketrans("\u2010\u2011", "--")


@dataclass(frozen=True, slots=True)
class Scene:
    """What the checks of a scenario's records read: its domain, its entities, the derived states of all its
    derivations at every cutoff, and the key terms of the questions that have bait."""

    domain: Domain
    entities: tuple[EntitySpec, ...]
    states: tuple[Node, ...]
    terms: frozenset[str] = frozenset()

    @classmethod
    def of(cls, domain: Domain, spec: ScenarioSpec, nodes: Iterable[Node]) -> Scene:
        """The scene of a scenario with the nodes of all its derivations; equal states are kept once."""
        derived = (node for node in nodes if node.kind in checks.DERIVED_KINDS)
        states = {(node.key, repr(node.state)): node for node in derived}
        flagged = (query for query in spec.queries if query.target.get("bait"))
        terms = (key_terms(domain, query.goal.pred, query.question) for query in flagged)
        return cls(domain, spec.entities, tuple(states.values()), frozenset().union(*terms))


@dataclass(frozen=True, slots=True)
class Attempt:
    """A text that the model gave, and what failed of it."""

    text: str
    failures: tuple[CheckResult, ...]


@dataclass(frozen=True, slots=True)
class Rewording:
    """What became of a record: its text, who worded it (llm or template_fallback) and every attempt."""

    text: str
    renderer: str
    attempts: tuple[Attempt, ...]

    def put_into(self, event: EventSpec) -> EventSpec:
        """The event with these words, and with those of its template where they are a model's."""
        kept = event.text if self.renderer == LLM else ""
        return replace(event, text=self.text, renderer=self.renderer, template_text=kept)


def is_rewordable(scene: Scene, event: EventSpec) -> bool:
    """Whether a template wrote the record and reads it back, so that there is something to check against."""
    return bool(event.template) and not event.renderer and _source(scene, event) is not None


def _source(scene: Scene, event: EventSpec) -> presence.Source | None:
    return presence.source(scene.domain, event, event.text)


def reword(event: EventSpec, scene: Scene, complete: Complete) -> Rewording:
    """The record of an event in a model's words, or in its template's own if every attempt fails.

    The event must be one that ``is_rewordable``. What ``complete`` raises is passed on.
    """
    known = _source(scene, event)
    if known is None:
        raise ValueError(f"no wording of {event.template!r} reads the record of {event.id}")
    beginning = prompt = reword_prompts.first(scene.domain, event, known, scene.terms)
    attempts: list[Attempt] = []
    for number in range(1, MAX_ATTEMPTS + 1):
        text = cleaned(complete(prompt))
        failures = _failures(replace(event, text=text, renderer=LLM, template_text=event.text), scene)
        attempts.append(Attempt(text, failures))
        if not failures:
            return Rewording(text, LLM, tuple(attempts))
        prompt = reword_prompts.again(beginning, number, text, failures)
    return Rewording(event.text, FALLBACK, tuple(attempts))


def _failures(event: EventSpec, scene: Scene) -> tuple[CheckResult, ...]:
    """What fails of a model's record, in order of the codes."""
    found = [
        *presence.record_checks(scene.domain, event, scene.entities),
        *checks.told_states(scene.domain, scene.states, [event]),
        *(() if event.actions else presence.told_anew(event, scene.states)),
        _bait(event, scene.terms),
    ]
    return tuple(sorted((one for one in found if not one.passed), key=lambda result: result.code))


def _bait(event: EventSpec, terms: frozenset[str]) -> CheckResult:
    """K6: no key term comes into a record with actions, and none goes from one without."""
    before, after = content_lemmas(event.template_text) & terms, content_lemmas(event.text) & terms
    wrong = sorted(after - before if event.actions else before - after)
    what = f"{', '.join(wrong)} {'came in' if event.actions else 'is missing'}" if wrong else ""
    return CheckResult("K6", event.id, not wrong, what)


def cleaned(reply: str) -> str:
    """A reply as one paragraph: plain spaces and hyphens, nothing unprintable, no quotes around the whole."""
    words = " ".join(reply.translate(_HYPHENS).split())
    text = "".join(letter for letter in words if letter.isprintable())
    for opening, closing in ('""', "“”", "''", "``"):
        if len(text) > 1 and text[0] == opening and text[-1] == closing and opening not in text[1:-1]:
            text = text[1:-1].strip()
    return text
