"""Records in a model's words: what is asked, what fails, and what stays of it (spec 6.4)."""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest

from scenarios.bundle import FALLBACK, LLM, EventSpec, QuerySpec
from scenarios.datalog.derivation import Node
from scenarios.rendering import presence
from scenarios.rendering.reword_prompts import Prompt
from scenarios.rendering.rewording import (
    MAX_ATTEMPTS,
    Rewording,
    Scene,
    cleaned,
    is_rewordable,
    reword,
)
from scenarios.rendering.verdicts import verdicts
from sut_adapters.answering.rewording import ChatRewriter
from tests.factories import worded_trips
from tests.factories.openai_server import Reply, openai_server, rate_limited
from tests.factories.tripops_samples import TRIPOPS

SPEC = worded_trips.scenario()
PAYABLE = Node(("derived", "payable", ("NW-3862",)), "61.5")
LEADS_TO = Node(("derived", "dest", ("Elaesesk",)), "Tamirnstead")
SCENE = Scene.of(TRIPOPS, SPEC, (PAYABLE, LEADS_TO))
EXPENSE = "Slip NW-3862 of Elaesesk, 61.50 Galot for a meal, came in with its slip attached."


def of(template: str) -> EventSpec:
    """The record that a template of this name wrote."""
    return next(event for event in SPEC.events if event.template.startswith(f"{template}#"))


def said(event: EventSpec, text: str, scene: Scene = SCENE) -> dict[str, list[str]]:
    """What fails of a model's text for a record: by code, what was seen."""
    failures = reword(event, scene, lambda prompt: text).attempts[0].failures
    found: dict[str, list[str]] = {}
    for failure in failures:
        found.setdefault(failure.code, []).append(failure.evidence)
    return found


def passes(event: EventSpec, text: str) -> bool:
    return said(event, text) == {}


# ---------------------------------------------------------------- the planted faults
def test_words_of_its_own_with_every_fact_pass() -> None:
    assert passes(of("expense_filed"), EXPENSE)
    assert passes(of("expense_filed"), EXPENSE.replace("Galot for a meal", "Galot, a meal,"))
    assert passes(of("booking_moved"), "Elaesesk has left Jorathock and sleeps at Ulaerabel, Jorouthstead.")
    assert passes(of("booking_moved"), "Elaesesk sleeps at Ulaerabel now, in Jorouthstead, since today.")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (EXPENSE.replace("61.50 Galot", "some money"), ["amount 61.50 Galot is missing"]),
        (
            EXPENSE.replace("61.50", "16.50"),
            ["amount 61.50 Galot is missing", "16.50 is no number of the record"],
        ),
        (EXPENSE.replace("NW-3862", "the slip"), ["expense NW-3862 is missing"]),
        (EXPENSE.replace("with its slip attached", "by post"), ["receipt slip attached is missing"]),
        (EXPENSE.replace("Elaesesk", "elaesesk"), ["trip Elaesesk is missing"]),
        (EXPENSE.replace("Elaesesk", "Elaeseskar"), ["trip Elaesesk is missing"]),
        (EXPENSE.replace("of Elaesesk", "of Elaesesk and farandur"), ["Farandur is of another record"]),
        (EXPENSE.replace("came in", "Cadaris sent it"), ["Cadaris Moroumer is of another record"]),
        (EXPENSE.replace("meal", "meal by taxi"), ["taxi is of another record"]),
        (EXPENSE.replace("came in", "came in 2 days ago"), ["2 is no number of the record"]),
    ],
)
def test_k1_sees_what_is_missing_and_what_is_of_another_record(text: str, seen: list[str]) -> None:
    found = said(of("expense_filed"), text)
    named = [one.replace("Cadaris Moroumer", "Cadaris") for one in seen]
    assert found == {"K1": found["K1"]}
    assert sorted(found["K1"]) in (sorted(seen), sorted(named))


def test_k1_marks_the_foreign_name_in_the_text() -> None:
    text = EXPENSE.replace("of Elaesesk", "of Elaesesk and Farandur")
    (failure,) = reword(of("expense_filed"), SCENE, lambda prompt: text).attempts[0].failures
    assert text[slice(*failure.span)] == "Farandur"


def test_k1_lets_ordinary_words_be_where_the_record_speaks_of_none_of_their_kind() -> None:
    assert passes(of("booking_made"), "A taxi note: Jorathock in Kelaelfell keeps a bed for Elaesesk.")


def test_k1_takes_no_number_of_a_date_for_a_number_of_its_own() -> None:
    opened = "Elaesesk is on the books for Cadaris Moroumer, business, 1 July 2031 until 8 July 2031"
    assert passes(of("trip_opened"), f"{opened}, file 2031.")
    assert said(of("trip_opened"), f"{opened}, all of it.") == {"K1": ["year 2031 is missing"]}


