"""Configurations of suites that users write, as TOML (spec 5.1). PURE: the text comes in.

    slug = "my-suite"
    title = "My suite"

    [defaults]                      # any knob; each scenario may state it anew
    completeness_rate = 0.9

    [[scenario]]
    slug = "my-trips"
    title = "My trips"
    domain = "tripops"
    n_events = 120
    n_queries = 30
    family_counts = {temporal = 6, semantic = 6, closure = 6, rules = 6, set_quant = 6}
    label_counts = {answerable = 24, justified-zero = 3, unknown = 3}
    witness_bands = {1 = 8, 2 = 6, 3-4 = 7, 5-8 = 6}

``family_counts`` and ``label_counts`` are split into cells so that both hold; ``quotas``, a table of families
with a table of labels each, states the cells instead. ``n_queries`` may be left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time
from math import isfinite
from typing import Any

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.config import (
    ChainLengths,
    ConfigError,
    Dispersion,
    ScenarioConfig,
    SuiteConfig,
    TauPolicy,
    TauWindow,
)
from scenarios.generators.derive.quotas import QuotaError, split
from scenarios.generators.derive.targets import FAMILIES, Band, Cell, FamilyTarget


class _WrongError(ValueError):
    """A value that its key cannot take."""


def read(text: str) -> SuiteConfig:
    """The suite that a TOML text describes. Raises ``ConfigError`` with every fault, each naming its key."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError((f"the file is no TOML: {error}",)) from error
    except RecursionError as error:
        raise ConfigError(("the file is no configuration: it nests too deep",)) from error
    faults = [f"{key}: there is no such key" for key in sorted(set(table) - _TOP)]
    defaults, listed = table.get("defaults", {}), table.get("scenario", [])
    if not isinstance(defaults, dict) or not _is_tables(listed):
        raise ConfigError((*faults, "defaults, scenario: write [defaults] once and [[scenario]] for each"))
    scenarios = []
    for place, knobs in enumerate(listed, 1):
        try:
            scenarios.append(_scenario({**defaults, **knobs}, f"scenario {place}"))
        except ConfigError as error:
            faults += error.faults
    if faults:
        raise ConfigError(tuple(faults))
    slug, title = table.get("slug", ""), table.get("title", "")
    if not isinstance(slug, str) or not isinstance(title, str) or not title:
        raise ConfigError(("slug, title: a suite needs both, as texts",))
    return SuiteConfig(slug=slug, title=title, scenarios=tuple(scenarios))


_TOP = {"slug", "title", "defaults", "scenario"}


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _scenario(knobs: dict[str, Any], where: str) -> ScenarioConfig:
    named = f"{where} ({knobs['slug']})" if isinstance(knobs.get("slug"), str) else where
    faults = [f"{named}: {key}: there is no such key" for key in sorted(set(knobs) - set(_READERS) - _COUNTS)]
    faults += [f"{named}: {key}: is missing" for key in _NEEDED if key not in knobs]
    found: dict[str, Any] = {}
    for key, value in knobs.items():
        if key in _READERS:
            try:
                found[key] = _READERS[key](value)
            except _WrongError as error:
                faults.append(f"{named}: {key}: {error}")
    try:
        found["quotas"] = _quotas(knobs)
    except _WrongError as error:
        faults.append(f"{named}: {error}")
    if faults:
        raise ConfigError(tuple(faults))
    config = ScenarioConfig(**found)
    if knobs.get("n_queries", config.n_queries) != config.n_queries:
        stated = f"is {knobs['n_queries']!r}, but {config.n_queries} have a family and a label"
        raise ConfigError((f"{named}: n_queries: {stated}",))
    return config


