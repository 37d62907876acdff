"""Records and questions speak in different words (spec 4.5; AC-3.2)."""

from __future__ import annotations

import pytest

from scenarios.domains import registry
from scenarios.rendering.lexicon import content_lemmas, lemma, overlap
from tests.factories.tripops_samples import TRIPOPS

ACTION_TEMPLATES = [template for template in TRIPOPS.templates if template.actions]


def test_the_two_lexicons_never_meet():
    assert TRIPOPS.record_lex & TRIPOPS.question_words == frozenset()
    assert len(TRIPOPS.record_lex) > 50
    assert len(TRIPOPS.question_words) > 50


@pytest.mark.parametrize("template", ACTION_TEMPLATES, ids=lambda t: t.slug)
def test_records_use_record_words_only(template):
    for surface in template.surfaces:
        assert content_lemmas(surface.literal_text()) <= TRIPOPS.record_lex, surface.source


@pytest.mark.parametrize("template", TRIPOPS.question_templates, ids=lambda t: t.slug)
def test_questions_use_the_words_of_their_predicate_only(template):
    allowed = TRIPOPS.question_lex[template.pred] | TRIPOPS.question_lex["*"] | {lemma(TRIPOPS.currency)}
    for surface in template.surfaces:
        assert content_lemmas(f"{surface.literal_text()} {template.hint}") <= allowed, surface.source


def test_bait_speaks_in_question_words():
    bait = TRIPOPS.template("bait")
    for surface in bait.surfaces:
        assert content_lemmas(surface.literal_text()) & TRIPOPS.question_words, surface.source


def test_lemmas_bring_forms_together():
    for forms in (
        ("book", "books", "booked", "booking"),
        ("move", "moved", "moving"),
        ("entry", "entries"),
        ("swap", "swapped"),
    ):
        assert len({lemma(form) for form in forms}) == 1, forms
    assert lemma("is") == "is"
    assert lemma("glass") == "glass"


def test_overlap_is_jaccard():
    assert overlap(frozenset("ab"), frozenset("bc")) == pytest.approx(1 / 3)
    assert overlap(frozenset(), frozenset()) == 0


def test_unknown_domain_names_the_known_ones():
    with pytest.raises(registry.UnknownDomainError, match="known are .*tripops"):
        registry.get("farmops")
    assert "tripops" in registry.names()