def test_k1_wants_every_item_of_a_list_in_any_order() -> None:
    event = of("city_note")
    assert passes(event, "Veroltosse of chapter Ostemara: first Jorouthstead, then Kelaelfell.")
    assert said(event, "Veroltosse of chapter Ostemara now has Jorouthstead in it.") == {
        "K1": ["cities Kelaelfell is missing"]
    }


def test_k1_refuses_what_a_reader_of_templates_takes_for_another_record() -> None:
    moved = of("booking_moved")
    made = "Lodging desk: Ulaerabel in Jorouthstead is held for Elaesesk."
    for text in (made, f"No joke: {made}"):
        assert said(moved, text) == {"K1": ["reads as booking_made#0"]}
    assert passes(moved, f"No joke: {moved.text}")


def test_k1_reads_numbers_without_groups_and_closing_zeros() -> None:
    assert presence.normal("1,240.50 Galot \u2013 12.00, 7, 4.5.6 QF\u20112714") == (
        "1240.5 Galot \u2013 12, 7, 4.5.6 QF-2714"
    )
    assert passes(of("expense_filed"), EXPENSE.replace("61.50", "61.5"))


def test_k2_sees_a_derived_state_with_its_key_and_a_word_of_questions() -> None:
    leak = EXPENSE.replace("came in", "is reimbursable, it came in")
    assert said(of("expense_filed"), leak) == {"K2": [leak]}
    assert passes(of("expense_filed"), f"{EXPENSE} It may be reimbursable.")


def test_k2_lets_talk_join_no_key_and_state_that_its_record_kept_apart() -> None:
    """Without any word of questions: what settles nothing may not bring them into one sentence."""
    plan = of("plan")
    assert passes(plan, "Moraelith Melathow wondered about Elaesesk by way of Tamirnstead, all stays open.")
    apart = replace(of("withdrawn"), actions=())
    scene = Scene.of(TRIPOPS, SPEC, (Node(("derived", "dest", ("Elaesesk",)), "Savolock"),))
    assert said(apart, "Savolock is not what Elaesesk gets, forget about it.", scene) == {}
    nodes = (Node(("derived", "dest", ("Elaesesk",)), "Cadaris Moroumer"),)
    reworded = replace(
        apart,
        text="Cadaris Moroumer goes with Elaesesk.",
        template_text="Forget Elaesesk. Cadaris Moroumer said so.",
    )
    assert [found.evidence for found in presence.told_anew(reworded, nodes)] == [reworded.text]


def test_k4_sees_meta_words_and_obsolescence_where_nothing_changes() -> None:
    assert said(of("expense_filed"), EXPENSE.replace("Slip NW", "Benchmark NW")) == {"K4": ["benchmark"]}
    assert said(of("booking_made"), "Obsolete or not, Jorathock in Kelaelfell is for Elaesesk.") == {
        "K4": ["obsolete"]
    }
    assert passes(of("booking_moved"), "Jorathock is outdated, Elaesesk goes to Ulaerabel, Jorouthstead.")


def test_k5_sees_a_foreign_date_and_a_hidden_one() -> None:
    found = said(of("expense_filed"), EXPENSE.replace("came in", "came in on 3 March 2031"))
    assert found["K5"] == ["3 March 2031"]
    hidden = said(of("booking_forwarded"), "I came upon it again: Elaesesk was at Jorathock once.")
    assert hidden["K5"] == ["does not show its date 12 May 2031"]
    own_day = EXPENSE.replace("came in", "came in on 18 May 2031")
    assert of("expense_filed").t.date().isoformat() == "2031-05-18"
    assert passes(of("expense_filed"), own_day)


def test_k6_keeps_bait_where_it_is() -> None:
    asked = SPEC.queries[1]
    flagged = replace(asked, target={**asked.target, "bait": True})
    scene = Scene.of(TRIPOPS, replace(SPEC, queries=(flagged,)), ())
    assert scene.terms
    (term, *_) = sorted(scene.terms & words_of(flagged))
    made = "By the way, Jorathock in Kelaelfell keeps a room for Elaesesk"
    assert said(of("booking_made"), f"{made}.", scene) == {}
    assert said(of("booking_made"), f"{made}, {term}.", scene) == {"K6": [f"{term} came in"]}
    talk = talks_of(term)
    assert said(talk, "Nobody knows much about Elaesesk these days.", scene) == {"K6": [f"{term} is missing"]}
    assert said(talk, f"Nobody knows the {term} of Elaesesk these days.", scene) == {}
    shown: list[Prompt] = []
    reword(talk, scene, lambda prompt: shown.append(prompt) or f"Nobody knows the {term} of Elaesesk now.")
    assert f"Keep these words, in any of their forms: {term}." in shown[0].user


