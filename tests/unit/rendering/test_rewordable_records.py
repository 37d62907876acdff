"""Every record of every domain can be put into other words, and each of its facts is missed where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scenarios.bundle import LLM, EventSpec
from scenarios.rendering import presence
from scenarios.rendering.rewording import Scene, is_rewordable, reword
from tests.factories import domain_samples
from tests.factories.domain_samples import Samples, at
from tests.factories.worded_trips import right_words

BY_SLUG = {samples.domain.slug: samples for samples in domain_samples.ALL}


def records(samples: Samples) -> Iterator[EventSpec]:
    """One record of each kind in each of its wordings, with lists of several where it has any."""
    ref = at()
    for place, sample in enumerate(samples.records(1)):
        if place % 2:
            name = f"{sample.template.slug}#{sample.surface}"
            yield EventSpec(ref.id, ref.t, ref.seq, sample.text, sample.actions, template=name)


@pytest.mark.parametrize("slug", sorted(BY_SLUG))
def test_words_that_hold_every_fact_pass_for_every_wording(slug: str) -> None:
    samples = BY_SLUG[slug]
    scene = Scene(samples.domain, (), ())
    for event in records(samples):
        assert is_rewordable(scene, event), event.text
        found = reword(event, scene, lambda prompt: right_words(prompt.user))
        assert (found.renderer, len(found.attempts)) == (LLM, 1), (event.text, found.attempts)
        as_it_was = replace(event, renderer=LLM, template_text=event.text)
        assert all(one.passed for one in presence.record_checks(samples.domain, as_it_was, ())), event.text


@pytest.mark.parametrize("slug", sorted(BY_SLUG))
def test_a_fact_that_goes_is_missed_whatever_it_is(slug: str) -> None:
    samples = BY_SLUG[slug]
    seen: set[str] = set()
    for event in records(samples):
        if event.template.partition("#")[0] in seen:
            continue
        seen.add(event.template.partition("#")[0])
        known = presence.source(samples.domain, event, event.text)
        assert known is not None
        facts = [form for forms in known.facts().values() for form in forms]
        for fact in set(facts):
            rest = [one for one in facts if one != fact]
            worded = f"Just so that everybody at the office has it: {', '.join([*rest, 'as agreed'])}."
            changed = replace(event, text=worded, renderer=LLM, template_text=event.text)
            missed = [
                one.evidence for one in presence.faithful(samples.domain, changed, ()) if not one.passed
            ]
            assert any(fact in evidence for evidence in missed), (fact, worded)
