"""Registering systems under test, and checking what was registered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.db import transaction

from sut_adapters import conformance, registry
from sut_adapters.base import AdapterError, MisconfiguredError, SutAdapter
from sut_adapters.models import SystemUnderTest


@dataclass(frozen=True, slots=True)
class Default:
    """A system that ships registered."""

    name: str
    description: str
    config: Mapping[str, Any] = field(default_factory=dict)
    k: int | None = None


#: ``k`` = 20 is what the papers' long sets use; the budget is the run's.
DEFAULTS: tuple[Default, ...] = (
    Default("no_memory", "Keeps nothing: every context is empty."),
    Default("full_history", "Every record so far, oldest first.", {"order": "oldest_first"}),
    Default("bm25", "The 20 best records by BM25.", {"method": "lucene", "k1": 1.5, "b": 0.75}, 20),
    Default(
        "dense", "The 20 nearest records by MiniLM vectors.", {"embedding": "minilm", "index": "exact"}, 20
    ),
    Default("notes", "Plain notes of the last 12 records; a ledger when hinted.", {"keep": 12, "hops": 2}),
)


def fault_of(*, adapter: str, config: Any, k: int | None, budget: int | None) -> str:
    """What is wrong with a configuration, empty if nothing. Opens the adapter and stores nothing."""
    if not isinstance(config, Mapping):
        return 'the configuration must be a JSON object, such as {"k1": 1.2}'
    bounds = {key: value for key, value in (("k", k), ("budget", budget)) if value is not None}
    try:
        registry.get(adapter)(config={**config, **bounds}, store_key="settings-check").close()
    except MisconfiguredError as error:
        return str(error)
    return ""


#: Adapters whose systems an administrator alone registers: they make this server call an address.
ADMIN_ONLY: frozenset[str] = frozenset({"push"})
#: Settings that an administrator alone gives, whatever the adapter: where this server calls, and which of its
#: secrets it sends there.
ADMIN_SETTINGS: frozenset[str] = frozenset({"base_url", "api_key_env", "auth_env"})


def for_admins(*, adapter: str, config: Mapping[str, Any]) -> str:
    """Why an administrator alone may register this, in words; empty where others may too."""
    if adapter in ADMIN_ONLY:
        return f"systems of the adapter {adapter} make this server call an address"
    if found := sorted(ADMIN_SETTINGS & set(config)):
        return f"{', '.join(found)} makes this server call an address or send a secret of its own"
    return ""


def declared(
    *, adapter: str, config: Mapping[str, Any], k: int | None = None, budget: int | None = None
) -> dict[str, Any]:
    """The configuration with what the system says of itself now. Raises ``MisconfiguredError`` in words where
    the configuration is wrong or the system does not answer."""
    if fault := fault_of(adapter=adapter, config=config, k=k, budget=budget):
        raise MisconfiguredError(fault)
    opened = registry.get(adapter)(config=dict(config), store_key="registration")
    try:
        return {**config, **opened.declared()}
    except AdapterError as error:
        raise MisconfiguredError(f"the system was asked what it can do: {error}") from error
    finally:
        opened.close()


@transaction.atomic
def register(
    *,
    name: str,
    adapter: str,
    config: Mapping[str, Any] | None = None,
    k: int | None = None,
    budget: int | None = None,
    description: str = "",
    knows: Sequence[str] = (),
) -> SystemUnderTest:
    """Register a system or change the registered one of that name; runs keep their own copies.

    A system that declares something of itself is asked; the answer is kept in its configuration.
    An oracle (``knows`` not empty) is made by whoever owns it, so its adapter need not be in our
    registry. Raises ``MisconfiguredError``. Whoever does this for a person goes through
    ``benchmark.services.registering``, which asks whether they may and notes who it was.
    """
    values = dict(config or {})
    if not knows:
        try:
            values = declared(adapter=adapter, config=values, k=k, budget=budget)
        except MisconfiguredError as error:
            raise MisconfiguredError(f"system {name}: {error}") from error
    system, _ = SystemUnderTest.objects.update_or_create(
        name=name,
        defaults={
            "adapter": adapter,
            "config": values,
            "k": k,
            "budget": budget,
            "description": description,
            "knows": list(knows),
        },
    )
    return system


def connection(*, system: SystemUnderTest) -> str:
    """Whether a registered system answers now, and what it declares, in words.

    Raises ``MisconfiguredError``.
    """
    if system.is_oracle:
        return "an oracle of ours, made here; nobody is called"
    now = declared(adapter=system.adapter, config=system.config, k=system.k, budget=system.budget)
    if "declares" not in now:
        return "runs in this server; nobody is called"
    can = [flag for flag, given in sorted(now["declares"].items()) if given]
    changed = "" if now == system.config else "; registered is something else, save it anew"
    return f"answers, and declares {', '.join(can) or 'nothing beyond the protocol'}{changed}"


@transaction.atomic
def register_defaults() -> list[SystemUnderTest]:
    """Register the systems that ship and are missing; what somebody has edited stays as it is."""
    return [
        SystemUnderTest.objects.get_or_create(
            name=default.name,
            defaults={
                "adapter": default.name,
                "config": dict(default.config),
                "k": default.k,
                "description": default.description,
            },
        )[0]
        for default in DEFAULTS
    ]


def check(*, adapter: str, config: Mapping[str, Any], hint: str | None = None) -> list[conformance.Check]:
    """Run the contract suite against an adapter on stores of its own. Raises ``MisconfiguredError``."""
    kind = registry.get(adapter)
    prefix = f"conformance-{uuid4().hex[:12]}"

    def make(store_key: str) -> SutAdapter:
        return kind(config=dict(config), store_key=store_key, hint=hint)

    make(f"{prefix}-settings").close()  # settings that are wrong break no clause: they are refused
    found = conformance.run(make, prefix=prefix)
    return [*found, conformance.refuses_unknown_settings(kind, prefix)]
