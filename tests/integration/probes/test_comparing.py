"""Lines of runs on the same queries: what is paired, what is dropped, what is refused, what is warned of."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmark.models import AnswerStatus, Condition, IngestVariant, Question, QuestionKind, Run
from benchmark.scoring.aggregation import Share
from benchmark.scoring.comparison import Missing
from benchmark.services import readers
from probes.exceptions import LinesRefusedError, ReleasesDifferError
from probes.selectors import comparing, comparison_lines, comparison_notes, discordant
from probes.selectors.comparing import RunComparison
from scenarios.models import Query, Scenario, Suite
from tests.factories import hand_made_runs as make
from tests.factories.hand_made_runs import Asked

pytestmark = pytest.mark.django_db

ASKED = (
    Asked(family="temporal"),
    Asked(family="temporal", label="unknown"),
    Asked(family="rules", answer_type="set", history=2),
    Asked(family="rules", domain="shopops", history=3),
)


def compared(*lines: str, **options: Any) -> RunComparison:
    names = [comparison_lines.parse(line) for line in lines]
    return comparing.compare(comparison_lines.resolve(names, comparison_lines.stored(names)), **options)


def two_systems(asked: tuple[Asked, ...] = ASKED, *, first: str = "1100", second: str = "1011") -> Run:
    """A run of ``old`` and ``new`` with these verdicts."""
    run = make.run(make.suite(asked, slug="hm"), make.system("old"), make.system("new"))
    make.answers(run, "old", (letter == "1" for letter in first))
    make.answers(run, "new", (letter == "1" for letter in second))
    return run


def test_two_systems_of_one_run() -> None:
    run = two_systems()
    found = compared(f"{run.pk}:old", f"{run.pk}:new", by=comparing.USUAL_SLICES)
    assert (found.lines[0].accuracy, found.lines[1].accuracy) == (Share(2, 4), Share(3, 4))
    assert found.baseline.against is None
    against = found.lines[1].against
    assert against is not None
    assert (against.whole.lost, against.whole.gained) == (("hm-1/q002",), ("hm-2/q003", "hm-3/q004"))
    assert against.whole.clusters == 3
    assert [(part.trait, part.value, part.paired.n, part.paired.difference) for part in against.slices] == [
        ("family", "rules", 2, 1),
        ("family", "temporal", 2, -0.5),
        ("label", "answerable", 3, pytest.approx(2 / 3)),
        ("label", "unknown", 1, -1),
        ("answer_type", "count", 3, 0),
        ("answer_type", "set", 1, 1),
        ("domain", "shopops", 1, 1),
        ("domain", "tripops", 3, 0),
    ]
    assert against.unmatched == ()


def test_the_first_repetition_counts_and_says_so() -> None:
    run = two_systems()
    run.config = {"reading_repetitions": 2}
    run.save()
    again = IngestVariant.objects.get(run=run, system__name="new")
    again.pk, again.repetition = None, 2
    again.save()
    make.answer(run, "old", 2, repetition=2)
    found = compared(f"{run.pk}:old", f"{run.pk}:new")
    assert [one.line.repetitions for one in found.lines] == [2, 4]
    assert found.baseline.accuracy == Share(2, 4)
    assert any(
        "was walked and read 4 times; the first counts" in mark for mark in comparison_notes.marks(found)
    )


def test_only_queries_read_alone_count() -> None:
    run = two_systems()
    make.answer(run, "old", 3, condition=Condition.BUDGET_512)
    query = Query.objects.get(label="q004")
    tracked = Question.objects.create(
        run=run, scenario=query.scenario, query=query, kind=QuestionKind.TRACKED, checkpoint="1", seq=9,
        cutoff=query.cutoff, text="?", subject={},
    )  # fmt: skip
    own = make.answer(run, "old", 3, condition=Condition.BUDGET_1024)
    own.pk, own.question, own.condition = None, tracked, Condition.ALONE
    own.save()
    found = compared(f"{run.pk}:old", f"{run.pk}:new")
    assert found.baseline.accuracy == Share(2, 4)
    assert found.lines[1].against is not None
    assert found.lines[1].against.unmatched == ()


def test_what_has_no_pair_says_why() -> None:
    run = make.run(make.suite(ASKED, slug="hm"), make.system("old"))
    make.answers(run, "old", [True, True, True])
    lacking = {"correct": None, "label_correct": None}
    other = make.run(run.suite, make.system("new"), status="incomplete")
    other.questions.filter(query__label="q001").delete()
    make.answer(other, "new", 0, **lacking, status=AnswerStatus.INFRASTRUCTURE)  # q002: now the first
    make.answer(other, "new", 1, **lacking, status=AnswerStatus.UNREAD)
    make.answer(other, "new", 2)
    found = compared(str(run.pk), str(other.pk))
    against = found.lines[1].against
    assert against is not None
    assert against.whole.n == 0
    assert [(gap.query, gap.second) for gap in against.only_first] == [
        ("hm-1/q001", Missing.NOT_ASKED),
        ("hm-1/q002", Missing.INFRASTRUCTURE),
        ("hm-2/q003", Missing.UNREAD),
    ]
    assert [(gap.query, gap.first) for gap in against.only_second] == [("hm-3/q004", Missing.NOT_ANSWERED)]
    assert f"Run {other.pk} ended as incomplete: what it did not answer has no pair." in (
        comparison_notes.warnings(found)
    )


def test_a_line_that_could_not_be_read_is_na_and_no_test_to_correct_for() -> None:
    run = make.run(make.suite(ASKED, slug="hm"), *(make.system(name) for name in ("old", "new", "rewritten")))
    make.answers(run, "old", [True] * 4)
    make.answers(run, "new", [False] * 4)
    make.answers(run, "rewritten", [True] * 4, items_used=10, items_read=2)
    found = compared(*(f"{run.pk}:{name}" for name in ("old", "new", "rewritten")))
    new, rewritten = found.others
    assert rewritten.against is None
    assert rewritten.na_reason == "needs a language model: the reader could read 8 of 40 context items"
    assert new.against is not None
    assert new.against.whole.holm == new.against.whole.p == 0.125
    turned = compared(f"{run.pk}:rewritten", f"{run.pk}:new")
    assert turned.lines[1].against is None
    assert discordant.queries(turned, discordant.Wanted()) == []


def twin(of: Suite, slug: str, asked: tuple[Asked, ...]) -> Suite:
    """Another suite in whose scenarios, of the same names, this is asked."""
    row = make.suite(asked, slug=slug)
    for number in (1, 2, 3):
        Scenario.objects.filter(suite=row, slug=f"{slug}-{number}").update(slug=f"{of.slug}-{number}")
    return row


def over_two_releases(asked: tuple[Asked, ...] = ASKED) -> tuple[Run, Run]:
    """``old`` over hm, right on all; ``new`` over its twin, in which this is asked, wrong on all."""
    one = make.run(make.suite(ASKED, slug="hm"), make.system("old"))
    make.answers(one, "old", [True] * 4)
    other = make.run(twin(one.suite, "hm-twin", asked), make.system("new"))
    make.answers(other, "new", [False] * 4)
    return one, other


def test_other_releases_are_refused_and_named() -> None:
    one, other = over_two_releases()
    with pytest.raises(
        ReleasesDifferError, match="other releases: hm version 1 .*; hm-twin version 1"
    ) as caught:
        compared(str(one.pk), str(other.pk))
    assert len(caught.value.releases) == 2


def test_what_releases_share_is_compared_on_purpose_and_the_rest_is_counted() -> None:
    one, other = over_two_releases((Asked(label="justified-zero"), *ASKED[1:]))
    theirs = Query.objects.filter(scenario__suite=other.suite)
    theirs.filter(label="q002").update(goal_key=["trip 22"])
    theirs.filter(label="q003").update(label="q033")
    found = compared(str(one.pk), str(other.pk), intersect=True)
    assert found.dropped == (comparing.Dropped("hm-twin", absent=2, differing=2),)
    against = found.lines[1].against
    assert against is not None
    assert against.whole.lost == ("hm-3/q004",)
    assert (against.whole.n, against.unmatched) == (1, ())
    assert [share.accuracy for share in found.lines] == [Share(1, 1), Share(0, 1)]
    (told,) = (line for line in comparison_notes.warnings(found) if "several releases" in line)
    assert "2 that are in one of them only, 2 that have another goal, cutoff or gold" in told
    rows = discordant.rows(found, discordant.queries(found, discordant.Wanted()))
    assert [(row.query, [answer and answer.correct for answer in row.answers]) for row in rows] == [
        ("hm-3/q004", [True, False])
    ]


def test_other_words_alone_drop_nothing() -> None:
    one, other = over_two_releases()
    Query.objects.filter(scenario__suite=other.suite).update(family="semantic")
    found = compared(str(one.pk), str(other.pk), intersect=True)
    assert found.dropped == (comparing.Dropped("hm-twin", absent=0, differing=0),)
    assert found.lines[1].against is not None
    assert found.lines[1].against.whole.n == 4


def test_a_release_that_is_stored_no_longer_cannot_be_intersected() -> None:
    one, other = over_two_releases()
    Run.objects.filter(pk=other.pk).update(suite_hash="f" * 64)
    with pytest.raises(ReleasesDifferError, match="version 1 of hm-twin, which is stored no longer"):
        compared(str(one.pk), str(other.pk), intersect=True)


def test_what_was_not_the_same_is_said() -> None:
    suite, system = make.suite(ASKED, slug="hm"), make.system("bm25")
    plain = {"tokenizer": "simple", "prompt_version": "1", "reader_config": {"model": "a"}}
    one = make.run(suite, system, reader="chat", config=plain)
    other = make.run(
        suite,
        system,
        reader="chat",
        budget=512,
        config={"tokenizer": "other", "prompt_version": "2", "reader_config": {"model": "b"}},
    )
    third = make.run(suite, system, reader="symbolic", reader_knows=["actions", "templates"], config=plain)
    IngestVariant.objects.filter(run=other).update(config={"k": 20}, adapter_version="2")
    for run in (one, other, third):
        make.answers(run, "bm25", [True] * 4)
    told = comparison_notes.warnings(compared(*(str(run.pk) for run in (one, other, third))))
    assert told == [
        "Read by other readers: chat and symbolic. The difference is also that of the readers.",
        "Read by chat with other settings: model.",
        "Read by chat with other prompts.",
        "Contexts were cut at other budgets: 8,192 and 512 tokens.",
        "Tokens were counted by other tokenizers: simple and other.",
        "bm25 was not set up the same: k and version of the adapter.",
    ]
    assert comparison_notes.warnings(compared(str(one.pk), _again(one))) == []


def _again(run: Run) -> str:
    """The same system once more, in the same way."""
    other = make.run(
        run.suite, *[variant.system for variant in run.variants.all()], reader="chat", config=run.config
    )
    make.answers(other, "bm25", [False] * 4)
    return str(other.pk)


def test_oracles_and_readers_are_named_beside_the_figures() -> None:
    run = make.run(
        make.suite(ASKED, slug="hm"),
        make.system("gold-reader", knows=["gold"]),
        make.system("new"),
        reader_knows=["actions", "templates"],
    )
    for name in ("gold-reader", "new"):
        make.answers(run, name, [True] * 4)
    assert comparison_notes.marks(compared(f"{run.pk}:gold-reader", f"{run.pk}:new")) == [
        f"{run.pk}:gold-reader:none is an oracle, it knows gold: a bound, never ranked.",
        "Intervals of differences are over 3 scenarios; over so few, they are too narrow.",
        f"Read by symbolic; it knows actions and templates: {readers.title('symbolic')}.",
    ]


@pytest.mark.parametrize(
    ("scenarios", "told"),
    [
        (1, "All queries are of one scenario, so intervals of differences are over queries."),
        (9, "Intervals of differences are over 9 scenarios; over so few, they are too narrow."),
        (10, ""),
    ],
)
def test_few_scenarios_are_said_to_be_few(scenarios: int, told: str) -> None:
    run = two_systems(tuple(Asked(history=n % scenarios) for n in range(10)), first="10" * 5, second="01" * 5)
    marks = comparison_notes.marks(compared(f"{run.pk}:old", f"{run.pk}:new"))
    assert [mark for mark in marks if "ntervals" in mark] == ([told] if told else [])


@pytest.mark.parametrize("text", ["", "bm25", "-1", "1.5", "٣", "9" * 19, "9" * 400, ":bm25", "\x00"])
def test_what_names_no_run_is_no_line(text: str) -> None:
    with pytest.raises(LinesRefusedError, match="is no line"):
        comparison_lines.parse(text)


def test_a_system_may_have_colons_in_its_name() -> None:
    assert comparison_lines.parse("7:a:b:full") == comparison_lines.LineName(7, "a:b", "full")
    assert comparison_lines.parse(" 7:a:b ") == comparison_lines.LineName(7, "a:b", "")
    assert comparison_lines.parse("7:none") == comparison_lines.LineName(7, "none", "")


def test_lines_that_cannot_be_compared_are_refused_with_what_there_is() -> None:
    run = make.run(
        make.suite(ASKED, slug="hm"), make.system("old"), make.system("new"), hints=("none", "full")
    )
    going = make.run(run.suite, make.system("third"), status="walking", finished_at=None)
    for lines, words in (
        ([f"{run.pk}:nobody", f"{run.pk}:new:none"], f"has no line 'nobody'. It has {run.pk}:old:none, "),
        ([f"{run.pk}:old:small", f"{run.pk}:new:none"], "has no line 'old:small'"),
        ([str(run.pk), f"{run.pk}:new:none"], f"several such lines. Name one of {run.pk}:old:none, "),
        ([f"{run.pk}:old", f"{run.pk}:new"], f"Name one of {run.pk}:old:none, {run.pk}:old:full"),
        ([str(going.pk), f"{run.pk}:new:none"], f"Run {going.pk} is still walking"),
        ([f"{run.pk}:new:none"] * 2, "at least two different lines"),
        ([f"{run.pk}:new:none"] * 9, "9 lines are too many"),
    ):
        with pytest.raises(LinesRefusedError, match="(?s).*") as caught:
            compared(*lines)
        assert words in str(caught.value)
    with pytest.raises(LinesRefusedError, match="No slices by colour"):
        compared(f"{run.pk}:old:none", f"{run.pk}:new:none", by=["colour"])


def test_the_queries_that_differ_are_found_by_line_direction_and_slice() -> None:
    run = two_systems()
    third = make.run(run.suite, make.system("third"))
    make.answers(third, "third", [False, True, False, False])
    found = compared(f"{run.pk}:old", f"{run.pk}:new", str(third.pk))

    def listed(**which: str) -> list[str]:
        return [query[-1] for query in discordant.queries(found, discordant.wanted(found, **which))]

    assert listed() == ["1", "2", "3", "4"]
    assert listed(against="1") == ["2", "3", "4"]
    assert listed(against="2") == ["1"]
    assert listed(direction="lost") == ["1", "2"]
    assert listed(direction="gained", part="family:rules") == ["3", "4"]
    assert listed(part="label:unknown") == ["2"]
    assert listed(part="scenario:hm-3", against="1") == ["4"]
    assert listed(part="colour:red", direction="up", against="7") == ["1", "2", "3", "4"]
    assert listed(against="0") == ["1", "2", "3", "4"]
    (row,) = discordant.rows(found, ["hm-1/q002"])
    assert [answer is not None and answer.correct for answer in row.answers] == [True, False, True]
    assert row.question.query.gold.label == "unknown"


def test_the_cost_in_database_queries_does_not_grow_with_the_answers() -> None:
    costs = []
    for count in (2, 40):
        suite = make.suite([Asked(family=f"f{n % 3}", history=n % 4) for n in range(count)])
        run = make.run(suite, make.system(f"old-{count}"), make.system(f"new-{count}"))
        make.answers(run, f"old-{count}", [True] * count)
        make.answers(run, f"new-{count}", [False] * count)
        with CaptureQueriesContext(connection) as caught:
            found = compared(f"{run.pk}:old-{count}", f"{run.pk}:new-{count}")
            assert len(discordant.rows(found, discordant.queries(found, discordant.Wanted()))) == count
        costs.append(len(caught))
    assert costs[0] == costs[1] <= 7
