"""The words of data cards: what each kind of suite is, and its settings in words. No figures stand here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scenarios.selectors.statistics import ALLOWED
from scenarios.sentences import Sentence

WHAT = {
    "derive": Sentence(
        "Histories of records that nobody wrote down as a whole: what holds at a time must be "
        "derived from records that confirm, revise and cancel one another. Each query asks what holds at "
        "its cutoff, and has its answer, its derivation and the smallest sets of records that suffice for "
        "it."
    ),
    "drift": Sentence(
        "Conversations whose state changes on the way, with an answer for the state that holds and "
        "another for the state that a careless reader would give."
    ),
    "structure": Sentence(
        "Sessions whose content has a structure that an answer depends on: a tree, a state, or sums."
    ),
    "imported": Sentence(
        "Histories that come from outside, with gold derived from their annotations. Answers that "
        "their files state are kept beside it and never used as gold."
    ),
}
_MEASURE = (
    (
        Sentence(
            "Comparing systems that keep a memory for an agent: whether they answer, admit that something is "
            "not known, and keep the records that an answer needs."
        )
    ),
    (
        Sentence(
            "Finding where a system failed: the derivation and the witnesses of each query say which records "
            "it needed."
        )
    ),
)
USES = {
    "derive": (
        *_MEASURE,
        Sentence("Testing engines: an independent evaluator can derive all of its gold again."),
    ),
    "drift": _MEASURE,
    "structure": _MEASURE,
    "imported": _MEASURE,
}
_NEVER = Sentence("Training or tuning a system that is then measured on it.")
MISUSES = {
    "derive": (
        _NEVER,
        (
            Sentence(
                "Statements about natural language at large: names are invented and texts follow templates "
                "or a model that reworded them."
            )
        ),
        Sentence("Claims about the data of papers in whose design it stands: it is other data."),
    ),
    "drift": (
        _NEVER,
        Sentence("Claims about the data of papers in whose design it stands: it is other data."),
    ),
    "structure": (
        _NEVER,
        Sentence("Claims about the data of papers in whose design it stands: it is other data."),
    ),
    "imported": (
        _NEVER,
        (
            Sentence(
                "Claims that rest on the answers its files state: where they differ from what their "
                "annotations derive to, the findings say so."
            )
        ),
    ),
}
MADE = {
    "derive": Sentence(
        "A program planned histories from the settings below and a seed, rendered the records, and "
        "chose queries whose gold holds from cutoff to witness. The same settings and seed give the same "
        "suite."
    ),
    "drift": Sentence("A program wrote it from the settings below and a seed."),
    "structure": Sentence("A program wrote it from the settings below and a seed."),
    "imported": Sentence(
        "An importer read it from files, or a person put it together, with the settings below."
    ),
}
FIGURES = Sentence(
    "Counted from the stored gold. A witness is a smallest set of records that suffices for an answer, its "
    "size their number; what is unknown has none. “Obsolete excluded” is the share of queries on whose way "
    "an obsolete version was passed over."
)
READERS = Sentence(
    "Readers that work without a language model are scripted: the symbolic reader knows rules and "
    "templates. What they reach is a ceiling of the retrieved records, marked as such and never ranked."
)
#: Who worded a text (``Rendering.renderer``), in words.
RENDERERS = {
    "template": Sentence("by templates"),
    "llm": Sentence("by a language model, under the same checks"),
    "template_fallback": Sentence("by templates after a model failed the checks"),
    "given": Sentence("as they were given"),
    "edited": Sentence("by a person, under the same checks"),
}
UNSAID = Sentence("No settings are stored with it, so its rows do not say how it was made.")
#: Settings by their keys, in words.
_SETTINGS = {
    "accent": Sentence("accent"),
    "actions_per_event": Sentence("mean number of actions of a record that has any"),
    "answer_type_shares": Sentence("shares of answer types aimed at"),
    "bait_rate": Sentence("share of queries whose words stand in a distractor"),
    "chain_len_dist": Sentence("versions of a key"),
    "completeness_rate": Sentence("share of groups that are stated to be complete"),
    "currency": Sentence("currency of amounts"),
    "degree_dist": Sentence("shares of composition degrees"),
    "dispersion": Sentence("spread of a witness over the history"),
    "distractor_rate": Sentence("shares of records that distract, by kind"),
    "dup_assert_rate": Sentence("share of facts that a second record confirms"),
    "family_targets": Sentence("figures aimed at by family"),
    "horizon": Sentence("first and last day"),
    "indirect_rate": Sentence("share of queries that name something indirectly"),
    "late_obsolete_rate": Sentence("share of revised keys with an obsolete record that comes late"),
    "late_revision_rate": Sentence("share of revised keys whose revision comes late"),
    "n_events": Sentence("records"),
    "n_queries": Sentence("queries"),
    "planned_witness": Sentence("size of the planned largest witness"),
    "quotas": Sentence("queries by family and label"),
    "tau_policy": Sentence("where cutoffs fall"),
    "witness_bands": Sentence("queries by witness size"),
    "witness_max": Sentence("largest witness allowed"),
}
#: Stated elsewhere on the card.
_APART = frozenset({ALLOWED, "licence", "citation", "slug", "title", "domain"})


def settings(config: Mapping[str, Any]) -> Iterator[Sentence]:
    """Each stored setting in words, in order of the keys; one without words by its key."""
    for key in sorted(config):
        if key not in _APART and config[key] not in (None, "", [], {}):
            yield Sentence("%(name)s: %(value)s", name=_SETTINGS.get(key, key), value=_value(config[key]))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    return value if isinstance(value, str) else json.dumps(value)


def verified_gold(slug: str) -> Sentence:
    """How the gold of a suite is verified."""
    return Sentence(
        "By evaluators: the gold is computed in Postgres; manage.py verify_release %(slug)s computes all of "
        "it again with an independent evaluator and compares answers, derivations, witnesses and the content "
        "hash.",
        slug=slug,
    )


def stated(config: Mapping[str, Any], key: str) -> str:
    """A text that the configuration states, empty where it states none."""
    value = config.get(key, "")
    return value if isinstance(value, str) else ""


def deviations(config: Mapping[str, Any]) -> dict[str, str]:
    """Figures that may lie outside their tolerance, with the reason for each."""
    found = config.get(ALLOWED, {})
    return {key: str(reason) for key, reason in found.items()} if isinstance(found, dict) else {}
