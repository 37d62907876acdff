"""Leave to travel in a TripOps world: border sheets, drawers of papers, stamp sheets, waivers. PURE."""

from __future__ import annotations

from scenarios.domains.tripops.world.journeys import Trip
from scenarios.domains.tripops.world.office import Country, Office, Person
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Window

PAPERS = ("passport", "visa", "permit", "photograph", "invitation", "insurance")
EARLY: Window = (0.02, 0.2)
LATER: Window = (0.25, 0.8)
#: The share of sheets and drawers that change.
CHANGED = 0.4


def plan_papers(office: Office, people: list[Person]) -> None:
    """What borders ask for and what lies in drawers; the last country has no sheet."""
    for country in office.countries[1 : 2 if office.small else -1]:
        _border(office, country)
    for person in people:
        _drawer(office, person)


def _border(office: Office, country: Country) -> None:
    plot = office.plot
    papers = plot.rng.sample(PAPERS, office.pick((0, 1, 2, 2, 3)))
    values: Values = {"country": country.name}
    if not papers:
        plot.add("border_sheet_empty", values, EARLY, after=(country.note,))
        return
    sheet = plot.add("border_sheet", {**values, "papers": tuple(papers)}, EARLY, after=(country.note,))
    if office.scale > 0.5 and plot.happens(CHANGED):
        if plot.happens(0.5):
            dropped = {**values, "paper": papers[0]}
            plot.add("border_paper_dropped", dropped, LATER, after=(sheet,))
        else:
            more = office.pick([one for one in PAPERS if one not in papers])
            added = plot.add("border_paper_added", {**values, "paper": more}, LATER, after=(sheet,))
            whole = {**values, "papers": (*papers, more)}
            plot.add("border_sheet", whole, (LATER[0], 0.9), after=(added,))


def _drawer(office: Office, person: Person) -> None:
    plot = office.plot
    papers = plot.rng.sample(PAPERS, office.pick((1, 2, 3, 4, 5)))
    values: Values = {"person": person.name}
    whole = {**values, "papers": tuple(papers)}
    check = plot.add("drawer_checked", whole, (EARLY[0], 0.3), after=(person.card,))
    if office.scale > 0.5 and plot.happens(CHANGED):
        if plot.happens(0.5):
            plot.add("paper_run_out", {**values, "paper": papers[-1]}, LATER, after=(check,))
        else:
            more = office.pick([one for one in PAPERS if one not in papers])
            issued = plot.add("paper_issued", {**values, "paper": more}, LATER, after=(check,))
            whole = {**values, "papers": (*papers, more)}
            plot.add("drawer_checked", whole, (LATER[0], 0.92), after=(issued,))


def plan_sheet(office: Office, trip: Trip, kind: int) -> None:
    """The stamp sheet of a trip, before it starts: signed by a superior, by somebody else, by nobody; signed
    and taken back; signed and left open."""
    plot = office.plot
    above = office.people[0].name if plot.happens(0.4) else trip.person.boss or office.people[0].name
    aside = office.pick(
        [one.name for one in office.people if one.level >= trip.person.level and one != trip.person]
        or [above]
    )
    window = (max(0.0, trip.over - 0.12), max(0.01, trip.over - 0.05))
    values: Values = {"trip": trip.name}
    files = (trip.file,)
    if kind == 0:
        plot.add("approvals_closed", {**values, "people": (above,)}, window, after=files)
    elif kind == 1:
        plot.add("approvals_closed", {**values, "people": (aside,)}, window, after=files)
    elif kind == 2:
        plot.add("approvals_closed_empty", values, window, after=files)
    elif kind == 3:
        given = plot.add("approval_given", {**values, "person": above}, window, after=files)
        back = plot.add("approval_taken_back", {**values, "person": above}, window, after=(given,))
        plot.add("approvals_closed_empty", values, window, after=(back,))
    else:
        plot.add("approval_given", {**values, "person": above}, window, after=files)
    office.ask("has_clearance", "may_depart", trip=trip.name)


#: The ways in which stamp sheets go, in turn.
SHEETS = (0, 2, 0, 4, 1, 0, 3, 2)


def plan_waiver(office: Office, trip: Trip, *, ended: bool) -> None:
    """Let a trip off the stamp sheet for some months; now and then this is taken back."""
    plot = office.plot
    days = office.pick(range(90, 400, 10))
    values: Values = {"trip": trip.name, "starts": DayOf(), "ends": DayOf(offset=days)}
    window = (max(0.0, trip.over - 0.12), trip.over)
    given = plot.add("waiver_given", values, window, after=(trip.file,))
    if ended:
        plot.add("waiver_ended", {"trip": trip.name}, (trip.over, 0.95), after=(given,))
    office.ask("requires_clearance", "may_depart", trip=trip.name)
