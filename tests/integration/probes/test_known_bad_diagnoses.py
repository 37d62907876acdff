"""Each known-bad system comes out of the diagnosis with the fault that it has (spec 7.4, 8.2, 12.6)."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from benchmark.models import Run
from benchmark.services import draining, systems
from probes.models import Diagnosis, DiagnosisStatus, FrontierNode
from probes.selectors import maintenance
from scenarios.bundle import Bundle
from scenarios.models import Suite
from scenarios.services import suites
from tests.factories import runs as make
from tests.factories.kept_rows import once_a_module
from tests.factories.mini_suite import built

pytestmark = pytest.mark.django_db


def scenario_of_mini(slug: str) -> Suite:
    """A released suite of one scenario of mini."""
    bundle = Bundle(f"{slug}-alone", "One scenario", "derive", (built(slug).scenario,))
    return suites.release(suite=suites.store(bundle=bundle, by=None), by=None)


edu = once_a_module(lambda: scenario_of_mini("mini-edu"))


def read(suite: Suite, *names: str, part: str) -> Run:
    registered = {system.name: system for system in systems.register_all()}
    chosen = [registered[name] for name in names]
    run = make.launch(suite, *chosen, reader="symbolic", parts=[part])
    draining.work(until=timezone.now() + timedelta(minutes=20), run=run)
    run.refresh_from_db()
    assert run.status == "done", run.message
    return run


def failures(run: Run, system: str) -> Counter[tuple[str, str]]:
    """How often each (class, dimension) stands on a frontier of a system."""
    of_system = FrontierNode.objects.filter(diagnosis__answer__context__variant__system__name=system)
    return Counter(
        of_system.filter(diagnosis__answer__context__variant__run=run).values_list("failure", "dimension")
    )


def kinds(run: Run, system: str, failure: str) -> set[str]:
    """The kinds of the nodes that failed so."""
    of_system = FrontierNode.objects.filter(diagnosis__answer__context__variant__system__name=system)
    found = of_system.filter(diagnosis__answer__context__variant__run=run, failure=failure)
    return set(found.values_list("kind", flat=True))


def test_the_leading_class_is_that_of_the_fault(edu: Suite) -> None:
    names = ("full_history", "drops_revisions", "newest_k", "loses_rules", "swaps_clause")
    run = read(edu, *names, part="probes")
    assert set(Diagnosis.objects.values_list("status", flat=True)) == {DiagnosisStatus.DONE}
    found = {name: failures(run, name) for name in names}
    leading = {name: found[name].most_common(1)[0][0] for name in names[1:]}
    assert not found["full_history"]
    assert leading == {
        "drops_revisions": ("unretrievable", "evolution"),
        "newest_k": ("unretrievable", "access"),
        "loses_rules": ("unretrievable", "access"),
        "swaps_clause": ("misderived", "composition"),
    }
    assert kinds(run, "loses_rules", "unretrievable") == {"rule"}
    assert set(found["swaps_clause"]) == {("misderived", "composition")}


def test_completeness_that_is_ignored_shows_where_something_is_derived() -> None:
    run = read(scenario_of_mini("mini-trip"), "ignores_completeness", part="probes")
    assert set(failures(run, "ignores_completeness")) == {("misderived", "composition")}
    recorded = {"fact", "collection", "rule"}
    assert kinds(run, "ignores_completeness", "misderived").isdisjoint(recorded)


def test_what_never_updates_preserves_all_and_refreshes_nothing(edu: Suite) -> None:
    run = read(edu, "never_updates", part="tracked")
    (line,) = maintenance.of_run(run).lines
    figures = line.figures
    assert (figures.refresh.numerator, figures.refresh.denominator > 0) == (0, True)
    assert figures.preservation.numerator == figures.preservation.denominator > 0
