"""Lemmas and their overlap, on which the lexical gap of every domain rests (spec 4.5)."""

from __future__ import annotations

import pytest

from scenarios.domains import registry
from scenarios.rendering.lexicon import lemma, overlap


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


def test_a_folder_elsewhere_is_a_domain_like_those_that_ship():
    assert "tests.domains.glassops" in registry.added()
    assert registry.get("glassops").slug == "glassops"
    assert registry.fault_of("glassops") == ""
    assert {"eduops", "glassops", "shopops", "tripops"} <= set(registry.names())
    with pytest.raises(registry.UnknownDomainError, match="domain 'farmops' is none of .*glassops"):
        registry.world_of("farmops")
