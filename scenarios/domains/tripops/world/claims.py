"""What trips of a TripOps world cost: claims with their corrections, closed lists, pots. PURE."""

from __future__ import annotations

from scenarios.domains.tripops.world.journeys import Trip
from scenarios.domains.tripops.world.office import SPARE, Office
from scenarios.domains.tripops.world.policies import POT, declare
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Record, Window

OF_CLAIM = ("current_price", "class_of_outlay", "over_limit", "reimbursable", "is_reimbursable")
OF_LIST = (
    "not_reimbursable", "total_reimbursable", "total_outlay", "largest_outlay", "all_within_limits",
    "most_common_class",
)  # fmt: skip
#: Shares of claims: with a slip, corrected in kind, whose slip turned up or got lost; of lists, from which a
#: claim is struck after they were closed.
SLIPS, KINDS, NEWS, STRUCK = 0.65, 0.1, 0.15, 0.2
#: The share of claims whose amount is corrected.
CORRECTED = 0.6
#: How long claims on a trip may come in, and when its list is closed, behind its end.
FILED, CLOSED = 0.06, 0.1


def plan_claims(office: Office, trip: Trip, size: int, *, closed: bool) -> None:
    """``size`` claims on a trip that is over, and the end of its list if it is ``closed``."""
    plot = office.plot
    window = (min(trip.over, 0.86), min(trip.over + FILED, 0.9))
    amounts = plot.rng.sample([_money(half) for half in range(13, 250)], 3 * size)
    claims = [
        _claim(office, trip, window, amounts[3 * place : 3 * place + 3])
        for place in range(size)
        if office.left > 0
    ]
    done = [event for event, _ in claims] or [trip.file]
    names = tuple(name for _, name in claims)
    if closed and office.left:
        end = (min(window[1] + 0.005, 0.92), min(window[0] + CLOSED, 0.96))
        values: Values = {"trip": trip.name, **({"expenses": names} if names else {})}
        template = "expense_list_closed" if names else "expense_list_empty"
        ended = plot.add(template, values, end, after=[*done, trip.last])
        if size > 1 and plot.happens(STRUCK) and office.left > SPARE:
            struck = {"trip": trip.name, "expense": names[0]}
            plot.add("expense_withdrawn", struck, (end[0], 0.95), after=(ended,))
    office.ask(*OF_LIST, trip=trip.name)
    for group in office.classes:
        office.ask("outlays_in_class", "number_in_class", trip=trip.name, group=group)


def _money(half: int) -> str:
    """An amount in steps of a half."""
    return f"{half // 2}.5" if half % 2 else str(half // 2)


def _claim(office: Office, trip: Trip, window: Window, amounts: list[str]) -> tuple[str, str]:
    """A claim with its corrections; returns its event and its name."""
    plot, name = office.plot, office.name("expense")
    kinds = [kind for inside in office.classes.values() for kind in inside]
    kind, slip = office.pick(kinds), "true" if plot.happens(SLIPS) else "false"

    def write(place: int, amount: str) -> Record:
        if place:
            return "expense_corrected", {"expense": name, "amount": amount}
        return "expense_filed", {
            "expense": name, "trip": trip.name, "amount": amount, "category": kind, "receipt": slip,
        }  # fmt: skip

    def forward(amount: str, day: DayOf) -> Record:
        return "amount_forwarded", {"expense": name, "amount": amount, "as_of": day}

    names = plot.chain(
        plot.course(amounts, office.versions() if plot.happens(CORRECTED) else 1),
        write,
        window,
        after=(trip.file, trip.last),
        forward=forward,
    )
    if office.left > SPARE and plot.happens(KINDS):
        other = office.pick([one for one in kinds if one != kind])
        plot.add("kind_corrected", {"expense": name, "category": other}, (window[0], 0.93), after=names[:1])
    if plot.happens(NEWS) and office.left > SPARE:
        changed = "false" if slip == "true" else "true"
        plot.add("slip_news", {"expense": name, "receipt": changed}, (window[0], 0.93), after=names[:1])
    office.ask(*OF_CLAIM, expense=name)
    return names[0], name


def plan_pot(office: Office, trip: Trip, *, withdrawn: bool) -> None:
    """What is put aside for a trip, with its versions."""
    options = [str(amount) for amount in range(120, 420, 25)]
    window = (max(0.0, trip.over - 0.1), trip.over)
    versions = office.versions()
    declare(
        office, POT, {"trip": trip.name}, options, window,
        versions=versions, withdrawn=withdrawn, after=(trip.file,),
    )  # fmt: skip
    office.ask("current_budget", "budget_left", trip=trip.name)
