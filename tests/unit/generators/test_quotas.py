"""The tables of spec 5.2 agree with each other, and their split over scenarios loses nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scenarios.generators.derive import targets
from scenarios.generators.derive.fitting import CENTRES, WIDTHS, fitted, known, mean_witness
from scenarios.generators.derive.quotas import QuotaError, split
from scenarios.generators.derive.suites import DERIVE
from scenarios.generators.derive.targets import DOMAINS, FAMILIES, TABLE_A, TABLE_B, UNKNOWN, Band


def scenarios(domain):
    return [config for config in DERIVE.scenarios if config.domain == domain]


def added(parts):
    total = Counter()
    for part in parts:
        total.update(part)
    return dict(total)


def test_events_and_queries_of_the_ten_scenarios_are_those_of_the_paper():
    assert [(c.slug, c.n_events, c.n_queries) for c in DERIVE.scenarios] == [
        ("trip-1-ledger", 455, 141), ("trip-2-policy", 454, 140), ("trip-3-reorg", 454, 140),
        ("trip-4-churn", 454, 140), ("shop-1-household", 488, 158), ("shop-2-returns", 487, 158),
        ("shop-3-plans", 487, 157), ("edu-1-audit", 471, 157), ("edu-2-catalog", 471, 156),
        ("edu-3-regrade", 471, 156),
    ]  # fmt: skip
    assert sum(c.n_events for c in DERIVE.scenarios) == 4_692
    assert sum(c.n_queries for c in DERIVE.scenarios) == 1_503


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_scenarios_of_a_domain_add_up_to_its_row_of_table_a(domain):
    row, found = TABLE_A[domain], scenarios(domain)
    assert len(found) == row.scenarios
    assert sum(c.n_events for c in found) == row.events
    assert sum(c.n_queries for c in found) == row.queries
    labels = added(c.label_counts for c in found)
    assert labels == {"answerable": row.answerable, "justified-zero": row.zero, "unknown": row.unknown}
    assert max(c.planned_witness or 0 for c in found) == row.witness_max
    assert {c.witness_max for c in found} == {row.witness_max}


def test_labels_of_the_suite_are_those_of_the_paper():
    labels = added(c.label_counts for c in DERIVE.scenarios)
    assert labels == {"answerable": 1_176, "justified-zero": 137, "unknown": 190}
    whole = TABLE_A[targets.ALL]
    assert (whole.answerable, whole.zero, whole.unknown) == (1_176, 137, 190)


def test_families_of_the_suite_are_those_of_table_b():
    families = added(c.family_counts for c in DERIVE.scenarios)
    assert families == {"temporal": 191, "semantic": 327, "closure": 208, "rules": 312, "set_quant": 465}
    assert families == {family: TABLE_B[family].queries for family in FAMILIES}


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_cell_of_table_c_is_given_out_whole(domain):
    assert added(c.quotas for c in scenarios(domain)) == targets.cells_of(domain)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_band_of_table_d_is_given_out_whole(domain):
    assert added(c.witness_bands for c in scenarios(domain)) == targets.bands_of_domain(domain)
    for config in scenarios(domain):
        assert sum(config.witness_bands.values()) == config.n_queries - config.label_counts["unknown"]


def test_scenarios_of_a_domain_get_as_many_of_a_cell_and_of_a_family_but_for_one():
    for domain in DOMAINS:
        found = scenarios(domain)
        for cell in targets.cells_of(domain):
            assert max(c.quotas[cell] for c in found) - min(c.quotas[cell] for c in found) <= 1
        for family in FAMILIES:
            counts = [c.family_counts[family] for c in found]
            assert max(counts) - min(counts) <= 2


def test_table_d_has_the_same_margins_by_family_and_by_domain():
    by_family = [added(targets.bands_of_family(family) for family in FAMILIES)[band] for band in Band]
    by_domain = [added(targets.bands_of_domain(domain) for domain in DOMAINS)[band] for band in Band]
    assert by_family == by_domain == [371, 263, 317, 197, 125, 32, 8]
    for family in FAMILIES:
        assert sum(targets.bands_of_family(family).values()) == sum(known(d, family) for d in DOMAINS)


@pytest.mark.parametrize("domain", DOMAINS)
def test_medians_of_table_a_follow_from_the_bands(domain):
    bands = targets.bands_of_domain(domain)
    middle = (sum(bands.values()) + 1) / 2
    up_to_two = bands[Band.ONE] + bands[Band.TWO]
    assert (up_to_two >= middle) is (TABLE_A[domain].witness_median == 2)


def test_the_fitted_table_meets_every_margin_of_tables_c_and_d():
    table = fitted()
    for domain in DOMAINS:
        for family in FAMILIES:
            assert sum(table[domain, family, b] for b in Band) == pytest.approx(
                known(domain, family), abs=1e-6
            )
        for band, count in targets.bands_of_domain(domain).items():
            assert sum(table[domain, f, band] for f in FAMILIES) == pytest.approx(count, abs=1e-6)
    for family in FAMILIES:
        for band, count in targets.bands_of_family(family).items():
            assert sum(table[d, family, band] for d in DOMAINS) == pytest.approx(count, abs=1e-6)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_means_that_domains_aim_at_meet_that_of_the_family(family):
    queries = {domain: known(domain, family) for domain in DOMAINS}
    aimed = sum(queries[d] * mean_witness(d, family) for d in DOMAINS) / sum(queries.values())
    assert aimed == pytest.approx(TABLE_B[family].witness, abs=0.1)
    for domain in DOMAINS:
        for config in scenarios(domain):
            assert config.family_targets[family].witness == pytest.approx(
                mean_witness(domain, family), abs=0.01
            )
            assert config.family_targets[family].width == WIDTHS[domain][family]


def test_the_centre_of_a_band_lies_within_it():
    assert all(band.low <= CENTRES[band] <= band.high for band in Band)


def test_a_size_falls_into_the_band_that_names_it():
    assert {size: targets.band_of(size) for size in (1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 69)} == {
        1: "1", 2: "2", 3: "3-4", 4: "3-4", 5: "5-8", 8: "5-8", 9: "9-16", 16: "9-16", 17: "17-32",
        32: "17-32", 33: "33-69", 69: "33-69",
    }  # fmt: skip
    assert (targets.band_of(0), targets.band_of(500)) == (Band.ONE, Band.GIANT)


def test_any_table_is_split_to_both_margins():
    rng = random.Random(5)
    for _ in range(300):
        totals = [rng.choice((0, 1, 2, 7, 40)) for _ in range(rng.randrange(1, 7))]
        left, counts = sum(totals), {}
        for key in range(6):
            counts[key] = rng.randrange(left + 1)
            left -= counts[key]
        counts["rest"] = left
        parts = split(counts, totals)
        assert [sum(part.values()) for part in parts] == totals
        assert added(parts) == counts
        assert min(count for part in parts for count in part.values()) >= 0


def test_the_largest_remainder_gets_what_is_left_and_the_earlier_part_where_they_are_equal():
    assert split({"a": 1, "b": 1}, [1, 1]) == [{"a": 1, "b": 0}, {"a": 0, "b": 1}]
    assert split({"a": 4, "b": 6}, [7, 3]) == [{"a": 3, "b": 4}, {"a": 1, "b": 2}]


def test_counts_that_cannot_be_split_are_refused():
    with pytest.raises(QuotaError, match="the counts sum up to 3, the parts to 4"):
        split({"a": 3}, [2, 2])
    with pytest.raises(QuotaError, match="'a' is -1, part 2 has -2"):
        split({"a": -1}, [1, -2])
    assert split({}, [0, 0]) == [{}, {}]


def test_temporal_and_the_whole_suite_have_tolerances_of_their_own():
    assert targets.tolerance_of("temporal").witness == 0.1
    assert targets.tolerance_of("rules") == targets.Tolerance(0.3, 4, 0.3, 0.20)
    assert targets.tolerance_of(targets.ALL) == targets.Tolerance(0.2, 2, 0.2, 0.15)
    assert UNKNOWN == "unknown"


def test_shares_of_answer_types_are_of_one_whole_and_amounts_count_as_one():
    assert sum(targets.TYPE_SHARES.values()) == pytest.approx(1)
    assert {targets.type_group(name) for name in ("money", "number")} == {"amount"}
    assert targets.type_group("bool") == "bool"
