"""The look-alike data set read into bundles: events, actions, queries, gold derived by the engine."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scenarios.bundle import Bundle, QuerySpec
from scenarios.datalog.derivation import Answerability, Gold, WitnessList
from scenarios.datalog.history import Op
from scenarios.importers.deriving import ImportedScenario
from scenarios.importers.errors import NotThisDataSetError, OptionError, UnreadableFilesError
from scenarios.importers.folds import FoldError, balance_of, fold, fold_witnesses, is_folded
from scenarios.importers.netting import money_text
from scenarios.importers.structmemeval.options import parse
from scenarios.importers.structmemeval.reading import read
from tests.factories.structmemeval import RIDGE, RIDGE_NET, session, write, write_json


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write(tmp_path / "look-alike")


def codes(bundle: Bundle) -> list[str]:
    return [finding.code for finding in bundle.findings]


def operators(queries: tuple[QuerySpec, ...], operator: str) -> list[QuerySpec]:
    return [query for query in queries if query.operator == operator]


# ---------------------------------------------------------------- accounting
def test_each_message_is_an_event_in_order_with_a_synthetic_time(dataset: Path) -> None:
    ridge = read(dataset, "accounting").scenarios[0]
    assert [event.text for event in ridge.events] == list(RIDGE)
    assert [event.id for event in ridge.events[:2]] == ["e0001", "e0002"]
    assert ridge.events[0].t == datetime(2000, 1, 1, 0, 1, tzinfo=UTC)
    assert ridge.events[-1].t == datetime(2000, 1, 1, 0, 20, tzinfo=UTC)
    assert all(event.synthetic_time and event.session == "ridge" for event in ridge.events)


def test_payments_assert_noise_does_not_and_a_cancellation_takes_back(dataset: Path) -> None:
    ridge, faulty = read(dataset, "accounting").scenarios
    first, noise, cancelled = ridge.events[0], ridge.events[1], ridge.events[10]
    assert [(a.op, a.pred, a.member or a.value) for a in first.actions] == [
        (Op.MEMBER, "transaction", "t0001"),
        (Op.ASSERT, "payer", "Ilvane"),
        (Op.ASSERT, "amount", "90"),
        (Op.MEMBER, "beneficiary", "Ilvane"),
        (Op.MEMBER, "beneficiary", "Maessa"),
        (Op.MEMBER, "beneficiary", "Torrick"),
    ]
    assert (noise.kind, noise.actions) == ("filler", ())
    assert [(a.op, a.member) for a in cancelled.actions] == [(Op.CANCEL, "t0008")]
    assert [event.kind for event in faulty.events] == [
        "record", "record", "unannotated", "unannotated", "unannotated",
        "unannotated", "record", "filler", "unannotated", "record",
    ]  # fmt: skip


def test_the_gold_is_derived_and_settles_the_position_worked_out_by_hand(dataset: Path) -> None:
    ridge = read(dataset, "accounting").scenarios[0]
    scenario = ImportedScenario(ridge)
    assert [query.checkpoint for query in ridge.queries] == ["after 10 messages", "after 20 messages"]
    for query, net in zip(ridge.queries, RIDGE_NET.values(), strict=True):
        derived, settled = scenario.derived(query), scenario.answer(query)
        assert settled.label is Answerability.ANSWERABLE
        assert all(item.startswith("t0") for item in derived.answer)
        balance = balance_of(settled.answer, query.target["args"]["parties"])
        assert {name: money_text(value) for name, value in balance.items()} == net
    assert "t0008" in scenario.derived(ridge.queries[0]).answer
    assert "t0008" not in scenario.derived(ridge.queries[1]).answer


def test_stated_answers_stay_beside_the_query_and_are_not_the_gold(dataset: Path) -> None:
    query = read(dataset, "accounting").scenarios[0].queries[1]
    assert query.expected is None
    assert query.stated["transfers"] == ["Ilvane -> Maessa : 33.00", "Torrick -> Maessa : 18.00"]
    assert (query.answer_type, query.unit, query.goal.pred) == ("settlement", "EUR", "counts")


def test_completeness_is_shown_as_assumed_and_options_are_kept(dataset: Path) -> None:
    bundle = read(dataset, "accounting", parse(["owing=as-worded"]))
    assert bundle.config["assumed_complete"] == ["transaction", "beneficiary"]
    assert bundle.config["options"]["owing"] == "as-worded"
    for spec in bundle.scenarios:
        assert "assume complete(transaction)." in spec.program
        assert spec.config["assumed_complete"] == ["transaction", "beneficiary"]
        assert spec.config["times"] == "synthetic"


def test_findings_name_file_session_and_message(dataset: Path) -> None:
    found = [(f.code, f.file, f.session, f.message) for f in read(dataset, "accounting").findings]
    for message in ("3", "4", "5", "6", "9"):
        assert ("unread-message", "accounting/tour_20percent.json", "faulty", message) in found
    assert ("self-debtor", "accounting/tour_20percent.json", "faulty", "2") in found
    assert ("repeated-message", "accounting/tour_20percent.json", "faulty", "1") in found
    assert ("answer-format", "accounting/tour_20percent.json", "faulty", "") in found


def test_a_session_that_is_settled_has_a_justified_zero(tmp_path: Path) -> None:
    messages = ["Ann: Tea: €4. Split equally.", "Bo: Tea: €4. Split equally."]
    write_json(tmp_path / "accounting" / "a.json", {"sessions": [session("s", messages, ["nobody owes"])]})
    spec = read(tmp_path, "accounting").scenarios[0]
    assert ImportedScenario(spec).answer(spec.queries[0]) == Gold(Answerability.JUSTIFIED_ZERO, [])
    assert spec.queries[0].stated == {"text": "nobody owes", "transfers": []}


def test_a_session_without_any_payment_settles_to_nothing(tmp_path: Path) -> None:
    write_json(tmp_path / "accounting" / "a.json", {"sessions": [session("s", ["Ann: hi", "Bo: ho"], ["?"])]})
    bundle = read(tmp_path, "accounting")
    spec = bundle.scenarios[0]
    assert ImportedScenario(spec).answer(spec.queries[0]).answer == []
    assert "unreadable-answer" in codes(bundle)
    assert "short-session" in codes(bundle)


def test_an_answer_beyond_the_checkpoints_is_a_finding(dataset: Path) -> None:
    bundle = read(dataset, "accounting", parse(["checkpoints=4"]))
    details = [finding.detail for finding in bundle.findings if finding.code == "answer-without-place"]
    assert details == ["answer 2 has no checkpoint and was left out"]


def test_sessions_of_one_name_get_slugs_of_their_own(tmp_path: Path) -> None:
    for name in ("a", "b"):
        content = {"sessions": [session("Tour №1", ["Ann: Tea: €4. Split equally."], ["nobody owes"])]}
        write_json(tmp_path / "accounting" / f"{name}.json", content)
    assert [spec.slug for spec in read(tmp_path, "accounting").scenarios] == ["tour-1", "tour-1-2"]


# ---------------------------------------------------------------- tree
def test_a_link_is_recorded_both_ways_by_one_event(dataset: Path) -> None:
    guild = read(dataset, "tree").scenarios[0]
    assert [(a.key, a.member) for a in guild.events[0].actions] == [
        (("Oda Brack",), "Ulf Senn"),
        (("Ulf Senn",), "Oda Brack"),
    ]
    assert [event.kind for event in guild.events[4:]] == ["record", "unannotated", "filler"]


def test_stated_questions_get_derived_gold_paths_and_as_many_noes(dataset: Path) -> None:
    guild = read(dataset, "tree").scenarios[0]
    scenario = ImportedScenario(guild)
    reachable = operators(guild.queries, "reachable")
    answers = [scenario.answer(query).answer for query in reachable]
    assert answers == [True, True, False, False]
    assert [query.stated is not None for query in reachable] == [True, True, False, False]
    paths = [scenario.answer(query).answer for query in operators(guild.queries, "shortest_path")]
    assert paths == [["Pia Lund", "Ulf Senn", "Oda Brack"], ["Rolf Aske", "Jon Vik"]]


def test_the_noes_are_asked_in_the_words_of_the_yeses(dataset: Path) -> None:
    for spec in read(dataset, "tree").scenarios:
        for query in operators(spec.queries, "reachable"):
            first, second = query.target["args"]["from"], query.target["args"]["to"]
            assert query.question == f"Are {first} and {second} connected with each other in the guild?"


def test_where_all_are_connected_a_name_of_another_file_makes_the_no(dataset: Path) -> None:
    second = read(dataset, "tree").scenarios[1]
    (made,) = [query for query in operators(second.queries, "reachable") if query.stated is None]
    assert made.target["args"]["to"] in {"Pia Lund", "Rolf Aske", "Jon Vik"}
    assert ImportedScenario(second).answer(made) == Gold(Answerability.ANSWERABLE, False)


def test_a_question_about_people_the_file_never_mentions_is_derived_and_flagged(dataset: Path) -> None:
    bundle = read(dataset, "tree")
    second = bundle.scenarios[1]
    unsupported = second.queries[1]
    assert ImportedScenario(second).answer(unsupported).answer is False
    assert [f.detail for f in bundle.findings if f.code == "unsupported-question"] == [
        f"the file never mentions Rolf Aske or Jon Vik: {unsupported.question}"
    ]


def test_what_is_odd_about_the_tree_files_is_found(dataset: Path) -> None:
    found = codes(read(dataset, "tree"))
    assert {"constant-answer", "question-in-many-files", "case-id", "unread-message"} <= set(found)
    assert "path-not-unique" not in found


def test_a_path_that_is_not_unique_is_not_asked(tmp_path: Path) -> None:
    links = [
        "A Bo works with C Do.",
        "C Do works with E Fo.",
        "A Bo works with G Ho.",
        "G Ho works with E Fo.",
    ]
    repeated = "G Ho is a colleague of A Bo."
    content = {
        "sessions": [session("s", [*links, repeated])],
        "queries": [
            {"question": "Is A Bo related to E Fo?", "reference_answer": {"text": "Yes."}},
            {"question": "How is A Bo?", "reference_answer": {"text": "Well."}},
        ],
    }
    write_json(tmp_path / "tree_based" / "x.json", content)
    bundle = read(tmp_path, "tree")
    (query,) = bundle.scenarios[0].queries  # one component and no other names: no "no" can be made
    assert query.operator == "reachable"
    assert {"path-not-unique", "repeated-link", "unread-question", "unreadable-answer"} <= set(codes(bundle))


def test_the_same_two_strangers_are_not_asked_about_twice(tmp_path: Path) -> None:
    links = ["A Bo works with C Do.", "C Do works with E Fo.", "G Ho works with I Jo."]
    asked = ["A Bo", "A Bo", "C Do", "C Do", "E Fo", "E Fo"], ["C Do", "E Fo", "E Fo", "A Bo", "A Bo", "C Do"]
    content = {
        "sessions": [session("s", links)],
        "queries": [
            {"question": f"Is {one} related to {two}?", "reference_answer": {"text": "Yes."}}
            for one, two in zip(*asked, strict=True)
        ],
    }
    write_json(tmp_path / "tree_based" / "x.json", content)
    (spec,) = read(tmp_path, "tree").scenarios
    made = [query for query in operators(spec.queries, "reachable") if query.stated is None]
    assert len({query.question for query in made}) == len(made) == 6
    assert [ImportedScenario(spec).answer(query).answer for query in made] == [False] * 6


def test_reading_twice_gives_the_same_bundle(dataset: Path) -> None:
    assert read(dataset, "tree") == read(dataset, "tree")
    assert read(dataset / "tree_based", "tree") == read(dataset, "tree")


# ---------------------------------------------------------------- bad input
def test_every_broken_file_is_named_with_its_place_and_nothing_is_read(dataset: Path) -> None:
    (dataset / "accounting" / "broken.json").write_text('{\n "sessions": [,]\n}')
    (dataset / "accounting" / "empty.json").write_bytes(b"")
    with pytest.raises(UnreadableFilesError) as caught:
        read(dataset, "accounting")
    assert "accounting/broken.json:2:15: not JSON" in str(caught.value)
    assert "accounting/empty.json: an empty file of 0 bytes" in str(caught.value)
    assert read(dataset, "tree").scenarios  # another subset is not touched by it


def test_foreign_encodings_are_read_with_a_finding(tmp_path: Path) -> None:
    text = json.dumps(
        {"sessions": [session("s", ["Zoé: Thé: €4. Split equally.", "Bo: ho"], ["?"])]}, ensure_ascii=False
    )
    folder = tmp_path / "accounting"
    folder.mkdir()
    (folder / "bom.json").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (folder / "old.json").write_bytes(text.replace("€", "EUR ").encode("latin-1"))
    bundle = read(tmp_path, "accounting")
    assert {"byte-order-mark", "foreign-encoding"} <= set(codes(bundle))
    assert [spec.queries[0].target["args"]["parties"] for spec in bundle.scenarios] == [["Bo", "Zoé"]] * 2


def test_items_of_the_wrong_shape_are_findings_and_left_out(tmp_path: Path) -> None:
    content = {
        "sessions": [
            "no session",
            {"session_id": "a", "messages": "none"},
            {
                "session_id": "b",
                "messages": [{"role": "user"}, {"content": "Ann: Tea: €4. Split equally."}, 7],
            },
        ],
        "queries": [{"question": "?"}],
    }
    write_json(tmp_path / "accounting" / "a.json", content)
    write_json(tmp_path / "accounting" / "list.json", [1, 2])
    bundle = read(tmp_path, "accounting")
    assert len(bundle.scenarios) == 1
    details = [finding.detail for finding in bundle.findings if finding.code == "format"]
    assert details == [
        "item 1 of sessions is a text and was left out",
        "messages is a text, not a list",
        "message 1 has no text",
        "item 3 of messages is a number and was left out",
        "query 1 lacks a question or a stated answer in words",
        "the file holds a list, not an object",
    ]
    assert [event.text for event in bundle.scenarios[0].events] == [
        "(no text)",
        "Ann: Tea: €4. Split equally.",
    ]


@pytest.mark.parametrize("subset", ["recommendations", "state_tracking", "all"])
def test_a_subset_that_cannot_be_imported_is_refused(dataset: Path, subset: str) -> None:
    with pytest.raises(OptionError, match="one of accounting, tree"):
        read(dataset, subset)


def test_a_path_without_the_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotThisDataSetError, match="holds no file of StructMemEval"):
        read(tmp_path, "tree")
    with pytest.raises(NotThisDataSetError, match="is not a folder"):
        read(tmp_path / "gone", "tree")
    write_json(tmp_path / "accounting" / "a.json", {"sessions": []})
    with pytest.raises(NotThisDataSetError, match="no accounting file holds a session"):
        read(tmp_path, "accounting")


# ---------------------------------------------------------------- folds
def test_an_unknown_answer_stays_unknown_and_is_not_folded(dataset: Path) -> None:
    ridge = read(dataset, "accounting").scenarios[0]
    scenario, query = ImportedScenario(ridge), ridge.queries[0]
    unknown = Gold(Answerability.UNKNOWN, None, ("missing(payer(t0001))",))
    assert fold(query.target, unknown, scenario.ask(query.cutoff)) == unknown
    assert fold(query.target, scenario.derived(query), lambda goals: [unknown] * len(goals)) == unknown


def test_a_query_without_fold_keeps_the_answer_of_the_engine() -> None:
    gold = Gold(Answerability.ANSWERABLE, 3)
    assert not is_folded({"op": "count"})
    assert fold({"op": "count"}, gold, lambda goals: []) is gold


@pytest.mark.parametrize(
    "target, words", [({"fold": "magic"}, "magic"), ({"fold": "netting"}, "lacks args.parties")]
)
def test_a_fold_that_is_not_known_is_refused(target: dict[str, str], words: str) -> None:
    with pytest.raises(FoldError, match=words):
        fold(target, Gold(Answerability.ANSWERABLE, []), lambda goals: [])


def test_a_path_needs_known_links_that_connect() -> None:
    target = {"fold": "shortest-path", "args": {"from": "A", "to": "B"}}
    yes, unknown = Gold(Answerability.ANSWERABLE, True), Gold(Answerability.UNKNOWN, None)
    some = Gold(Answerability.ANSWERABLE, ["C"])
    assert fold(target, yes, lambda goals: [unknown] * len(goals)) == unknown
    assert (
        fold(target, yes, lambda goals: [some if goals[0].pred == "related" else unknown] * len(goals))
        == unknown
    )
    with pytest.raises(FoldError, match="no chain of links was found"):
        fold(target, yes, lambda goals: [some] * len(goals))


def test_people_who_are_not_related_have_no_path() -> None:
    target = {"fold": "shortest-path", "args": {"from": "A", "to": "B"}}
    assert fold(target, Gold(Answerability.ANSWERABLE, False), lambda goals: []) == Gold(
        Answerability.JUSTIFIED_ZERO, "none"
    )


@pytest.mark.parametrize(
    ("floor", "exact", "low", "high"),
    [
        (None, True, ("e1",), ("e1",)),
        (2, True, ("e1",), ("e1",)),  # what is not listed is longer
        (1, False, ("e1",), ("e1", "e2", "e9")),  # another may be as short
        (0, False, (), ("e1", "e2", "e9")),  # another may be shorter
    ],
)
def test_only_the_shortest_chains_witness_the_shortest_path(
    floor: int | None, exact: bool, low: tuple[str, ...], high: tuple[str, ...]
) -> None:
    listed, all_low, all_high = (("e1",), ("e2", "e3")), ("e1", "e2"), ("e1", "e2", "e9")
    whole = floor is None
    found = WitnessList(listed, whole, 0 if whole else None, all_low, all_high, floor)
    kept = fold_witnesses({"fold": "shortest-path"}, found)
    assert kept.witnesses == (("e1",),)
    assert (kept.exact, kept.support_low, kept.support_high) == (exact, low, high)
    assert fold_witnesses({"fold": "netting"}, found) is found