def words_of(query: QuerySpec) -> set[str]:
    return set(query.question.casefold().replace("?", " ").split())


def talks_of(term: str) -> EventSpec:
    """Vague talk of Elaesesk with a word of questions in it."""
    for place in range(len(TRIPOPS.template("quoted_destination").surfaces)):
        event = worded_trips.event(30, "quoted_destination", place, {"trip": "Elaesesk"})
        if term in event.text.casefold().split():
            return event
    raise AssertionError(f"no wording has {term}")


def test_k7_sees_too_few_and_too_many_words() -> None:
    short = said(of("booking_made"), "Jorathock, Kelaelfell, Elaesesk.")
    assert short == {"K7": ["3 words"]}
    long = said(of("booking_made"), "Jorathock in Kelaelfell is for Elaesesk" + " and so on" * 20)
    assert long == {"K7": ["66 words"]}


def test_k8_sees_an_id_of_ours() -> None:
    assert "K8" in said(of("expense_filed"), f"As e0013 says: {EXPENSE}")


# ---------------------------------------------------------------- the loop
def test_a_model_that_mends_its_words_is_told_what_failed_and_where() -> None:
    """Over the real client: it leaks a derived state, then drops a number, then is right."""
    leak = EXPENSE.replace("came in", "is reimbursable, it came in")
    dropped = EXPENSE.replace("61.50 Galot", "some money")
    with openai_server([Reply(leak), Reply(f'"{dropped}"'), Reply(EXPENSE)]) as server:
        model = ChatRewriter({"model": "scripted-1", "base_url": server.base_url, "timeout": 5})
        found = reword(of("expense_filed"), SCENE, model)
        first, second, third = server.chats
    assert (found.text, found.renderer) == (EXPENSE, LLM)
    assert [attempt.text for attempt in found.attempts] == [leak, dropped, EXPENSE]
    assert [[one.code for one in attempt.failures] for attempt in found.attempts] == [["K2"], ["K1"], []]
    asked = [[message["content"] for message in body["messages"]] for body in (first, second, third)]
    assert {system for system, _ in asked} == {asked[0][0]}
    users = [user for _, user in asked]
    assert all(user.startswith(users[0]) for user in users)
    assert "K2" not in users[0]
    assert f"attempt 1 was: {leak}" in users[1]
    assert "- K2, a sentence tells a conclusion" in users[1]
    assert f"attempt 2 was: {dropped}" in users[2]
    assert "amount 61.50 Galot is missing" in users[2]
    assert "reimbursable, it came in" not in users[2]
    assert (first["model"], first["temperature"], "response_format" in first) == ("scripted-1", 0, False)


def test_a_model_that_is_never_right_leaves_the_words_of_the_template() -> None:
    event = of("expense_filed")
    with openai_server(Reply("So be it.")) as server:
        model = ChatRewriter({"model": "scripted-1", "base_url": server.base_url, "timeout": 5})
        found = reword(event, SCENE, model)
        calls = [body["messages"][1]["content"] for body in server.chats]
    assert (found.text, found.renderer, len(found.attempts)) == (event.text, FALLBACK, MAX_ATTEMPTS)
    assert len(set(calls)) == MAX_ATTEMPTS == 5
    assert all({"K1", "K7"} == {one.code for one in attempt.failures} for attempt in found.attempts)
    kept = found.put_into(event)
    assert kept == replace(event, renderer=FALLBACK)
    assert kept.worded_by == "template_fallback"


def test_the_prompt_gives_facts_register_and_what_must_not_stand() -> None:
    shown: list[Prompt] = []
    reword(of("booking_moved"), SCENE, lambda prompt: shown.append(prompt) or of("booking_moved").text)
    user = shown[0].user
    assert "a message to a colleague" in user
    assert "it changes what was said before" in user
    for fact in ("- trip: Elaesesk", "- hotel: Ulaerabel", "- city: Jorouthstead"):
        assert f"\n{fact}\n" in user
    assert of("booking_moved").text in user
    never, avoid = user.splitlines()[-2:]
    assert never.startswith("Never write: ")
    assert "ground truth" in never
    assert "obsolete" not in never, "a record that revises may say so"
    assert avoid.startswith("Avoid ")
    assert " destination," in avoid
    reword(of("booking_made"), SCENE, lambda prompt: shown.append(prompt) or of("booking_made").text)
    assert "a note for the files" in shown[1].user
    assert "obsolete" in shown[1].user
    reword(of("plan"), SCENE, lambda prompt: shown.append(prompt) or of("plan").text)
    assert "settles nothing" in shown[2].user
    assert "Avoid" not in shown[2].user


