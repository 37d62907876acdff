"""Every word of the pages stands in a catalog, and every catalog is complete (ADR 36)."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

from benchmark.floor.accounts import scopes
from benchmark.floor.accounts.verbs import Role
from benchmark.floor.hooks import kinds
from benchmark.messages import catalog, extraction
from benchmark.messages import rooms as catalogs
from benchmark.messages.catalog import Message
from benchmark.oracles.shortcuts import KNOWS
from benchmark.scoring.envelope import LABELS
from benchmark.scoring.equivalence import Reason
from benchmark.scoring.traits import TRAITS, Dimension
from benchmark.services import readers, reading_kinds
from scenarios.review.script_words import SCRIPT_WORDS
from tests.unit.walls import page_words, rooms

DONE: tuple[str, ...] = ("benchmark", "scenarios", "scenarios/review", "probes")
"""Catalogs whose pages speak German throughout."""
SCRIPTS = tuple(sorted(path.name for path in (rooms.ROOT / "static" / "js").glob("*.js")))
"""Scripts that take every word from the page."""
_PLACES = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]+>")


def template_files() -> Iterator[str]:
    """Templates of the catalogs that are done."""
    for path in sorted((rooms.ROOT / "templates").rglob("*.html")):
        place = path.relative_to(rooms.ROOT).as_posix()
        if catalogs.owner(place) in DONE:
            yield place


def parts(text: str) -> list[str]:
    """What a translation must keep: named places and tags of HTML, and space at the ends."""
    edges = [f"^{text[0]!r}" if text[:1].isspace() else "", f"${text[-1]!r}" if text[-1:].isspace() else ""]
    return sorted({*_PLACES.findall(text), *edges})


def faults(message: Message) -> list[str]:
    """What is wrong with the German of a message."""
    if message.fuzzy:
        return [f"{message.english!r} is fuzzy"]
    if not message.is_complete:
        return [f"{message.english!r} has no German, or lacks a form"]
    # One of the forms of a plural may say "one" in a word.
    pairs = zip((message.english, message.plural or ""), message.german, strict=False)
    return [
        f"{english!r} and {german!r} differ in {set(parts(english)) ^ set(parts(german))}"
        for english, german in pairs
        if parts(english) != parts(german)
    ]


@pytest.mark.parametrize("name", sorted(catalogs.CATALOGS))
def test_the_compiled_catalog_is_that_of_the_text(name: str) -> None:
    path = catalogs.po_path(rooms.ROOT, name)
    messages = catalog.parse(path.read_text(encoding="utf-8"))
    assert path.with_suffix(".mo").read_bytes() == catalog.compiled(messages.values()), "run: make messages"
    assert path.parents[2] in [Path(one) for one in settings.LOCALE_PATHS]


@pytest.mark.parametrize("name", DONE)
def test_a_catalog_holds_what_the_pages_say_and_nothing_else(name: str) -> None:
    wanted, stored = catalogs.marked(rooms.ROOT, name), catalogs.stored(rooms.ROOT, name)
    assert sorted(wanted.keys() - stored.keys()) == [], "not in the catalog; run: make messages"
    assert sorted(stored.keys() - wanted.keys()) == [], "no page says it any more; run: make messages"
    assert {key for key in wanted if wanted[key].plural != stored[key].plural} == set()


@pytest.mark.parametrize("name", DONE)
def test_every_message_has_german_with_the_same_places(name: str) -> None:
    assert [
        fault for message in catalogs.stored(rooms.ROOT, name).values() for fault in faults(message)
    ] == []


def test_the_same_english_is_the_same_german_everywhere() -> None:
    german: dict[tuple[str, str | None], dict[str, tuple[str, ...]]] = {}
    for name in catalogs.CATALOGS:
        for key, message in catalogs.stored(rooms.ROOT, name).items():
            if message.is_complete:
                german.setdefault((key, message.plural), {})[name] = message.german
    assert {key: found for key, found in german.items() if len(set(found.values())) > 1} == {}


def test_words_of_pure_packages_stand_in_the_catalog() -> None:
    shown = {
        *(role.value for role in Role),
        *scopes.MEANING.values(),
        *(kind.meaning for kind in kinds.KINDS.values()),
        *(reason.value for reason in Reason),
        *LABELS,
        *KNOWS,
        *(dimension.value for dimension in Dimension),
        *(text for trait in TRAITS for text in (trait.title, trait.words)),
        *reading_kinds.PARTS.values(),
        *(reader.title for reader in readers.READERS.values()),
    }
    assert sorted(shown - catalogs.stored(rooms.ROOT, "benchmark").keys()) == []


@pytest.mark.parametrize("place", list(template_files()))
def test_a_template_says_nothing_outside_of_its_marks(place: str) -> None:
    assert page_words.unmarked((rooms.ROOT / place).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("place", list(template_files()))
def test_a_template_loads_the_filters_that_it_uses(place: str) -> None:
    assert get_template(place.removeprefix("templates/"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_takes_its_words_from_the_page(name: str) -> None:
    script = (rooms.ROOT / "static" / "js" / name).read_text(encoding="utf-8")
    assert page_words.sentences(script) == []


def test_words_that_scripts_of_the_review_ask_for_are_those_that_the_page_gives() -> None:
    asked: set[str] = set()
    for path in (rooms.ROOT / "static" / "js").glob("review*.js"):
        for call in re.findall(r"review\.words\(([^;]*)", path.read_text(encoding="utf-8")):
            asked |= {
                name
                for name in re.findall(r'"(\w+)"', call)
                if name in SCRIPT_WORDS or call.startswith(f'"{name}"')
            }
    assert asked == set(SCRIPT_WORDS)


def test_what_is_not_marked_is_seen() -> None:
    found = page_words.unmarked(
        '<p lang="en">Quoted</p><p title="A title">{{ n }} of <code>make run</code> {% translate "Runs" %}'
        '{% blocktranslate %}Marked{% endblocktranslate %}<input type="submit" value="Send it">{# A remark #}'
        '<img alt=""><b>Stemma</b>{% if x %}Hidden{% endif %}'
    )
    assert sorted(found) == ["A title", "Hidden", "Send it", "of"]
    script = (
        "const a = 'Could not be saved'; // A remark here\nconsole.error('Not for people');\nb('.is-open a');"
    )
    assert page_words.sentences(script) == ["Could not be saved"]


def test_a_fault_of_a_translation_is_seen() -> None:
    assert faults(Message("%(n)s runs", german=("%(m)s Läufe",)))
    assert faults(Message("one", "%(n)s runs", german=("einer",)))
    assert faults(Message("{n} of <b>all</b>", german=("{n} von allen",)))
    assert faults(Message("{n} of <b>all</b>", german=("{n} von <b>allen</b>",))) == []


def test_words_are_found_as_they_are_looked_up() -> None:
    python = "from django.utils.translation import gettext_lazy as _\na = _('Two ' 'parts')\nb = _(a)\n"
    assert [message.english for message in extraction.of_python(python, "a.py")] == ["Two parts"]
    with pytest.raises(ValueError, match="a whole sentence"):
        list(extraction.of_python("gettext(f'{a} runs')", "a.py"))
    pure = "from scenarios.sentences import Sentence\na = Sentence('%(n)s runs', n=2)\nb = Sentence(a)\n"
    assert [message.english for message in extraction.of_python(pure, "a.py")] == ["%(n)s runs"]
    with pytest.raises(ValueError, match="a whole sentence"):
        list(extraction.of_python("Sentence(f'{a} runs')", "a.py"))
    template = (
        "{% load i18n %}{% translate '5 % of \"it\"' %}{{ _('Runs') }}{% translate word %}"
        "{% blocktranslate count n=runs|length trimmed %}\n  {{ n }} run\n{% plural %}{{ n }} runs"
        "{% endblocktranslate %}{% translate 'May' context 'month' %}"
    )
    found = {(m.english, m.plural, m.context) for m in extraction.of_template(template, "a.html")}
    assert found == {
        ('5 %% of "it"', None, None),
        ("Runs", None, None),
        ("%(n)s run", "%(n)s runs", None),
        ("May", None, "month"),
    }


def test_a_catalog_is_read_as_it_was_written_and_gettext_reads_what_is_compiled() -> None:
    messages = [
        Message('say "so"\nand \\ so', german=("sag „so“\nund \\ so",), places=("a.py", "b.html")),
        Message("%(n)s run", "%(n)s runs", german=("%(n)s Lauf", "%(n)s Läufe")),
        Message("May", context="month", german=("Mai",)),
        Message("open", german=("",)),
    ]
    read = catalog.parse(catalog.render(messages))
    assert read == {message.key: message for message in messages}
    german = gettext.GNUTranslations(io.BytesIO(catalog.compiled(read.values())))
    assert german.gettext('say "so"\nand \\ so') == "sag „so“\nund \\ so"
    assert [german.ngettext("%(n)s run", "%(n)s runs", n) for n in (0, 1, 2)] == [
        "%(n)s Läufe",
        "%(n)s Lauf",
        "%(n)s Läufe",
    ]
    assert german.pgettext("month", "May") == "Mai"
    assert german.gettext("open") == "open"
    with pytest.raises(ValueError, match="twice"):
        catalog.parse('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n')
