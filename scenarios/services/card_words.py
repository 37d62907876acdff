"""The words of data cards: what each kind of suite is, and its settings in words. No figures stand here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scenarios.selectors.statistics import ALLOWED

WHAT = {
    "derive": "Histories of records that nobody wrote down as a whole: what holds at a time must be "
    "derived from records that confirm, revise and cancel one another. Each query asks what holds at "
    "its cutoff, and has its answer, its derivation and the smallest sets of records that suffice for "
    "it.",
    "drift": "Conversations whose state changes on the way, with an answer for the state that holds and "
    "another for the state that a careless reader would give.",
    "structure": "Sessions whose content has a structure that an answer depends on: a tree, a state, or "
    "sums.",
    "imported": "Histories that come from outside, with gold derived from their annotations. Answers that "
    "their files state are kept beside it and never used as gold.",
}
_MEASURE = (
    (
        "Comparing systems that keep a memory for an agent: whether they answer, admit that something is not "
        "known, and keep the records that an answer needs."
    ),
    (
        "Finding where a system failed: the derivation and the witnesses of each query say which records it "
        "needed."
    ),
)
USES = {
    "derive": (*_MEASURE, "Testing engines: an independent evaluator can derive all of its gold again."),
    "drift": _MEASURE,
    "structure": _MEASURE,
    "imported": _MEASURE,
}
_NEVER = "Training or tuning a system that is then measured on it."
MISUSES = {
    "derive": (
        _NEVER,
        (
            "Statements about natural language at large: names are invented and texts follow templates or a "
            "model that reworded them."
        ),
        "Claims about the data of papers in whose design it stands: it is other data.",
    ),
    "drift": (_NEVER, "Claims about the data of papers in whose design it stands: it is other data."),
    "structure": (_NEVER, "Claims about the data of papers in whose design it stands: it is other data."),
    "imported": (
        _NEVER,
        (
            "Claims that rest on the answers its files state: where they differ from what their annotations "
            "derive to, the findings say so."
        ),
    ),
}
MADE = {
    "derive": "A program planned histories from the settings below and a seed, rendered the records, and "
    "chose queries whose gold holds from cutoff to witness. The same settings and seed give the same "
    "suite.",
    "drift": "A program wrote it from the settings below and a seed.",
    "structure": "A program wrote it from the settings below and a seed.",
    "imported": "An importer read it from files, or a person put it together, with the settings below.",
}
FIGURES = (
    "Counted from the stored gold. A witness is a smallest set of records that suffices for an answer, its "
    "size their number; what is unknown has none. “Obsolete excluded” is the share of queries on whose way "
    "an obsolete version was passed over."
)
GOLD = (
    "By evaluators: the gold is computed in Postgres; manage.py verify_release {slug} computes all of it "
    "again with an independent evaluator and compares answers, derivations, witnesses and the content hash."
)
READERS = (
    "Readers that work without a language model are scripted: the symbolic reader knows rules and "
    "templates. What they reach is a ceiling of the retrieved records, marked as such and never ranked."
)
#: Who worded a text (``Rendering.renderer``), in words.
RENDERERS = {
    "template": "by templates",
    "llm": "by a language model, under the same checks",
    "template_fallback": "by templates after a model failed the checks",
    "given": "as they were given",
    "edited": "by a person, under the same checks",
}
UNSAID = "No settings are stored with it, so its rows do not say how it was made."
#: Settings by their keys, in words.
_SETTINGS = {
    "accent": "accent",
    "actions_per_event": "mean number of actions of a record that has any",
    "answer_type_shares": "shares of answer types aimed at",
    "bait_rate": "share of queries whose words stand in a distractor",
    "chain_len_dist": "versions of a key",
    "completeness_rate": "share of groups that are stated to be complete",
    "currency": "currency of amounts",
    "degree_dist": "shares of composition degrees",
    "dispersion": "spread of a witness over the history",
    "distractor_rate": "shares of records that distract, by kind",
    "dup_assert_rate": "share of facts that a second record confirms",
    "family_targets": "figures aimed at by family",
    "horizon": "first and last day",
    "indirect_rate": "share of queries that name something indirectly",
    "late_obsolete_rate": "share of revised keys with an obsolete record that comes late",
    "late_revision_rate": "share of revised keys whose revision comes late",
    "n_events": "records",
    "n_queries": "queries",
    "planned_witness": "size of the planned largest witness",
    "quotas": "queries by family and label",
    "tau_policy": "where cutoffs fall",
    "witness_bands": "queries by witness size",
    "witness_max": "largest witness allowed",
}
#: Stated elsewhere on the card.
_APART = frozenset({ALLOWED, "licence", "citation", "slug", "title", "domain"})


def settings(config: Mapping[str, Any]) -> Iterator[str]:
    """Each stored setting in words, in order of the keys; one without words by its key."""
    for key in sorted(config):
        if key not in _APART and config[key] not in (None, "", [], {}):
            yield f"{_SETTINGS.get(key, key)}: {_value(config[key])}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    return value if isinstance(value, str) else json.dumps(value)


def stated(config: Mapping[str, Any], key: str) -> str:
    """A text that the configuration states, empty where it states none."""
    value = config.get(key, "")
    return value if isinstance(value, str) else ""


def deviations(config: Mapping[str, Any]) -> dict[str, str]:
    """Figures that may lie outside their tolerance, with the reason for each."""
    found = config.get(ALLOWED, {})
    return {key: str(reason) for key, reason in found.items()} if isinstance(found, dict) else {}