def test_what_no_template_wrote_is_not_reworded() -> None:
    event = of("booking_made")
    assert is_rewordable(SCENE, event)
    for other in (
        replace(event, template=""),
        replace(event, text="Jorathock for Elaesesk, in Kelaelfell."),
        replace(event, template="booking_moved#0"),
        replace(event, actions=of("plan").actions),
        replace(event, renderer=LLM, template_text=event.text),
    ):
        assert not is_rewordable(SCENE, other)
    with pytest.raises(ValueError, match="no wording of 'booking_made#0' reads"):
        reword(replace(event, text="So be it."), SCENE, lambda prompt: "")


def test_a_reply_becomes_one_plain_paragraph() -> None:
    assert cleaned(' "Two  lines\nand\u00a0a\u200b dash QF\u20112714."\n') == "Two lines and a dash QF-2714."
    assert cleaned("\u201cQuoted.\u201d") == "Quoted."
    assert cleaned('"One" and "two"') == '"One" and "two"'
    assert cleaned("\x00\ud800 \n") == ""


# ---------------------------------------------------------------- as stored
def stored(event: EventSpec, *nodes: Node) -> dict[str, bool]:
    """The verdict on one reworded record of the scenario: by code whether it passed."""
    spec = replace(SPEC, events=(event,), queries=())
    (verdict,) = verdicts(spec, TRIPOPS, nodes)
    return {code: bool(found["passed"]) for code, found in verdict.as_json().items()}  # type: ignore[index]


def test_a_stored_text_of_a_model_is_judged_by_its_slots() -> None:
    event = of("expense_filed")
    worded = Rewording(EXPENSE, LLM, ()).put_into(event)
    assert (worded.worded_by, worded.template_text, worded.actions) == ("llm", event.text, event.actions)
    assert stored(worded, PAYABLE) == dict.fromkeys(("K1", "K2", "K3", "K4", "K5", "K7", "K8"), True)
    assert stored(replace(worded, renderer="", template_text=""))["K1"] is False
    for fault in (
        replace(worded, template_text=of("expense_corrected").text),
        replace(worded, template_text=""),
        replace(worded, actions=of("expense_corrected").actions),
        replace(worded, text=EXPENSE.replace("61.50", "16.50")),
    ):
        assert stored(fault)["K1"] is False
    leak = EXPENSE.replace("came in", "is reimbursable, it came in")
    assert stored(replace(worded, text=leak), PAYABLE)["K2"] is False


def test_stored_talk_of_a_model_tells_no_state_anew() -> None:
    event = of("withdrawn")
    worded = Rewording("Let Elaesesk be, and Savolock too. Cadaris is fine.", LLM, ()).put_into(event)
    node = Node(("derived", "dest", ("Elaesesk",)), "Savolock")
    assert stored(worded, node)["K2"] is True
    apart = replace(worded, template_text="Forget Elaesesk. Forget Savolock.")
    assert stored(apart, node)["K2"] is False


# ---------------------------------------------------------------- the client
def test_the_client_waits_for_what_can_pass_and_gives_up_in_words() -> None:
    waits: list[float] = []
    prompt = Prompt("Do this.", "With that.")
    with openai_server([rate_limited("3"), Reply(status=503), Reply("Done.")]) as server:
        settings = {"model": "scripted-1", "base_url": server.base_url, "timeout": 5}
        model = ChatRewriter(settings, sleep=waits.append)
        assert model(prompt) == "Done."
        assert [message["content"] for message in server.chats[0]["messages"]] == ["Do this.", "With that."]
    assert waits == [3.0, 4.0]
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
    model = ChatRewriter(settings | {"base_url": nobody}, sleep=waits.append)
    with pytest.raises(ConnectionError, match="scripted-1 could not be reached"):
        model(prompt)
    assert len(waits) == 5
    with openai_server(Reply(status=401)) as server:
        model = ChatRewriter({"model": "scripted-1", "base_url": server.base_url}, sleep=waits.append)
        with pytest.raises(ValueError, match="HTTP 401, check model, address and key"):
            model(prompt)
    assert len(waits) == 5


@pytest.mark.parametrize(
    ("config", "what"),
    [({}, '"model" must name a model'), ({"model": "m", "json_mode": True}, "unknown setting json_mode")],
)
def test_settings_of_the_client_are_refused_in_words(config: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        ChatRewriter(config)
