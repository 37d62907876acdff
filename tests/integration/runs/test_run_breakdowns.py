"""Where a system is right: stored answers by traits, at budgets, beside the paper's figures."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmark.models import Answer, Condition, Run
from benchmark.oracles.shortcuts import Shortcut
from benchmark.scoring.aggregation import Share
from benchmark.scoring.breakdowns import Cell
from benchmark.scoring.traits import BY_NAME, TRAITS
from benchmark.selectors import (
    board_lines,
    breakdowns,
    breakdowns_json,
    breakdowns_page,
    budgets,
    paper_figures,
)
from scenarios.models import Query
from sut_adapters import tokens
from tests.factories import hand_made_runs as make
from tests.factories import runs as make_runs
from tests.factories import web_world
from tests.factories.hand_made_runs import Asked

pytestmark = pytest.mark.django_db

WITNESS = {"witness_size": 3, "support_size": 5, "disp": 0.3, "span": 0.2, "age": 0.9, "overlap": 0.15,
           "versions": 1.4, "n_obsolete": 2}  # fmt: skip
NULLS = {**dict.fromkeys(WITNESS), "support_size": 0, "n_obsolete": 0}
ASKED = [
    Asked(family="rules", answer_type="bool", degree=3, height=4, width=9, obs=True, measures=WITNESS),
    Asked(family="rules", label="justified-zero", measures={**WITNESS, "witness_size": 40}),
    Asked(family="closure", label="unknown", domain="shopops", history=2, measures=NULLS),
    Asked(family="closure", domain="shopops", history=2, measures={}),
]


def run_of(asked: list[Asked], *names: str, **fields: Any) -> Run:
    return make.run(make.suite(asked), *(make.system(name) for name in names), **fields)


def cells(run: Run, name: str, system: str = "one") -> dict[str, Cell]:
    line = breakdowns.line_named(breakdowns.lines_of(run), system)
    assert line is not None
    return {cell.value: cell for cell in breakdowns.of_line(run, line, BY_NAME[name]).cells}


def counts(run: Run, name: str) -> dict[str, tuple[int, int]]:
    """Right and n of the cells that have any."""
    return {
        value: (cell.summary.ansacc.numerator, cell.n) for value, cell in cells(run, name).items() if cell.n
    }


def test_stored_answers_are_sliced_by_every_trait() -> None:
    run = run_of(ASKED, "one")
    make.answers(run, "one", [True, False, True, True])
    slug = run.suite.slug
    assert {trait.name: counts(run, trait.name) for trait in TRAITS} == {
        "family": {"rules": (1, 2), "closure": (2, 2)},
        "label": {"answerable": (2, 2), "justified-zero": (0, 1), "unknown": (1, 1)},
        "answer_type": {"bool": (1, 1), "count": (2, 3)},
        "domain": {"tripops": (1, 2), "shopops": (2, 2)},
        "scenario": {f"{slug}-1": (1, 2), f"{slug}-2": (2, 2)},
        "witness_size": {"3-4": (1, 1), "33-69": (0, 1), "n/a": (2, 2)},
        "support_size": {"5-8": (1, 2), "n/a": (2, 2)},
        "disp": {"> 0.25 to 0.5": (1, 2), "n/a": (2, 2)},
        "span": {"> 0.1 to 0.25": (1, 2), "n/a": (2, 2)},
        "age": {"> 0.75": (1, 2), "n/a": (2, 2)},
        "overlap": {"> 0.1 to 0.2": (1, 2), "n/a": (2, 2)},
        "obs": {"yes": (1, 1), "no": (2, 3)},
        "versions": {"> 1 to 1.5": (1, 2), "n/a": (2, 2)},
        "n_obsolete": {"2": (1, 2), "0": (1, 1), "n/a": (1, 1)},
        "height": {"4": (1, 1), "1": (2, 3)},
        "width": {"9-16": (1, 1), "1": (2, 3)},
        "degree": {"3": (1, 1), "1": (2, 3)},
    }


def test_a_cell_has_citations_support_and_tokens_of_its_answers() -> None:
    run = run_of(ASKED, "one", "other")
    make.answer(run, "one", 0, citations=["e0001", "e9"], precision=0.5, recall=1.0, tokens=100,
                gathered=1, support_size=4)  # fmt: skip
    make.answer(run, "one", 1, recall=0.0, gathered=1, support_size=2, gathered_high=2, support_size_high=4,
                tokens=200, exact=False)  # fmt: skip
    make.answer(run, "other", 0, correct=False)
    found = cells(run, "family")["rules"]
    assert (found.n, found.small) == (2, True)
    assert found.summary.justified_correct == Share(1, 2)
    assert (found.summary.precision.low, found.summary.precision.n) == (0.5, 1)
    assert (found.summary.recall.low, found.summary.recall.n) == (0.5, 2)
    assert found.gathered.low is not None
    assert found.gathered.high is not None
    assert found.gathered.low < found.gathered.high
    assert (found.gathered.n, found.gathered.intervals, found.tokens) == (2, 1, 150)


def test_hints_and_systems_have_lines_of_their_own() -> None:
    run = run_of(ASKED, "one", "two", hints=("none", "full"))
    make.answers(run, "one", [True])
    make.answers(run, "one", [False, False], hint="full")
    lines = breakdowns.lines_of(run)
    assert [line.title for line in lines] == ["one", "one, hint full", "two", "two, hint full"]
    hinted = breakdowns.line_named(lines, "one", "full")
    assert hinted is not None
    assert breakdowns.of_line(run, hinted, BY_NAME["family"]).whole.summary.ansacc == Share(0, 2)
    assert breakdowns.line_named(lines, "") == lines[0]
    assert breakdowns.line_named(lines, "nobody") is None


def test_only_queries_read_alone_are_sliced() -> None:
    run = run_of(ASKED, "one")
    make.answers(run, "one", [True, True], condition=Condition.SPLIT)
    assert counts(run, "family") == {}


def test_the_queries_of_a_cell_are_found_by_its_values() -> None:
    run = run_of(ASKED, "one")
    rows = list(Query.objects.filter(scenario__suite=run.suite).order_by("pk").values_list("pk", flat=True))

    def found(**wanted: str) -> set[int]:
        return breakdowns.queries_with(run, {BY_NAME[name]: value for name, value in wanted.items()})

    assert found(family="rules") == set(rows[:2])
    assert found(family="rules", label="justified-zero") == {rows[1]}
    assert found(witness_size="n/a") == set(rows[2:])
    assert found(disp="> 0.25 to 0.5") == set(rows[:2])
    assert found(family="temporal") == set()
    assert [(trait.name, values) for trait, values in breakdowns.choices(run, ("family", "label"))] == [
        ("family", ["closure", "rules"]),
        ("label", ["answerable", "justified-zero", "unknown"]),
    ]


BUDGETED = {Condition.BUDGET_512: (0, 500), Condition.BUDGET_2048: (1, 2048), Condition.ALONE: (2, 6000)}


def budgeted() -> Run:
    """Each of two queries read at two budgets and alone: none, one, both right."""
    run = run_of(ASKED[:2], "one", budget=8000)
    for condition, (right, size) in BUDGETED.items():
        for place in range(2):
            make.answer(run, "one", place, condition=condition, correct=place < right, tokens=size - place,
                        gathered=right, support_size=2)  # fmt: skip
    return run


def test_budgets_stand_in_order_and_natural_last() -> None:
    run = budgeted()
    points = budgets.of_line(run, breakdowns.lines_of(run)[0])
    assert [
        (one.name, one.short, str(one.ansacc), one.gathered.low, one.tokens, one.most) for one in points
    ] == [
        ("512", "512", "0.0% (0 of 2)", 0.0, 499.5, 500),
        ("2,048", "2k", "50.0% (1 of 2)", 0.5, 2047.5, 2048),
        ("natural (to 8,000)", "natural", "100.0% (2 of 2)", 1.0, 5999.5, 6000),
    ]
    assert [one.over for one in points] == [0, 0, 0]


def test_all_lines_of_a_run_stand_beside_each_other_at_the_budgets() -> None:
    run = run_of(ASKED[:2], "one", "two", "silent", budget=8000)
    make.answers(run, "one", [True, False], condition=Condition.BUDGET_512, tokens=400)
    make.answers(run, "one", [True, True], tokens=3000)
    make.answer(run, "two", 0, status="system_failed", correct=False, label_correct=False)
    make.answer(run, "two", 1, status="infrastructure", correct=None, label_correct=None)
    make.answers(run, "two", [True, True], condition=Condition.SPLIT)
    found = budgets.of_run(run, breakdowns.lines_of(run))
    assert found.heads == ("512", "natural (to 8,000)")
    assert [(line.title, line.shares) for line in found.lines] == [
        ("one", ((Share(1, 2), 400), (Share(2, 2), 3000))),
        ("two", (None, (Share(0, 1), None))),
        ("silent", (None, None)),
    ]


def test_a_context_over_its_budget_is_told() -> None:
    """AC-12.2 is counted, not assumed."""
    run = budgeted()
    Answer.objects.filter(condition=Condition.BUDGET_512, tokens=500).update(tokens=513)
    first = budgets.of_line(run, breakdowns.lines_of(run)[0])[0]
    assert (first.over, first.most, first.contexts) == (1, 513, 2)


def test_no_context_of_a_run_exceeds_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """AC-12.2 over the rows of a real run: every cut is within its budget, none could hold an item more."""
    suite = make_runs.suite(events=500, questions=3)
    reader = make_runs.reader(monkeypatch, make_runs.OwnAnswers())
    run = make_runs.launch(suite, make_runs.system("recorder"), reader=reader, budget=300, parts=("budgets",))
    web_world.finish(run)
    tight = 0
    for answer in run_rows(run):
        limit = budgets.BUDGETS.get(Condition(answer.condition), run.budget)
        assert answer.tokens <= limit
        left = answer.context.items[answer.items_used :]
        if left:
            tight += 1
            assert answer.tokens + tokens.count(left[0]["text"]) > limit
    assert tight >= 6
    points = budgets.of_line(run, breakdowns.lines_of(run)[0])
    assert [(one.limit, one.natural, one.over, one.contexts) for one in points] == [
        *((limit, False, 0, 3) for limit in budgets.BUDGETS.values()),
        (300, True, 0, 3),
    ]
    sizes = [one.tokens for one in points[:5] if one.tokens is not None]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[2]


def run_rows(run: Run) -> list[Answer]:
    rows = Answer.objects.filter(context__variant__run=run).select_related("context").order_by("pk")
    return list(rows)


def test_failures_count_at_budgets_as_in_the_table() -> None:
    run = run_of(ASKED[:3], "one")
    at: dict[str, Any] = {"condition": Condition.BUDGET_512}
    make.answer(run, "one", 0, **at, tokens=9)
    make.answer(run, "one", 1, **at, status="system_failed", correct=False, label_correct=False)
    make.answer(run, "one", 2, **at, status="infrastructure", correct=None, label_correct=None)
    (point,) = budgets.of_line(run, breakdowns.lines_of(run)[0])
    assert (point.ansacc, point.contexts, point.tokens) == (Share(1, 2), 1, 9)


def test_the_paper_stands_beside_the_three_reference_systems() -> None:
    suite = make.suite(ASKED)
    run = make.run(suite, make.system("words", adapter="bm25"), make.system("mine"))
    make.answers(run, "words", [True, False, True])
    make.answer(run, "words", 3, status="infrastructure", correct=None, label_correct=None)
    make.answers(run, "words", [True] * 4, condition=Condition.BUDGET_512)
    make.answers(run, "mine", [True])
    found = paper_figures.of_run(run)
    assert [(one.name, one.paper, one.ours) for one in found] == [
        ("BM25", 58.28, (("words", Share(2, 3)),)),
        ("whole history", 79.84, ()),
        ("supporting events only", 96.01, ()),
    ]
    assert found[0].as_json()["words"] == "other data"


def test_the_cost_does_not_grow_with_the_answers() -> None:
    costs = []
    for size in (1, 30):
        suite = make.suite([Asked(measures=WITNESS, history=place % 3) for place in range(size)])
        make.shortcuts(suite, {Shortcut.MAJORITY: [True] * size})
        run = make.run(suite, make.system(f"with-{size}"))
        for condition in (Condition.ALONE, Condition.BUDGET_512):
            make.answers(run, f"with-{size}", [True] * size, condition=condition)
        line = breakdowns.lines_of(run)[0]
        with CaptureQueriesContext(connection) as page:
            breakdowns_page.shown(run, line, BY_NAME["span"], [line])
        with CaptureQueriesContext(connection) as api:
            breakdowns_json.of_line(run, line, BY_NAME["span"])
        costs.append((len(page), len(api)))
    assert costs[0] == costs[1]
    assert costs[0][0] <= 7


def test_small_cells_and_empty_ones_say_so_in_json() -> None:
    run = run_of(ASKED, "one")
    make.answers(run, "one", [True, True])
    found = breakdowns_json.of_line(run, breakdowns.lines_of(run)[0], BY_NAME["witness_size"])
    by_value = {cell["value"]: cell for cell in found["cells"]}
    assert by_value["1"]["ansacc"] == {"right": 0, "n": 0, "share": None, "low": None, "high": None}
    assert by_value["1"]["citation_recall"]["mean"] is None
    assert (by_value["3-4"]["n"], by_value["3-4"]["small"]) == (1, True)
    assert found["all"]["ansacc"]["n"] == 2
    assert board_lines.of_run(run).note == found["note"] != ""
