"""``manage.py suite_stats``: the figures of a stored suite, those of ``derive`` beside their targets."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scenarios.exceptions import BundleRefusedError
from scenarios.generators.derive.statistics import summed_up
from scenarios.models import GoldAnswer, Scenario, Suite
from scenarios.selectors import statistics
from scenarios.services import bundle_checks, suites
from tests.factories import scenarios as make
from tests.factories import web_world
from tests.factories.kept_rows import once_a_module
from tests.factories.mini_suite import mini_bundle
from tests.factories.suite_figures import on_target, sizes

pytestmark = pytest.mark.django_db


def ran(*arguments: str) -> str:
    """What the command prints where it exits with 0."""
    out = io.StringIO()
    call_command("suite_stats", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> tuple[str, str]:
    """What the command prints, and what it says as it exits with 1."""
    out = io.StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command("suite_stats", *arguments, stdout=out)
    assert refusal.value.returncode == 1
    return out.getvalue(), str(refusal.value)


#: The suite ``mini`` with its gold.
mini = once_a_module(lambda: suites.store(bundle=mini_bundle(), by=None))


def gold(scenario: Scenario, number: int, *, answer_type: str = "entity", **fields: Any) -> GoldAnswer:
    """A query of its own key with gold of these figures."""
    query = make.query(scenario, number, goal_key=[f"trip {number}"], answer_type=answer_type)
    stated = {"label": "answerable", "answer": "Corby", "height": 1, "width": 1, "support": ["e0001"]}
    root = make.node(scenario, "fact", "dest", *query.goal_key)
    return GoldAnswer.objects.create(**{**stated, "query": query, "root": root, **fields})


@pytest.fixture
def derive() -> Suite:
    """A suite that bears the name of ``derive`` and is nothing like it: three queries of TripOps."""
    suite = make.suite(slug="derive")
    scenario = make.scenario(suite=suite, domain="tripops")
    make.event(scenario, 1)
    gold(scenario, 1, height=3, width=2, measures={"witness_size": 1})
    figures = {"witness_size": 2, "disp": 0.5, "versions": 1.5, "n_obsolete": 1}
    gold(scenario, 2, answer_type="bool", answer=False, height=4, obs_flag=True, measures=figures)
    unknown = {
        "label": "unknown",
        "answer": None,
        "missing": ["dest(Ibex)"],
        "measures": {"witness_size": None},
    }
    gold(scenario, 3, **unknown)
    return suite


def test_mini_is_summed_up_from_its_gold_as_stored(mini: Suite) -> None:
    found = json.loads(ran("mini", "--json"))
    golds = GoldAnswer.objects.filter(query__scenario__suite=mini).select_related("query")
    (*domains, whole), rows = found["domains"], {row["name"]: row for row in found["families"]}
    assert [row["name"] for row in domains] == ["tripops", "shopops", "eduops"]
    for row, times in (*((row, 1) for row in domains), (whole, 3)):
        assert (row["scenarios"], row["events"], row["queries"]) == (times, 60 * times, 18 * times)
        assert (row["answerable"], row["zero"], row["unknown"]) == (13 * times, 2 * times, 3 * times)
    assert list(rows) == ["temporal", "semantic", "closure", "rules", "set_quant", "all"]
    assert {name: row["queries"] for name, row in rows.items()} == {
        "temporal": 6, "semantic": 15, "closure": 6, "rules": 15, "set_quant": 12, "all": 54,
    }  # fmt: skip
    for name, row in rows.items():
        asked = [gold for gold in golds if name in ("all", gold.query.family)]
        sizes = sorted(gold.measures["witness_size"] for gold in asked if gold.label != "unknown")
        measures = row["measures"]
        assert measures["height"]["mean"] == pytest.approx(sum(gold.height for gold in asked) / len(asked))
        assert measures["width"]["largest"] == max(gold.width for gold in asked)
        assert measures["degree"]["mean"] == pytest.approx(sum(gold.degree for gold in asked) / len(asked))
        assert (measures["witness"]["n"], measures["witness"]["largest"]) == (len(sizes), sizes[-1])
        assert row["obs"]["part"] == sum(gold.obs_flag for gold in asked)
        for here, stored in (("disp", "disp"), ("span", "span"), ("age", "age"), ("obsolete", "n_obsolete")):
            values = [v for gold in asked if (v := gold.measures[stored]) is not None]
            assert measures[here]["n"] == len(values)
            assert measures[here]["mean"] == pytest.approx(sum(values) / len(values) if values else None)
    assert (found["figures"], found["ok"]) == (None, None)


def test_a_suite_without_targets_prints_its_figures_and_exits_with_0(mini: Suite) -> None:
    text = ran("mini")
    assert "By domain\n" in text
    assert "set_quant" in text
    assert "aim" not in text
    lines = [line.split() for line in text.splitlines()]
    assert ["tripops", "1", "60", "18", "13", "2", "3"] in [line[:7] for line in lines]


def test_derive_prints_each_figure_beside_its_target_and_exits_with_1_where_one_misses(derive: Suite) -> None:
    text, says = refused("derive")
    assert "1! (10)" in text or "1! (4)" in text
    assert "1.50! (4.4 ±0.2)" in text
    assert "33.33! (47 ±2 pp)" in text
    assert "OUTSIDE  domains.tripops.events is 1, aim 1,817" in text
    assert "OUTSIDE  families.rules.height is n/a, aim 3.6 ±0.3" in text
    assert "figure(s) of 'derive' miss their targets: domains.tripops.scenarios" in says


def test_json_holds_the_figures_the_verdict_and_what_was_allowed(derive: Suite) -> None:
    text, _ = refused("derive", "--json", "--allow", "families.temporal.obs=three queries")
    found = json.loads(text)
    figures = {figure["key"]: figure for figure in found["figures"]}
    assert found["ok"] is False
    assert figures["families.temporal.obs"] == {
        "key": "families.temporal.obs",
        "value": pytest.approx(100 / 3),
        "target": 51,
        "tolerance": 4,
        "within": "±4 pp",
        "reason": "three queries",
        "inside": False,
        "holds": True,
    }
    assert figures["domains.tripops.witness_max"]["value"] == 2
    (temporal, _) = found["families"]
    assert temporal["measures"]["disp"] == {"n": 1, "mean": 0.5, "median": 0.5, "largest": 0.5}
    assert found["domains"][0]["true"] == {"part": 0, "n": 1}


def test_the_manifest_and_the_command_line_allow_figures(derive: Suite) -> None:
    derive.config = {"allowed_figures": {"families.temporal.obs": "in the manifest"}}
    derive.save()
    text, _ = refused("derive", "--allow", "families.temporal.height = from the line")
    assert "ALLOWED  families.temporal.obs is 33.33, aim 51 ±4 pp: in the manifest" in text
    assert "33.33* (51 ±4 pp)" in text
    assert "families.temporal.height" in text


def test_exit_0_where_every_figure_holds(derive: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,503 queries are too many to store for a test: these figures meet all targets by construction."""
    monkeypatch.setattr(statistics, "of_suite", lambda _: summed_up(on_target(), sizes()))
    text = ran("derive")
    assert "62 of 62 figures lie within their targets." in text
    assert "OUTSIDE" not in text
    assert re.search(r"^tripops +4 \(4\) +1,817 \(1,817\) +561 \(561\) +409 \(409\)", text, re.MULTILINE)
    assert json.loads(ran("derive", "--json"))["ok"] is True
    needless = ran("derive", "--allow", "families.rules.width=to be safe")
    assert "NEEDLESS families.rules.width is 9.80, aim 9.8 ±20 %" in needless


