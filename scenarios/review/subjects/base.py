"""What can be reviewed: a subject describes its items, their form, how entries are read, what follows.

Each app registers its own by the setting ``REVIEW_SUBJECTS`` (dotted paths of ``Subject`` objects). Queue,
leases, agreement, adjudication and exports know subjects only through this class.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext

if TYPE_CHECKING:
    from datetime import datetime

    from benchmark.floor.accounts.models import User
    from scenarios.models import Draft, ReviewItem, ReviewPolicy, Suite


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a field: the value that is stored, what people read, the key that picks it."""

    value: str
    label: str
    key: str = ""

    @property
    def words(self) -> str:
        """What people read, in the language of the page; ``label`` is marked with ``gettext_noop``."""
        return gettext(self.label)


@dataclass(frozen=True, slots=True)
class Field:
    """One judged field: compared between people, counted in agreement. ``good`` is the value under which the
    subject can be verified (empty: the field does not decide). ``step`` is the step of the form it stands in.
    ``bound``: the text of the field says what it is bound to, empty for most (an action's number, say)."""

    name: str
    question: str
    options: tuple[Option, ...]
    good: str = ""
    step: int = 1
    bound: str = ""

    @property
    def asks(self) -> str:
        """The question in the language of the page; what it is bound to stays as it is."""
        plain = self.question.replace(self.bound, "").strip() if self.bound else self.question
        return f"{gettext(plain)} {self.bound}".strip()


@dataclass(frozen=True, slots=True)
class Prepared:
    """An item to be opened, as ``ReviewItem`` takes it. ``priority`` is that of its slots."""

    subject_id: int
    scenario_id: int
    label: str
    place: int
    form: str
    wanted: int
    priority: int = 0
    content: Mapping[str, Any] = field(default_factory=dict)
    rendering_id: int | None = None
    author_id: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a submission says: ``fields`` to be compared, ``given`` with all that was entered, the ``outcome``
    ("verified" or "rejected") that it would have alone, and ``score`` (JSON) where something is known to
    compare it with, as ``{"right": bool, "label_right": bool}``."""

    fields: Mapping[str, str]
    given: Mapping[str, Any]
    outcome: str
    score: Mapping[str, Any] = field(default_factory=dict)


class Subject(abc.ABC):
    """A kind of thing that people judge. Objects hold no state; all methods may be called at once by many."""

    slug: str
    """As in ``ReviewItem.kind``: "record"."""
    title: str
    """Plural, for lists: "Records"."""
    template: str
    """The fragment of the form at its open step; rendered with what ``shown`` gives, ``item``, ``slot``,
    ``draft`` (may be None) and ``entered`` (the entries so far), inside the page's one ``<form>``."""
    decision_template: str
    """The fragment that shows an adjudicator the subject with its whole truth; rendered with ``revealed``."""
    entry_names: ClassVar[Mapping[str, str]] = {}
    """What entries are called that are no judged fields, for people who see again what they entered."""

    @abc.abstractmethod
    def fields(self, item: ReviewItem) -> tuple[Field, ...]:
        """The judged fields of this item in the order of its form."""

    def decision_fields(self, item: ReviewItem) -> tuple[Field, ...]:
        """What an adjudicator decides: the judged fields, and where a subject needs it finer ones that no
        judge was asked (does the record say this action?), in the order of the page."""
        return self.fields(item)

    @abc.abstractmethod
    def prepare(self, suite: Suite, policy: ReviewPolicy) -> Iterable[Prepared]:
        """Items of the suite that are not there yet, in any order; a constant number of reads."""

    @abc.abstractmethod
    def steps(self, item: ReviewItem) -> int:
        """How many steps its form has; after each but the last something is revealed."""

    @abc.abstractmethod
    def shown(self, item: ReviewItem, step: int, frozen: Mapping[str, Any]) -> dict[str, Any]:
        """The context of ``template`` at ``step``: nothing that a later step reveals. A constant number of
        reads, few enough for the page to be sent within some 20 ms."""

    @abc.abstractmethod
    def freeze(self, item: ReviewItem, step: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """The entries of a step that its reveal closes, read and checked. Raises ``FormRefusedError``."""

    @abc.abstractmethod
    def read(self, item: ReviewItem, given: Mapping[str, Any], frozen: Mapping[str, Any]) -> Reading:
        """A whole submission. ``frozen`` has what ``freeze`` gave, by step as text. Raises
        ``FormRefusedError`` naming each entry that is missing or cannot be read."""

    def told(self, item: ReviewItem, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """What a judge entered beside the judged fields, their comments and spans, as (what, said) in words
        for an adjudicator: which list was picked, the actions that were typed."""
        names = {field.name for field in self.fields(item)}
        apart = {*names, *(f"{name}{end}" for name in names for end in (".comment", ".span"))}
        return tuple(
            (name, ", ".join(map(str, value)) if isinstance(value, list) else str(value))
            for name, value in sorted(given.items())
            if name not in apart
        )

    @abc.abstractmethod
    def revealed(self, item: ReviewItem) -> dict[str, Any]:
        """The context of ``decision_template``: the subject with its whole truth."""

    def outcome(self, item: ReviewItem, fields: Mapping[str, str]) -> str:
        """What decided fields make of the subject: rejected where a deciding field is not good."""
        bad = any(one.good and fields.get(one.name, one.good) != one.good for one in self.fields(item))
        return "rejected" if bad else "verified"

    def decided(  # noqa: B027 (nothing follows for most kinds)
        self, item: ReviewItem, outcome: str, *, by: User | None, now: datetime
    ) -> None:
        """What follows in the same transaction once an item is verified or rejected. By default nothing; what
        happens to ``Rendering.status`` is not the subject's business."""

    def check_item(self, suite: Suite, person: User, seed: int) -> Prepared | None:
        """A check item for a person with its known verdict in ``content["known"]``, or None where this kind
        has none or nothing is verified yet."""
        return None

    def length(self, item: ReviewItem) -> int:
        """How many characters are to be read, for the time that reading takes."""
        return len(str(item.rendering.text)) if item.rendering_id and item.rendering else 200


def entered(draft: Draft | None) -> dict[str, Any]:
    """The entries of a draft, none without one."""
    return {} if draft is None else dict(draft.given)


@cache
def _registered(paths: tuple[str, ...]) -> dict[str, Subject]:
    found: dict[str, Subject] = {}
    for path in paths:
        subject: Subject = import_string(path)
        if subject.slug in found:
            raise ValueError(f"REVIEW_SUBJECTS names two subjects {subject.slug!r}")
        found[subject.slug] = subject
    return found


def all_subjects() -> dict[str, Subject]:
    """The registered subjects by slug, in their order."""
    return _registered(tuple(settings.REVIEW_SUBJECTS))


def subject_of(item: ReviewItem) -> Subject:
    """The subject of an item. Raises ``LookupError`` where its app is no longer registered."""
    try:
        return all_subjects()[item.kind]
    except KeyError:
        raise LookupError(f"No subject {item.kind!r} is registered (REVIEW_SUBJECTS).") from None
