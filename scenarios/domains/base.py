"""A domain: its program, its words and its templates (spec 1.1, 4, 6.1). PURE."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scenarios.rendering.action_words import RuleWords
from scenarios.rendering.probes import ProbeWords
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.quotes import quotes
from scenarios.rendering.templates import RecordTemplate
from scenarios.rendering.virtualization import RESERVED, NameBook


@dataclass(frozen=True, eq=False)
class Domain:
    """Everything that generators, renderers and the symbolic reader know of a domain.

    ``record_lex`` are the content lemmas that templates of actions may use; ``question_lex`` the trigger
    lemmas of each derived or asked predicate (spec 4.5). The two never meet. ``currency`` is the one
    currency in which the domain writes money, empty where it writes none. ``name_types`` are the entity
    types with invented names; ``names_like`` says of those without a form of names whose names theirs look
    like (``rendering.virtualization``).
    ``slot_types`` says of each slot of a question the type of what stands in it: an entity type, or for what
    is no entity ``date``, ``year`` and the like. ``probe_words`` are the words of state probes by predicate,
    or by ``rule:`` and the key of a declared clause; what is missing there is asked in plain words.
    ``action_nouns`` says in plain words what an action on each recorded predicate is about, ``rule_words``
    what declared rules say (``rendering.action_words``).
    """

    slug: str
    title: str
    program_text: str
    currency: str
    templates: tuple[RecordTemplate, ...]
    question_templates: tuple[QuestionTemplate, ...]
    record_lex: frozenset[str]
    question_lex: Mapping[str, frozenset[str]]
    name_types: tuple[str, ...]
    slot_types: Mapping[str, str]
    reserved_names: tuple[str, ...] = ()
    names_like: Mapping[str, str] = field(default_factory=dict)
    probe_words: Mapping[str, ProbeWords] = field(default_factory=dict)
    action_nouns: Mapping[str, str] = field(default_factory=dict)
    rule_words: tuple[RuleWords, ...] = ()

    def name_book(self, seed: int) -> NameBook:
        """What draws the names of one scenario."""
        return NameBook(seed, (*RESERVED, *self.reserved_names), self.names_like)

    @cached_property
    def readable(self) -> tuple[RecordTemplate, ...]:
        """All kinds of records there are: ``templates``, and those that quote a question as bait."""
        return (*self.templates, *quotes(self.question_templates))

    @cached_property
    def _by_slug(self) -> dict[str, RecordTemplate]:
        return {template.slug: template for template in self.readable}

    def has_template(self, slug: str) -> bool:
        """Whether there is a record template of that slug."""
        return slug in self._by_slug

    @cached_property
    def _questions(self) -> dict[str, QuestionTemplate]:
        return {template.slug: template for template in self.question_templates}

    def template(self, slug: str) -> RecordTemplate:
        """The record template of a slug. Raises ``KeyError``."""
        return self._by_slug[slug]

    def question(self, slug: str) -> QuestionTemplate:
        """The question template of a slug. Raises ``KeyError``."""
        return self._questions[slug]

    def plain_types(self, types: Iterable[str]) -> frozenset[str]:
        """Those of these entity types whose names are ordinary words, none of them invented (K3)."""
        return frozenset(types) - frozenset(self.name_types)

    @cached_property
    def question_words(self) -> frozenset[str]:
        """All trigger lemmas of questions."""
        return frozenset().union(*self.question_lex.values())
