"""From a registered system to a live adapter over one store (overview 4.8).

Real systems come from the registry of ``sut_adapters``. What knows more than a system may is an oracle of
ours (``oracle_systems``): it is made in the host, with what it needs, and never goes to a worker.
"""

from __future__ import annotations

import socket

from benchmark.models import HintLevel, IngestVariant, Store
from benchmark.services.oracle_systems import ORACLES, OracleScene
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.opaque import OpaqueIds
from sut_adapters import registry
from sut_adapters.base import Capabilities, SutAdapter
from sut_adapters.models import SystemUnderTest
from sut_adapters.services import systems as registered

#: Records in one call of ``ingest`` at most.
RECORDS_AT_ONCE = 64

#: What a system is told of the organisation of memory, by level (spec 11.4); a suite may say it in its
#: own words under ``config["hints"]``.
HINT_TEXTS: dict[str, str] = {
    HintLevel.SMALL: "Keep track of the current state of everything the records mention.",
    HintLevel.FULL: (
        "Keep a ledger: one row per fact, naming what it is about, its current value and the id and date of "
        "the record that set it. When a record revises or cancels a fact, change its row and keep the old "
        "value as history. List the members of each collection and whether it is stated to be complete."
    ),
}


def host_name() -> str:
    """The host on which this process runs, as stores note it."""
    return socket.gethostname()


def adapter_class(name: str) -> type[SutAdapter]:
    """The class behind an adapter's name. Raises ``MisconfiguredError`` for a name that nobody registered."""
    if name in ORACLES:
        return ORACLES[name].kind
    return registry.get(name)


def knows(system: SystemUnderTest) -> list[str]:
    """What a system knows that no system may know: its own mark, and that of its adapter."""
    of_adapter = ORACLES[system.adapter].knows if system.adapter in ORACLES else ()
    return list(dict.fromkeys([*system.knows, *of_adapter]))


def capabilities(name: str) -> Capabilities:
    """What the adapter declares of itself."""
    return adapter_class(name).capabilities


def answers(system: SystemUnderTest) -> bool:
    """Whether a registered system, rightly configured, gives answers of its own."""
    if system.adapter in ORACLES:
        return False
    opened = registry.get(system.adapter)(config=dict(system.full_config), store_key="settings-check")
    try:
        return opened.capabilities.answers
    finally:
        opened.close()


def hint_text(variant: IngestVariant) -> str | None:
    """The words of the variant's hint, None where it has none."""
    texts: dict[str, str] = variant.run.config.get("hint_texts", {})
    return texts.get(variant.hint)


def open_adapter(*, store: Store, scene: SceneTimeline, ids: OpaqueIds) -> SutAdapter:
    """A live adapter over a store. Raises ``MisconfiguredError``."""
    variant = store.variant
    if variant.adapter in ORACLES:
        return ORACLES[variant.adapter].build(OracleScene(store, scene, ids, hint_text(variant)))
    return registry.get(variant.adapter)(config=variant.config, store_key=store.key, hint=hint_text(variant))


def fault(system: SystemUnderTest) -> str:
    """What is wrong with a registered system's configuration, empty if nothing."""
    if system.adapter in ORACLES:
        return ORACLES[system.adapter].fault(system.full_config)
    return registered.fault_of(adapter=system.adapter, config=system.config, k=system.k, budget=system.budget)


def register_all() -> list[SystemUnderTest]:
    """Register what ships and is missing: the native systems, and the oracles, marked as such."""
    found = registered.register_defaults()
    for name, oracle in ORACLES.items():
        system = SystemUnderTest.objects.filter(name=name).first()
        found.append(
            system
            or registered.register(
                name=name,
                adapter=name,
                config=oracle.config,
                k=oracle.k,
                knows=oracle.knows,
                description=oracle.description,
            )
        )
    return found