def _quotas(knobs: Mapping[str, Any]) -> dict[Cell, int]:
    """The cells as they are stated, or from both margins."""
    if "quotas" in knobs:
        if "family_counts" in knobs or "label_counts" in knobs:
            raise _WrongError("quotas: state either quotas or family_counts with label_counts")
        rows = _table(knobs["quotas"], _labels)
        return {(family, label): n for family, counts in rows.items() for label, n in counts.items()}
    if "family_counts" not in knobs or "label_counts" not in knobs:
        raise _WrongError("quotas: is missing; family_counts with label_counts would do as well")
    families, labels = _table(knobs["family_counts"], _whole), _labels(knobs["label_counts"])
    if strange := sorted(set(families) - set(FAMILIES)):
        raise _WrongError(f"family_counts: there is no family {strange[0]!r}, only {', '.join(FAMILIES)}")
    try:
        parts = split(labels, list(families.values()))
    except QuotaError as error:
        raise _WrongError(f"family_counts, label_counts: {error}") from error
    return {
        (family, label): count
        for family, part in zip(families, parts, strict=True)
        for label, count in part.items()
    }


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise _WrongError(f"{value!r} is not a text")
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _WrongError(f"{value!r} is not a whole number")
    return value


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _WrongError(f"{value!r} is not a number")
    if not isfinite(value):
        raise _WrongError(f"{value!r} is not a finite number")
    return float(value)


def _table(value: Any, read_one: Callable[[Any], Any]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _WrongError(f"{value!r} is not a table")
    return {key: read_one(one) for key, one in value.items()}


def _one_of(kind: Callable[[str], Any], value: Any, known: str) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        raise _WrongError(f"{value!r} is none of {known}") from error


def _labels(value: Any) -> dict[Answerability, int]:
    known = ", ".join(Answerability)
    return {_one_of(Answerability, key, known): n for key, n in _table(value, _whole).items()}


def _bands(value: Any) -> dict[Band, int]:
    return {_one_of(Band, key, ", ".join(Band)): n for key, n in _table(value, _whole).items()}


def _shares(value: Any) -> dict[str, float]:
    return _table(value, _number)


def _degrees(value: Any) -> dict[int, float]:
    return {int(key) if key.isdecimal() else 0: share for key, share in _shares(value).items()}


def _fields(value: Any, *names: str) -> list[float]:
    """The numbers of a table that has exactly these keys."""
    table = _shares(value)
    if set(table) != set(names):
        raise _WrongError(f"write exactly {', '.join(names)}")
    return [table[name] for name in names]


def _chain(value: Any) -> ChainLengths:
    mean, most = _fields(value, "mean", "max")
    return ChainLengths(mean, _whole(value["max"]) if most >= 0 else 0)


def _tau(value: Any) -> TauPolicy:
    """``{on_event = 0.1, windows = [{low = 0.75, high = 1.0, share = 1.0}]}``."""
    if not isinstance(value, dict) or not set(value) <= {"on_event", "windows"}:
        raise _WrongError("write a table of on_event and windows")
    policy = TauPolicy()
    if "on_event" in value:
        policy = replace(policy, on_event=_number(value["on_event"]))
    if "windows" in value:
        if not _is_tables(value["windows"]):
            raise _WrongError("windows: write a list of tables of low, high and share")
        windows = tuple(TauWindow(*_fields(one, "low", "high", "share")) for one in value["windows"])
        policy = replace(policy, windows=windows)
    return policy


def _targets(value: Any) -> dict[str, FamilyTarget]:
    names = ("witness", "obs", "height", "width")
    return _table(value, lambda one: FamilyTarget(0, *_fields(one, *names)))


def _horizon(value: Any) -> tuple[datetime, datetime]:
    """``[2030-01-07, 2031-12-19]``: the first and the last day."""
    if not (isinstance(value, list) and len(value) == 2 and all(type(day) is date for day in value)):
        raise _WrongError(f"{value!r} is not a list of two days, as in [2030-01-07, 2031-12-19]")
    first, last = (datetime.combine(day, time(), UTC) for day in value)
    return first, last


_READERS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("slug", "title", "domain", "accent"), _text),
    **dict.fromkeys(("n_events", "planned_witness", "witness_max"), _whole),
    **dict.fromkeys(
        ("actions_per_event", "late_obsolete_rate", "late_revision_rate", "bait_rate", "indirect_rate"),
        _number,
    ),
    **dict.fromkeys(("completeness_rate", "dup_assert_rate"), _number),
    **dict.fromkeys(("distractor_rate", "answer_type_shares"), _shares),
    "horizon": _horizon,
    "witness_bands": _bands,
    "chain_len_dist": _chain,
    "dispersion": lambda value: _one_of(Dispersion, value, ", ".join(Dispersion)),
    "degree_dist": _degrees,
    "tau_policy": _tau,
    "family_targets": _targets,
}
_COUNTS = {"n_queries", "family_counts", "label_counts", "quotas"}
_NEEDED = ("slug", "title", "domain", "n_events", "witness_bands")
