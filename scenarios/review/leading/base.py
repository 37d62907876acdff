"""Actions of leads: a form, what it would do in words and counts, and the doing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext, ngettext_lazy

from benchmark.floor.accounts.models import User
from scenarios.models import Membership, Reviewer, Scenario, Slot, Suite, Verdict
from scenarios.review.subjects.base import all_subjects

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as StrOrPromise

Pair = tuple[str, str]


class Choices:
    """What the forms of a suite may choose from, each read once however many forms there are."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite

    @cached_property
    def user(self) -> list[Pair]:
        """Members, and whoever holds, has judged or has settings here."""
        return people(self.suite)

    @cached_property
    def kind(self) -> list[Pair]:
        """The kinds of subjects."""
        return kinds(self.suite)

    @cached_property
    def scenario(self) -> list[Pair]:
        """The scenarios of the suite."""
        return scenarios(self.suite)


class ActionForm(forms.Form):
    """A form of an action on one suite. A subclass asks for what it needs; choices are those of the suite."""

    def __init__(self, *args: Any, suite: Suite, choices: Choices | None = None, **kwargs: Any) -> None:
        self.suite, self.offered = suite, choices or Choices(suite)
        super().__init__(*args, **kwargs)
        for name in ("user", "kind", "scenario"):
            chosen = self.fields.get(name)
            if isinstance(chosen, forms.ChoiceField):
                first: list[Pair] = [] if chosen.required else [("", gettext("any"))]
                chosen.choices = [*first, *getattr(self.offered, name)]


@dataclass(frozen=True, slots=True)
class Call:
    """An action that is asked for: on which suite, with what, by whom, when."""

    suite: Suite
    data: Mapping[str, Any]
    by: User
    now: datetime

    def person(self) -> User:
        """The chosen person."""
        return User.objects.get(pk=int(self.data["user"]))

    def scenario(self) -> Scenario | None:
        """The chosen scenario, None for any."""
        slug = self.data.get("scenario")
        return Scenario.objects.get(suite=self.suite, slug=slug) if slug else None


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a lead may do. ``tell`` says what it would do, ``act`` does it and says what it did.
    ``danger``: people lose something that they have.
    ``help`` stands above its form."""

    slug: str
    title: StrOrPromise
    button: StrOrPromise
    tell: Callable[[Call], Sequence[str]]
    act: Callable[[Call], str]
    form: type[ActionForm] = ActionForm
    danger: bool = False
    help: StrOrPromise = ""
    initial: Callable[[Suite], Mapping[str, Any]] = field(default=lambda suite: {})


def people(suite: Suite) -> list[Pair]:
    """Members, and whoever holds, has judged or has settings here, by name."""
    ids = {
        *Membership.objects.filter(suite=suite).values_list("user_id", flat=True),
        *Reviewer.objects.filter(suite=suite).values_list("user_id", flat=True),
        *Slot.objects.filter(suite=suite, person__isnull=False)
        .order_by()
        .values_list("person_id", flat=True)
        .distinct(),
        *Verdict.objects.filter(item__suite=suite).order_by().values_list("person_id", flat=True).distinct(),
    }
    return [(str(user.pk), user.username) for user in User.objects.filter(pk__in=ids).order_by("username")]


def kinds(suite: Suite) -> list[Pair]:
    """The registered kinds of subjects."""
    return [(slug, gettext(subject.title)) for slug, subject in all_subjects().items()]


def scenarios(suite: Suite) -> list[Pair]:
    """The scenarios of the suite."""
    rows = suite.scenarios.order_by("position", "slug").values_list("slug", "title")
    return [(slug, title or slug) for slug, title in rows]


_NOUNS = {
    "item": ngettext_lazy("%(shown)s item", "%(shown)s items", "n"),
    "person": ngettext_lazy("%(shown)s person", "%(shown)s people", "n"),
    "settled item": ngettext_lazy("%(shown)s settled item", "%(shown)s settled items", "n"),
    "kept item": ngettext_lazy("%(shown)s kept item", "%(shown)s kept items", "n"),
    "new item": ngettext_lazy("%(shown)s new item", "%(shown)s new items", "n"),
    "judgment": ngettext_lazy("%(shown)s judgment", "%(shown)s judgments", "n"),
    "verdict": ngettext_lazy("%(shown)s verdict", "%(shown)s verdicts", "n"),
    "lease": ngettext_lazy("%(shown)s lease", "%(shown)s leases", "n"),
    "open place": ngettext_lazy("%(shown)s open place", "%(shown)s open places", "n"),
    "setting": ngettext_lazy("%(shown)s setting", "%(shown)s settings", "n"),
}


def count(n: int, noun: str) -> str:
    """A number with its noun in the language of the page: ``1 item``, ``2,000 items``."""
    return str(_NOUNS[noun] % {"n": n, "shown": f"{n:,}"})