@pytest.mark.parametrize(
    ("allowed", "says"),
    [
        ("families.rules.width", "is not KEY=REASON"),
        ("=why", "is not KEY=REASON"),
        ("families.rules.width=", "families.rules.width: needs a reason"),
        ("families.rules.poems=x", "there is no such figure"),
        ("domains.all.events=nearly", "domains.all.events: must be 4692 exactly"),
    ],
)
def test_what_cannot_be_allowed_is_refused(derive: Suite, allowed: str, says: str) -> None:
    assert says in refused("derive", "--allow", allowed)[1]


def test_a_damaged_manifest_and_targets_of_a_suite_without_are_refused(derive: Suite, mini: Suite) -> None:
    assert "has none" in refused("mini", "--allow", "families.rules.width=x")[1]
    for damaged in ([1], {"families.rules.width": 3}):
        derive.config = {"allowed_figures": damaged}
        derive.save()
        assert "is not a table of figures" in refused("derive")[1]


def test_a_suite_without_gold_says_so() -> None:
    scenario = make.scenario(suite=make.suite(slug="bare"))
    make.query(scenario)
    text = ran("bare")
    assert "Suite 'bare' has no query with gold" in text
    assert "n/a" in text


def test_bounds_in_place_of_witness_sizes_are_told(derive: Suite) -> None:
    bounds = {"exact": False, "unlisted": None, "measures": {"witness_size": 9}}
    gold(derive.scenarios.get(), 4, **bounds)
    assert "1 of the witness sizes are upper bounds" in refused("derive")[0]


def test_the_number_of_database_queries_does_not_grow(mini: Suite) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as caught:
            ran("mini")
        return len(caught)

    before = cost()
    web_world.grow(mini.scenarios.get(slug="mini-trip"), queries=30)
    assert cost() == before <= 3


def test_a_scenario_may_not_take_the_address_of_the_page() -> None:
    bundle = mini_bundle()
    spec = bundle.scenarios[0]
    with pytest.raises(BundleRefusedError, match="statistics: a page of the suite has this address"):
        bundle_checks.check(replace(bundle, scenarios=(replace(spec, slug="statistics"),)))
