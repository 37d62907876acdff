"""Records that assert nothing: bait, plans, small talk, withdrawn ideas of every domain (spec 4.6, K2)."""

from __future__ import annotations

import random
import re

import pytest

from scenarios.bundle import EventSpec
from scenarios.datalog.loading import load_program
from scenarios.rendering import checks
from scenarios.rendering.lexicon import content_lemmas, lemma
from scenarios.rendering.quotes import QUOTED, quoting_surfaces
from scenarios.rendering.records import parse_record
from scenarios.rendering.slots import DATE
from scenarios.rendering.templates import RecordTemplate, Surface
from tests.factories.domain_samples import ALL, SHIPPED, Samples, at

#: Types of what is a value, not an entity.
VALUE_TYPES = {
    "bool",
    "count",
    "date",
    "decimal",
    "int",
    "money",
    "purpose",
    "quarter",
    "standing",
    "status",
    "year",
}
_SENTENCE = re.compile(r"(?<=[.!?])\s+")

each_domain = pytest.mark.parametrize("samples", ALL, ids=lambda samples: samples.domain.slug)
each_distractor = pytest.mark.parametrize(
    ("samples", "template"),
    [
        pytest.param(samples, template, id=f"{samples.domain.slug}-{template.slug}")
        for samples in ALL
        for template in samples.domain.templates
        if not template.actions
    ],
)


def sentences(template: RecordTemplate) -> list[Surface]:
    """Every sentence of every wording, K2 looking at one at a time."""
    return [
        Surface(surface.register, part)
        for surface in template.surfaces
        for part in _SENTENCE.split(surface.source)
    ]


def words(surface: Surface) -> set[str]:
    """All lemmas of a wording, as K2 reads them."""
    return {lemma(word) for word in re.findall(r"[a-z]+", surface.literal_text().casefold())}


@each_domain
def test_distractors_without_actions_cover_their_kinds(samples: Samples) -> None:
    silent = [template for template in samples.domain.templates if not template.actions]
    assert {template.slug: template.distractor for template in silent} == {
        "bait": "D1", "plan": "D5", "small_talk": "D6", "withdrawn": "D7",
    }  # fmt: skip


@each_distractor
def test_distractors_read_as_nothing_said(samples: Samples, template: RecordTemplate) -> None:
    for _, _, text, actions, _ in samples.of(template, 6):
        assert actions == ()
        assert parse_record(samples.domain, text, at()) == ()


@pytest.mark.parametrize(
    "template",
    [
        pytest.param(template, id=f"{samples.domain.slug}-{template.slug}")
        for samples in SHIPPED
        for template in samples.domain.templates
        if not template.actions
    ],
)
def test_talk_of_a_large_history_has_many_wordings_in_both_registers(template: RecordTemplate) -> None:
    registers = [surface.register for surface in template.surfaces]
    assert len(registers) >= 14
    assert min(registers.count("note"), registers.count("message")) >= 7


@each_distractor
def test_talk_is_of_entities_alone_and_gives_no_number(samples: Samples, template: RecordTemplate) -> None:
    domain = samples.domain
    decls = load_program(domain.program_text, f"{domain.slug}/base.dl").decls.values()
    types = {t for decl in decls for t in (*decl.key_types, decl.value_type, decl.member_type)}
    assert set(template.kinds) <= types - VALUE_TYPES
    assert [s.source for s in template.surfaces if re.search(r"\d", s.source)] == []


@each_distractor
def test_no_sentence_that_names_two_things_has_a_word_of_a_question(
    samples: Samples, template: RecordTemplate
) -> None:
    """So none tells a derived state, whatever names it is given (K2)."""
    telling = {
        sentence.source: words(sentence) & samples.domain.question_words
        for sentence in sentences(template)
        if len(sentence.slots) > 1
    }
    assert {source: found for source, found in telling.items() if found} == {}


@each_domain
def test_bait_speaks_in_question_words_and_names_one_thing_at_most(samples: Samples) -> None:
    for surface in samples.domain.template("bait").surfaces:
        assert content_lemmas(surface.literal_text()) & samples.domain.question_words, surface.source
        assert len(surface.slots) <= 1


# ---------------------------------------------------------------- quotes
@each_domain
def test_every_form_without_a_day_can_be_quoted_and_each_quote_is_read_by_itself_alone(
    samples: Samples,
) -> None:
    domain, rng = samples.domain, random.Random(8)
    for form in domain.question_templates:
        dated = DATE in form.kinds.values()
        assert domain.has_template(f"{QUOTED}{form.slug}") is not dated, form.slug
        for surface in () if dated else range(len(form.surfaces)):
            quoting, args = domain.template(f"{QUOTED}{form.slug}"), samples.arguments(form, rng)
            for place in quoting_surfaces(form, surface):
                text = quoting.write(dict(args), place)
                assert form.write(dict(args), surface) in text
                results = checks.record_checks(domain, EventSpec(at().id, at().t, at().seq, text, ()))
                assert [result for result in results if not result.passed] == [], text
