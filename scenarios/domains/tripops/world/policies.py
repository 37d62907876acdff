"""What is declared in a TripOps world: caps, floors, thresholds, rations, each with its versions. PURE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scenarios.domains.tripops.world.office import Office
from scenarios.generators.derive.plan import DayOf
from scenarios.generators.derive.plot import Record, Window

EARLY: Window = (0.0, 0.2)
#: The share of caps, and of regions with their ceilings and rations, whose last word is a withdrawal.
WITHDRAWN, GONE = 0.12, 0.4
#: The share of columns that are capped where people go.
CAPPED = 0.85


@dataclass(frozen=True, slots=True)
class Notice:
    """The record templates of something declared; a forwarded copy where the domain has one."""

    notice: str
    replaced: str
    withdrawn: str
    forwarded: str = ""
    slot: str = "amount"


CAP = Notice("cap_notice", "cap_replaced", "cap_withdrawn", "cap_forwarded")
NIGHT = Notice("night_notice", "night_replaced", "night_withdrawn")
RATION = Notice("ration_notice", "ration_replaced", "ration_withdrawn", "ration_forwarded")
FLOOR = Notice("floor_notice", "floor_replaced", "floor_withdrawn")
SIGNOFF = Notice("signoff_notice", "signoff_replaced", "signoff_withdrawn", slot="days")
POT = Notice("allowance_set", "allowance_changed", "allowance_withdrawn")


def declare(
    office: Office, kind: Notice, key: Mapping[str, str], options: Sequence[str], window: Window, *,
    versions: int, withdrawn: bool = False, after: Sequence[str] = (),
) -> list[str]:  # fmt: skip
    """Plan a declared key with all its versions; ``withdrawn`` adds a withdrawal behind the last."""
    plot = office.plot

    def write(place: int, value: str) -> Record:
        return kind.replaced if place else kind.notice, {**key, kind.slot: value}

    def forward(value: str, day: DayOf) -> Record:
        return kind.forwarded, {**key, kind.slot: value, "as_of": day}

    names = plot.chain(
        plot.course(options, versions), write, window, after=after,
        forward=forward if kind.forwarded else None,
        confirm=None if withdrawn else lambda value: (kind.notice, {**key, kind.slot: value}),
    )  # fmt: skip
    if withdrawn:
        names.append(plot.add(kind.withdrawn, dict(key), (0.5, 0.85), after=names))
    return names


def plan_policies(office: Office) -> None:
    """Caps for most regions and columns, ceilings of nights, rations, the floor and the threshold. The first
    region, where most are at home, has no ceiling of nights and none of rations; the second, where most go,
    has all, and none is ever withdrawn."""
    home, *away = office.names["region"]
    for region in (home, *away):
        for group in office.classes:
            if region == away[0] or (not office.small and office.plot.happens(_share(office, region))):
                _cap(office, region, group, withdrawn=region != away[0] and office.plot.happens(WITHDRAWN))
            office.ask("current_ceiling", region=region, group=group)
    for region in away:
        withdrawn = region != away[0] and office.plot.happens(GONE)
        _by_region(office, NIGHT, region, range(62, 118, 6), withdrawn=withdrawn)
        _by_region(office, RATION, region, range(22, 58, 4), withdrawn=withdrawn)
        office.ask("current_lodging_ceiling", "current_subsistence", region=region)
    declare(office, FLOOR, {}, [str(n) for n in range(8, 28, 2)], EARLY, versions=_versions(office))
    declare(office, SIGNOFF, {}, ["3", "4", "5", "6"], EARLY, versions=_versions(office))
    office.ask("current_receipt_floor")
    office.ask("current_clearance_days")
    _rations(office)


def _share(office: Office, region: str) -> float:
    """The share of columns that are capped in a region."""
    return office.accent.caps if region == office.names["region"][0] else CAPPED


def _versions(office: Office) -> int:
    """How many versions something declared has: those of the configuration, for the share that is revised."""
    if not office.plot.happens(office.accent.moved_rules):
        return 1
    return office.versions() if office.small else max(2, office.versions())


def _cap(office: Office, region: str, group: str, *, withdrawn: bool) -> None:
    base = 20 + 11 * list(office.classes).index(group)
    amounts = [str(base + step) for step in range(0, 36, 4)]
    key = {"region": region, "group": group}
    declare(office, CAP, key, amounts, EARLY, versions=_versions(office), withdrawn=withdrawn)


def _by_region(office: Office, kind: Notice, region: str, amounts: range, *, withdrawn: bool) -> None:
    options = [str(amount) for amount in amounts]
    declare(office, kind, {"region": region}, options, EARLY, versions=_versions(office), withdrawn=withdrawn)


def _rations(office: Office) -> None:
    """Whether rations go by days or by nights is declared, changed, and for a while left open."""
    plot = office.plot
    names = [plot.add("ration_by_day", {}, EARLY)]
    if office.sized(1):
        names.append(plot.add("ration_by_night", {}, (0.35, 0.6), after=names))
        if office.accent.moved_rules > 0.8:
            names.append(plot.add("ration_open", {}, (0.62, 0.7), after=names))
            plot.add("ration_by_day", {}, (0.72, 0.85), after=names)
