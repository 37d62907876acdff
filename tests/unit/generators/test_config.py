"""Configurations: those built in (spec 4.8), files of users, and each fault named at its key (spec 5.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenarios.domains import registry
from scenarios.generators.derive.config import (
    DISTRACTORS,
    ChainLengths,
    ConfigError,
    Dispersion,
    ScenarioConfig,
    SuiteConfig,
    TauPolicy,
    TauWindow,
)
from scenarios.generators.derive.config_files import read
from scenarios.generators.derive.fitting import WIDTHS
from scenarios.generators.derive.suites import DERIVE, MINI
from scenarios.generators.derive.targets import (
    ANSWERABLE,
    DOMAINS,
    FAMILIES,
    TABLE_B,
    UNKNOWN,
    ZERO,
    Band,
    FamilyTarget,
    cells_of,
)
from tests.factories.measured_candidates import one

LEDGER, TRIP = DERIVE.scenarios[0], MINI.scenarios[0]
TEXT = """
slug = "my-suite"
title = "My suite"
[defaults]
domain = "tripops"
completeness_rate = 0.9
[[scenario]]
slug = "my-trips"
title = "My trips"
n_events = 120
n_queries = 30
family_counts = {temporal = 6, semantic = 6, closure = 6, rules = 6, set_quant = 6}
label_counts = {answerable = 24, justified-zero = 3, unknown = 3}
witness_bands = {1 = 8, 2 = 6, 3-4 = 7, 5-8 = 6}
[[scenario]]
slug = "my-shop"
title = "My shop"
domain = "shopops"
accent = "refunds"
n_events = 100
quotas = {rules = {answerable = 3, unknown = 1}}
witness_bands = {2 = 2, 17-32 = 1}
planned_witness = 20
witness_max = 25
actions_per_event = 2
chain_len_dist = {mean = 1.5, max = 4}
late_obsolete_rate = 0.2
late_revision_rate = 0.1
dispersion = "low"
distractor_rate = {D1 = 0.2, D6 = 0.1}
bait_rate = 0.5
indirect_rate = 0
completeness_rate = 1
dup_assert_rate = 0.05
degree_dist = {1 = 0.5, 2 = 0.5}
answer_type_shares = {bool = 1.0}
tau_policy = {on_event = 0.2, windows = [{low = 0.5, high = 1.0, share = 1.0}]}
family_targets = {rules = {witness = 4, obs = 50, height = 3, width = 9}}
"""


def test_the_ten_scenarios_are_those_of_the_table():
    assert [
        (c.slug, c.chain_len_dist.mean, c.chain_len_dist.most, c.dispersion.value, c.actions_per_event)
        for c in DERIVE.scenarios
    ] == [
        ("trip-1-ledger", 1.6, 4, "high", 1.7),
        ("trip-2-policy", 2.2, 6, "medium", 1.6),
        ("trip-3-reorg", 1.9, 5, "medium", 1.6),
        ("trip-4-churn", 2.8, 7, "high", 1.5),
        ("shop-1-household", 1.7, 5, "medium", 2.2),
        ("shop-2-returns", 2.3, 6, "high", 2.0),
        ("shop-3-plans", 2.0, 5, "low", 2.0),
        ("edu-1-audit", 1.5, 4, "medium", 1.9),
        ("edu-2-catalog", 1.9, 5, "high", 2.0),
        ("edu-3-regrade", 2.5, 7, "medium", 1.6),
    ]
    planned = {c.slug: c.planned_witness for c in DERIVE.scenarios if c.planned_witness}
    assert planned == {"trip-1-ledger": 69, "shop-2-returns": 31, "edu-1-audit": 20}


def test_knobs_that_a_scenario_does_not_state_are_those_of_the_spec():
    assert (LEDGER.late_obsolete_rate, LEDGER.completeness_rate) == (0.15, 0.85)
    assert LEDGER.degree_dist == {1: 0.15, 2: 0.25, 3: 0.28, 4: 0.20, 5: 0.09, 6: 0.03}
    assert LEDGER.answer_type_shares == {
        "entity": 0.30, "set": 0.18, "bool": 0.17, "count": 0.17, "amount": 0.13, "date": 0.05,
    }  # fmt: skip
    assert [(w.low, w.high, w.share) for w in LEDGER.tau_policy.windows] == [
        (0.75, 1.0, 0.6), (0.5, 0.75, 0.3), (0.3, 0.5, 0.1),
    ]  # fmt: skip
    assert tuple(LEDGER.distractor_rate) == DISTRACTORS
    silent = sum(LEDGER.distractor_rate[kind] for kind in ("D1", "D5", "D6", "D7"))
    assert 0.25 <= silent <= 0.35


def test_mini_asks_18_queries_of_60_events_in_each_domain():
    assert [(c.domain, c.n_events, c.n_queries) for c in MINI.scenarios] == [(d, 60, 18) for d in DOMAINS]
    assert TRIP.family_counts == {"temporal": 2, "semantic": 5, "closure": 2, "rules": 5, "set_quant": 4}
    assert TRIP.label_counts == {"answerable": 13, "justified-zero": 2, "unknown": 3}
    assert TRIP.known == 15


def test_a_candidate_is_admitted_whose_cell_is_asked_for_and_whose_witness_is_not_too_large():
    assert LEDGER.admits(one("a", witness_size=69))
    assert not LEDGER.admits(one("a", witness_size=70))
    assert LEDGER.admits(one("a", label=UNKNOWN))
    assert not TRIP.admits(one("a", family="temporal", label=ZERO))
    assert not TRIP.admits(one("a", witness_size=11))


def test_a_file_states_what_it_wants_and_leaves_the_rest_to_defaults():
    suite = read(TEXT)
    trips, shop = suite.scenarios
    assert (suite.slug, suite.title, trips.slug, shop.slug) == ("my-suite", "My suite", "my-trips", "my-shop")
    assert (trips.domain, trips.completeness_rate, trips.dispersion) == ("tripops", 0.9, Dispersion.MEDIUM)
    assert trips.family_counts == dict.fromkeys(("temporal", "semantic", "closure", "rules", "set_quant"), 6)
    assert trips.label_counts == {"answerable": 24, "justified-zero": 3, "unknown": 3}
    assert trips.quotas["rules", ANSWERABLE] in (4, 5)
    assert shop == ScenarioConfig(
        slug="my-shop",
        title="My shop",
        domain="shopops",
        accent="refunds",
        n_events=100,
        quotas={("rules", ANSWERABLE): 3, ("rules", UNKNOWN): 1},
        witness_bands={Band.TWO: 2, Band.LARGE: 1},
        planned_witness=20,
        witness_max=25,
        actions_per_event=2.0,
        chain_len_dist=ChainLengths(1.5, 4),
        late_obsolete_rate=0.2,
        late_revision_rate=0.1,
        dispersion=Dispersion.LOW,
        distractor_rate={"D1": 0.2, "D6": 0.1},
        bait_rate=0.5,
        indirect_rate=0.0,
        completeness_rate=1.0,
        dup_assert_rate=0.05,
        degree_dist={1: 0.5, 2: 0.5},
        answer_type_shares={"bool": 1.0},
        tau_policy=TauPolicy((TauWindow(0.5, 1.0, 1.0),), on_event=0.2),
        family_targets={"rules": FamilyTarget(0, 4, 50, 3, 9)},
    )
    assert set(shop.aims.families) == {"rules"}


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"slug": "My Trips"}, "My Trips: slug: 'My Trips' is not made of lower-case letters"),
        ({"slug": ""}, "scenario: slug: '' is not made of"),
        ({"domain": "zoo"}, f"domain: 'zoo' is none of {', '.join(registry.names())}"),
        ({"n_events": 0}, "n_events: 0 is not 1 or more"),
        ({"actions_per_event": 0.5}, "actions_per_event: 0.5 is not 1 or more"),
        ({"actions_per_event": float("nan")}, "actions_per_event: nan"),
        ({"chain_len_dist": ChainLengths(6.0, 5)}, "chain_len_dist: the mean 6.0 does not lie between 1 and"),
        (
            {"quotas": {("poems", ANSWERABLE): 15}},
            "quotas: there is no family 'poems' with label 'answerable'",
        ),
        ({"quotas": {("rules", ANSWERABLE): 16, ("rules", ZERO): -1}}, "quotas: a count is below 0"),
        ({"quotas": {}, "witness_bands": {}}, "quotas: no query is asked"),
        ({"witness_bands": {Band.ONE: 3}}, "witness_bands: 3 queries in bands, but 15 are not unknown"),
        ({"witness_bands": {Band.ONE: 16, Band.TWO: -1}}, "witness_bands: a count is below 0"),
        ({"planned_witness": 11}, "planned_witness: 11 does not lie between 1 and witness_max, 10"),
        ({"planned_witness": 20, "witness_max": 20}, "planned_witness: witness_bands has no query in 17-32"),
        ({"witness_max": 8}, "witness_max: 8 is below 9, where a band of witness_bands begins"),
        ({"bait_rate": 1.5}, "bait_rate: 1.5 does not lie between 0 and 1"),
        ({"completeness_rate": -0.1}, "completeness_rate: -0.1 does not lie"),
        ({"distractor_rate": {"D10": 0.1}}, "distractor_rate: there is no kind 'D10', only D1, D2"),
        ({"distractor_rate": {"D1": 0.7, "D2": 0.7}}, "distractor_rate: more than all events"),
        ({"late_obsolete_rate": 0.9}, "late_revision_rate: with late_obsolete_rate it is more than all"),
        ({"degree_dist": {7: 1.0}}, "degree_dist: unknown 7"),
        ({"degree_dist": {1: 0.4}}, "degree_dist: the shares sum up to 0.4, not to 1"),
        ({"answer_type_shares": {"poem": 1.0}}, "answer_type_shares: unknown 'poem'"),
        ({"answer_type_shares": {"bool": 1.5, "set": -0.5}}, "answer_type_shares: a share is below 0"),
        ({"answer_type_shares": {"bool": float("nan")}}, "answer_type_shares: the shares sum up to nan"),
        ({"tau_policy": TauPolicy((TauWindow(0.9, 0.5, 1.0),))}, "tau_policy: the window from 0.9 to 0.5"),
        ({"tau_policy": TauPolicy((TauWindow(0.0, 0.6, 0.5), TauWindow(0.5, 1.0, 0.5)))}, "windows overlap"),
        ({"tau_policy": TauPolicy((TauWindow(0.0, 0.6, 0.5),))}, "tau_policy: the shares sum up to 0.5"),
        ({"tau_policy": TauPolicy(on_event=2.0)}, "tau_policy.on_event: 2.0 does not lie between 0 and 1"),
        ({"family_targets": {}}, "family_targets: family 'closure' is asked and has no target"),
        ({"family_targets": {**TABLE_B}}, "family_targets: there is no family 'all'"),
        (
            {"family_targets": {**TRIP.family_targets, "rules": FamilyTarget(0, 0, 5, 3, 9)}},
            "family_targets.rules: witness and width must be above 0",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_fault_is_named_at_its_key(changed, fault):
    with pytest.raises(ConfigError) as caught:
        replace(TRIP, **changed)
    assert any(fault in line for line in caught.value.faults), caught.value.faults


def test_all_faults_of_a_scenario_are_told_at_once():
    with pytest.raises(ConfigError) as caught:
        replace(TRIP, domain="zoo", n_events=0, bait_rate=2.0)
    assert [line.split(": ")[1] for line in caught.value.faults] == ["domain", "n_events", "bait_rate"]


def test_a_suite_needs_scenarios_of_different_names():
    with pytest.raises(ConfigError) as caught:
        SuiteConfig(slug="A", title="x", scenarios=())
    assert len(caught.value.faults) == 2
    with pytest.raises(ConfigError, match="slug: two scenarios are called 'mini-trip'"):
        SuiteConfig(slug="a", title="x", scenarios=(TRIP, TRIP))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[defaults]", "[defaults", "the file is no TOML"),
        ('title = "My suite"', "", "slug, title: a suite needs both, as texts"),
        ('slug = "my-suite"', 'slug = "my-suite"\ncolour = 1', "colour: there is no such key"),
        ("[[scenario]]", "[[scenes]]", "scenes: there is no such key"),
        ("n_events = 120", "n_event = 120", "scenario 1 (my-trips): n_event: there is no such key"),
        ("n_events = 120", "n_event = 120", "scenario 1 (my-trips): n_events: is missing"),
        ('slug = "my-trips"', "slug = 5", "scenario 1: slug: 5 is not a text"),
        ("n_events = 120", "n_events = 120.5", "n_events: 120.5 is not a whole number"),
        ("n_events = 120", "n_events = true", "n_events: True is not a whole number"),
        (
            "completeness_rate = 0.9",
            'completeness_rate = "most"',
            "completeness_rate: 'most' is not a number",
        ),
        ("n_queries = 30", "n_queries = 31", "n_queries: is 31, but 30 have a family and a label"),
        (
            "answerable = 24",
            "answerable = 25",
            "family_counts, label_counts: the counts sum up to 31, the parts to 30",
        ),
        ("temporal = 6", "poems = 6", "family_counts: there is no family 'poems'"),
        ("justified-zero = 3", "zero = 3", "'zero' is none of answerable, justified-zero, unknown"),
        ("5-8 = 6}", "5-9 = 6}", "witness_bands: '5-9' is none of 1, 2, 3-4"),
        ("label_counts = {answerable = 24, justified-zero = 3, unknown = 3}", "", "quotas: is missing"),
        (
            "quotas = {rules",
            "label_counts = {unknown = 4}\nquotas = {rules",
            "state either quotas or family_counts",
        ),
        ("quotas = {rules = {answerable = 3, unknown = 1}}", "quotas = 4", "4 is not a table"),
        ("mean = 1.5, max = 4", "mean = 1.5", "chain_len_dist: write exactly mean, max"),
        ("max = 4}", "max = 4.5}", "chain_len_dist: 4.5 is not a whole number"),
        ('dispersion = "low"', 'dispersion = "wide"', "dispersion: 'wide' is none of low, medium, high"),
        ("{1 = 0.5, 2", "{one = 0.5, 2", "degree_dist: unknown 0"),
        ("on_event = 0.2", "on_events = 0.2", "tau_policy: write a table of on_event and windows"),
        ("[{low = 0.5, high = 1.0, share = 1.0}]", "3", "tau_policy: windows: write a list of tables"),
        (
            "witness = 4, obs",
            "witnesses = 4, obs",
            "family_targets: write exactly witness, obs, height, width",
        ),
        ('domain = "shopops"', 'domain = "zoo"', "my-shop: domain: 'zoo' is none of eduops"),
    ],
    ids=lambda value: "",
)
def test_a_fault_of_a_file_is_named_at_its_key(old, new, fault):
    assert old in TEXT
    with pytest.raises(ConfigError) as caught:
        read(TEXT.replace(old, new, 1) if old != "[[scenario]]" else TEXT.replace(old, new))
    assert any(fault in line for line in caught.value.faults), caught.value.faults


def test_a_policy_may_state_only_how_often_a_cutoff_is_an_event():
    text = TEXT.replace(", windows = [{low = 0.5, high = 1.0, share = 1.0}]", "")
    assert read(text).scenarios[1].tau_policy == TauPolicy(on_event=0.2)
    with pytest.raises(ConfigError, match="defaults, scenario: write"):
        read('slug = "a"\ntitle = "b"\nscenario = 3')
    with pytest.raises(ConfigError, match="a suite needs at least one"):
        read('slug = "a"\ntitle = "b"')


@pytest.mark.parametrize("family", FAMILIES)
def test_the_widths_that_domains_aim_at_have_the_mean_of_table_b(family):
    queries = {
        domain: sum(n for (name, _), n in cells_of(domain).items() if name == family) for domain in DOMAINS
    }
    mean = sum(count * WIDTHS[domain][family] for domain, count in queries.items()) / sum(queries.values())
    assert mean == pytest.approx(TABLE_B[family].width, abs=0.05)
