"""The launch form. It reads and cleans; ``services.runs`` decides what may start."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, cast

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from benchmark.floor.hooks.kinds import KINDS
from benchmark.models import HintLevel
from benchmark.selectors.practice import MOST_ANSWER
from benchmark.services import describing, readers, reading_kinds
from benchmark.services.launch_settings import (
    DEFAULT_BUDGET,
    MOST_BUDGET,
    MOST_REPETITIONS,
    not_offered,
)
from scenarios.models import Suite
from sut_adapters.models import SystemUnderTest


def new_key() -> str:
    """A key for one showing of a form that launches."""
    return secrets.token_urlsafe(16)


class LaunchForm(forms.Form):
    """What a run needs: suite, systems, reader, hint levels, budget, and a title if wanted."""

    suite = forms.ModelChoiceField(
        Suite.objects.none(), label=_("Suite"), to_field_name="slug", empty_label=None
    )
    systems = forms.ModelMultipleChoiceField(
        SystemUnderTest.objects.none(),
        label=_("Systems"),
        to_field_name="name",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one system.")},
    )
    reader = forms.ChoiceField(
        label=_("Reader"), help_text=_("Reads each system's context and answers; the same for all systems.")
    )
    reader_config = forms.JSONField(
        required=False,
        initial=dict,
        label=_("Settings of the reader"),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text=_('A JSON object, such as {"model": "gpt-4o-mini"}; stored and shown, so no keys.'),
    )
    hints = forms.MultipleChoiceField(
        choices=HintLevel.choices,
        initial=[HintLevel.NONE],
        widget=forms.CheckboxSelectMultiple,
        label=_("Organization hints"),
        help_text=_("Each level is a walk of its own: hints act at ingest."),
    )
    repetitions = forms.IntegerField(
        label=_("Repetitions"),
        min_value=1,
        max_value=MOST_REPETITIONS,
        initial=1,
        help_text=_("Walks of each system."),
    )
    budget = forms.IntegerField(
        label=_("Budget"),
        min_value=1,
        max_value=MOST_BUDGET,
        initial=DEFAULT_BUDGET,
        help_text=_("Context tokens the reader gets."),
    )
    parts = forms.MultipleChoiceField(
        choices=[(part, format_lazy("{}: {}", part, _(says))) for part, says in reading_kinds.PARTS.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("Measure beside the answers"),
        help_text=_(
            "Probes and tracked queries are asked in the same walk; each costs questions and readings."
        ),
    )
    title = forms.CharField(label=_("Title"), max_length=200, required=False)
    note = forms.CharField(
        label=_("Note"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )
    launch_key = forms.CharField(required=False, max_length=64, initial=new_key, widget=forms.HiddenInput)

    def __init__(self, *args: Any, suites: list[Suite], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["suite"].queryset = Suite.objects.filter(pk__in=[suite.pk for suite in suites])
        self.fields["systems"].queryset = SystemUnderTest.objects.filter(enabled=True)
        self.fields["reader"].choices = [(name, _(readers.title(name))) for name in readers.READERS]

    def clean_reader_config(self) -> dict[str, Any]:
        """An object; empty where nothing was written."""
        found = self.cleaned_data["reader_config"] or {}
        if not isinstance(found, dict):
            raise forms.ValidationError(_('Write a JSON object, such as {"model": "gpt-4o-mini"}.'))
        if refused := not_offered(found):
            raise forms.ValidationError(refused)
        return found

    def key(self) -> str:
        """One for this showing of the form with these settings: sent twice, it launches once.

        Going back and changing a setting makes another one.
        """
        if not self.cleaned_data["launch_key"]:
            return ""
        kept = sorted((name, self.data.getlist(name)) for name in self.fields if name in self.data)
        return hashlib.sha256(repr(kept).encode()).hexdigest()

    def settings(self) -> dict[str, Any]:
        """The cleaned settings as ``runs.launch`` and ``runs.check`` take them."""
        cleaned = self.cleaned_data
        return {
            "suite": cleaned["suite"],
            "systems": tuple(cleaned["systems"]),
            "reader": cleaned["reader"],
            "reader_config": cleaned["reader_config"],
            "hints": cleaned["hints"],
            "repetitions": cleaned["repetitions"],
            "budget": cleaned["budget"],
            "parts": tuple(cleaned["parts"]),
        }


class TryForm(forms.Form):
    """A reply to try out on a question of a practice suite."""

    question = forms.CharField(
        label=_("Question"),
        max_length=200,
        widget=forms.TextInput(attrs={"list": "questions", "autocomplete": "off", "spellcheck": "false"}),
        help_text="SCENARIO/QUERY",
    )
    answer = forms.CharField(
        label=_("Reply"),
        max_length=MOST_ANSWER,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_(
            'All that the model said, for example {"label": "answerable", "answer": "4", "citations": '
            '["e0001"]}.'
        ),
    )


class StandingForm(forms.Form):
    """Whom the gold of a suite is for."""

    standing = forms.ChoiceField(
        label=_("Standing"), choices=Suite.Standing.choices, widget=forms.RadioSelect
    )


class WordsForm(forms.Form):
    """What is written on a run."""

    title = forms.CharField(label=_("Title"), max_length=describing.MOST_TITLE)
    note = forms.CharField(
        label=_("Note"),
        max_length=describing.MOST_NOTE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class SubmitForm(forms.Form):
    """A file of contexts and answers, and what its run is to be called. ``key`` makes one form one run."""

    file = forms.FileField(
        label=_("File"), required=False, help_text=_("JSON lines, plain or gzip, at most 64 MiB.")
    )
    system = forms.CharField(label=_("System"), max_length=60, help_text=_("The name that stands in tables."))
    reader = forms.ChoiceField(
        label=_("Reader"),
        choices=[(name, _(reader.title)) for name, reader in readers.READERS.items()],
        initial=readers.OWN,
        help_text=_("Own answers are scored as they are; other readers answer from the contexts."),
    )
    budget = forms.IntegerField(
        label=_("Budget"),
        min_value=1,
        max_value=MOST_BUDGET,
        initial=DEFAULT_BUDGET,
        help_text=_("Context tokens that are read."),
    )
    title = forms.CharField(label=_("Title"), max_length=200, required=False)
    note = forms.CharField(
        label=_("Note"), widget=forms.Textarea(attrs={"rows": 2}), max_length=10_000, required=False
    )
    key = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False, initial=new_key)

    @property
    def asked(self) -> list[BoundField]:
        """What every file needs."""
        return [self[name] for name in ("file", "system", "reader")]

    @property
    def further(self) -> list[BoundField]:
        """What is rarely wanted: a page may fold it away unless ``has_further``."""
        return [self[name] for name in ("budget", "title", "note")]

    @property
    def has_further(self) -> bool:
        """Whether one of them was changed, or is wrong."""
        changed = self.changed_data if self.is_bound else []
        return any(field.name in changed or field.errors for field in self.further)

    def settings(self) -> dict[str, Any]:
        """What ``services.submitting.submit`` takes beside suite, file and person."""
        names = ("system", "reader", "budget", "title", "note", "key")
        return {name: self.cleaned_data[name] for name in names}


class HookForm(forms.Form):
    """Whom to tell what. It reads and cleans; ``services.hooks`` decides what may be called."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.URLInput(
            attrs={"autocomplete": "off", "placeholder": "https://ci.example.org/stemma", "size": "48"}
        ),
        help_text=_("Signed messages are posted to it. Its host must be on this server's allow list."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("It is told when"),
        choices=[(kind.name, format_lazy("{}: {}", kind.name, _(kind.meaning))) for kind in KINDS.values()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one.")},
    )


class NewHookForm(HookForm):
    """The same, and on which suite; that stays."""

    suite = forms.ChoiceField(label=_("Suite"), required=False)
    field_order = ("url", "suite", "kinds")

    def __init__(self, *args: Any, suites: list[Suite], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("every suite that I may see")), *((suite.slug, suite.title) for suite in suites)]
        cast("forms.ChoiceField", self.fields["suite"]).choices = choices


class ChangedHookForm(HookForm):
    """The same, and whether it is on."""

    active = forms.BooleanField(
        label=_("Switched on"),
        required=False,
        help_text=_("Off: nothing is sent, and what waits is given up."),
    )
