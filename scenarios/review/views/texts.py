"""The page on which a lead brings in texts of their own: a file or pasted text, its preview, the suite."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from benchmark.floor.accounts.verbs import Verb
from scenarios.domains import registry
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.importers.dialogues.rows import MAX_BYTES, ROLES, Options
from scenarios.models import Suite
from scenarios.permissions import require
from scenarios.review.services import own_suites
from scenarios.services import own_texts, uploads
from scenarios.services.own_texts import TextPreview, TextsRefusedError
from scenarios.views.history import new_key

TEMPLATE = "scenarios/texts/new.html"
#: What a form says where no column holds something.
NONE = "-"
_LABELS = {
    "text": gettext_lazy("What is said"),
    "time": gettext_lazy("When"),
    "speaker": gettext_lazy("Who"),
    "session": gettext_lazy("Session"),
    "group": gettext_lazy("Group"),
    "id": gettext_lazy("Id"),
}
_SPLITS = (
    ("none", gettext_lazy("One history of all")),
    ("group", gettext_lazy("A history of each group")),
    ("session", gettext_lazy("A history of each session")),
)
_FORMATS = (
    ("", gettext_lazy("By its name and content")),
    ("json", "JSON"),
    ("jsonl", gettext_lazy("JSON Lines")),
    ("csv", "CSV"),
)


class TextsForm(forms.Form):
    """What is brought in, and how it is read. ``kept`` is the note of a file that waits since its preview."""

    file = forms.FileField(
        required=False,
        label=gettext_lazy("File"),
        help_text=gettext_lazy("JSON, JSON Lines or CSV, up to 10 MB."),
    )
    pasted = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("Or paste it"),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    format = forms.ChoiceField(required=False, choices=_FORMATS, label=gettext_lazy("Format"))
    zone = forms.CharField(
        required=False,
        max_length=60,
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Of times that state none, for the whole file: Europe/Berlin, +02:00 or UTC."),
    )
    split = forms.ChoiceField(required=False, choices=_SPLITS, label=gettext_lazy("Histories"))
    skip_empty = forms.BooleanField(required=False, label=gettext_lazy("Leave out messages without text"))
    slug = forms.CharField(
        required=False,
        max_length=80,
        label=gettext_lazy("Slug of the suite"),
        help_text=gettext_lazy("Lower-case letters, digits and hyphens, as in our-dialogues."),
    )
    title = forms.CharField(required=False, max_length=200, label=gettext_lazy("Title"))
    domain = forms.ChoiceField(
        required=False,
        label=gettext_lazy("What records may state"),
        choices=lambda: [
            ("", gettext("A program of my own, below")),
            *((one, _title(one)) for one in registry.names()),
        ],
    )
    program = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("Program"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "mono"}),
        help_text=gettext_lazy("Declarations and rules: func dest(trip) -> city, set trip(person ; trip)."),
    )
    open_review = forms.BooleanField(
        required=False, initial=True, label=gettext_lazy("Put its records to annotators at once")
    )
    kept = forms.CharField(required=False, max_length=400, widget=forms.HiddenInput)
    name = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    form_key = forms.CharField(required=False, max_length=64, initial=new_key, widget=forms.HiddenInput)

    def options(self) -> Options:
        """How the file is read; which column holds what stands in the entries ``column_<role>``."""
        chosen = {role: self.data.get(f"column_{role}", "") for role in ROLES}
        return Options(
            columns={role: "" if name == NONE else name for role, name in chosen.items() if name},
            zone=self.cleaned_data["zone"],
            split=self.cleaned_data["split"] or "none",
            skip_empty=self.cleaned_data["skip_empty"],
            format=self.cleaned_data["format"],
        )

    def suite(self) -> dict[str, Any]:
        """What the suite is called and what its records may state."""
        names = ("slug", "title", "domain", "program")
        return {name: self.cleaned_data[name].strip() for name in names} | {
            "key": self.cleaned_data["form_key"]
        }


def _title(slug: str) -> str:
    return f"{registry.get(slug).title} ({slug})"


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """The form; ``do=preview`` shows what a file holds, ``do=store`` stores what was previewed."""
    require(request.user, Verb.SUITE_IMPORT)
    if request.method == "GET":
        return render(request, TEMPLATE, _context(TextsForm(initial={"open_review": True})))
    form = TextsForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, TEMPLATE, _context(form), status=422)
    try:
        data, name, kept = _source(request, form)
        form = _again(form, kept=kept, name=name)
        if request.POST.get("do") == "store":
            return _stored(request, form, data, name)
        shown = own_texts.preview(data=data, name=name, options=form.options())
    except (InputRefusedError, StateRefusedError) as error:
        return _refused(request, form, error)
    return render(request, TEMPLATE, _context(form, shown))


def _source(request: HttpRequest, form: TextsForm) -> tuple[bytes, str, str]:
    """The bytes, the name of their file, and the note under which they wait."""
    now, file = timezone.now(), form.cleaned_data["file"]
    pasted = form.cleaned_data["pasted"].replace("\r\n", "\n")
    if file is None and not pasted.strip() and form.cleaned_data["kept"]:
        kept = form.cleaned_data["kept"]
        return uploads.fetch(note=kept, by=request.user, now=now), form.cleaned_data["name"], kept
    if file is None and not pasted.strip():
        raise TextsRefusedError({"file": gettext("Choose a file, or paste its text.")})
    if file is not None and file.size > MAX_BYTES:
        own_texts.refuse_size(file.size)
    data = pasted.encode(errors="surrogatepass") if file is None else file.read()
    name = "pasted" if file is None else str(file.name)[:200]
    return data, name, uploads.keep(data=data, by=request.user, now=now)


def _again(form: TextsForm, **changes: str) -> TextsForm:
    """The form with the note of its file in place of the file, and a key."""
    data = form.data.copy()
    key = form.cleaned_data["form_key"] or new_key()
    for name, text in {"pasted": "", "form_key": key, **changes}.items():
        data[name] = text
    if "slug" not in form.data:  # its first preview: what the suite is asked for stands below it now
        data["open_review"] = "on"
    again = TextsForm(data)
    again.is_valid()
    return again


def _stored(request: HttpRequest, form: TextsForm, data: bytes, name: str) -> HttpResponse:
    suite: Suite = own_suites.bring_in(
        data=data,
        name=name,
        options=form.options(),
        by=request.user,
        now=timezone.now(),
        open_review=form.cleaned_data["open_review"],
        **form.suite(),
    )
    messages.success(
        request, gettext("Draft %(slug)s is here. Its records are to be annotated.") % {"slug": suite.slug}
    )
    return redirect("scenarios:suite", suite.slug)


def _refused(
    request: HttpRequest, form: TextsForm, error: InputRefusedError | StateRefusedError
) -> HttpResponse:
    """What is wrong, beside the preview of a file that waits."""
    status = int(getattr(error, "http_status", 422))
    shown = None
    if form.data.get("kept"):
        try:
            data = uploads.fetch(note=form.data["kept"], by=request.user, now=timezone.now())
            shown = own_texts.preview(data=data, name=form.data.get("name", ""), options=form.options())
        except InputRefusedError:
            shown = None  # the error at hand says why
    context = _context(form, shown) | {"refused": str(error)}
    return render(request, TEMPLATE, context, status=status)


def _context(form: TextsForm, shown: TextPreview | None = None) -> dict[str, Any]:
    found = None if shown is None else shown.dialogues
    columns = [] if found is None else list(found.columns)
    mapping = [] if found is None else [(role, _LABELS[role], found.mapping.get(role, "")) for role in ROLES]
    return {
        "section": "suites",
        "form": form,
        "shown": shown,
        "found": found,
        "columns": columns,
        "mapping": mapping,
        "none": NONE,
    }
