"""False action lists: one action is another, the text can tell it, and nothing else gives it away."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from scenarios.bundle import LLM, EventSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.values import NONE_TEXT
from scenarios.rendering import checks
from scenarios.rendering.fiction import is_fictional
from scenarios.rendering.mutated_records import mutated_record
from scenarios.rendering.mutations import Mutant, decoys, mutants, same, same_lists
from scenarios.rendering.near_values import near_days, near_numbers
from scenarios.rendering.stated import Stated
from tests.factories.mutated import MiniScene, mini_scenes, stating


def new_words(mutant: Mutant, event: EventSpec) -> set[str]:
    """The arguments of the changed action that the true one does not have."""
    if mutant.action is None:
        return set()
    before = set(arguments(event.actions[mutant.pos])) if mutant.pos < len(event.actions) else set()
    return set(arguments(mutant.action)) - before


def arguments(action: ActionRecord) -> list[str]:
    plain = [*action.key, action.member, action.value, *action.members]
    return [part for part in plain if part and part not in (NONE_TEXT, "true", "false")]


def differing(one: tuple[ActionRecord, ...], other: tuple[ActionRecord, ...]) -> tuple[int, int]:
    """How many actions each list has that the other has not."""
    return len(same_lists(one) - same_lists(other)), len(same_lists(other) - same_lists(one))


def test_every_false_list_differs_in_exactly_one_action_and_is_there_once() -> None:
    seen = 0
    for scene, event in stating():
        found = scene.mutants(event)
        assert len({same_lists(one.actions) for one in found}) == len(found)
        for one in found:
            assert differing(event.actions, one.actions) in {(1, 1), (1, 0), (0, 1)}, one
            seen += 1
    assert seen > 3000


def test_what_a_false_list_says_anew_does_not_stand_in_the_text() -> None:
    for scene, event in stating():
        text = Stated(event.text)
        for one in scene.mutants(event):
            if not one.change.startswith("added"):
                stated = {word for word in new_words(one, event) if text.has(word)}
                assert not stated, (event.text, one.change, stated)


def test_no_list_asks_whether_a_value_is_new_or_revised() -> None:
    for scene, event in stating():
        for one in scene.mutants(event):
            if one.action is not None and one.pos < len(event.actions):
                ops = {event.actions[one.pos].op, one.action.op}
                assert ops != {Op.ASSERT, Op.REVISE}


def test_what_the_text_has_no_word_for_is_neither_changed_nor_left_out() -> None:
    scene = next(one for one in mini_scenes() if one.domain.slug == "shopops")
    event = scene.event("handed_over")
    (pos,) = [place for place, action in enumerate(event.actions) if action.pred == "status"]
    assert "delivered" not in event.text
    changes = {one.change for one in scene.mutants(event) if one.pos == pos}
    assert changes
    assert changes <= {"key0"}


def test_the_same_seed_gives_the_same_lists_and_another_seed_others() -> None:
    scene, event = next(stating())
    assert scene.mutants(event, 5) == list(mutants(scene.decls, event, scene.known, 5))
    assert scene.mutants(event, 5) != scene.mutants(event, 6)


def test_two_false_lists_are_wrong_in_the_same_place() -> None:
    """Else what two of three lists agree in would be true, and no text need be read."""
    together = 0
    for scene, event in stating():
        pair = decoys(scene.mutants(event))
        assert pair is not None, event.text
        together += pair[0].pos == pair[1].pos
        assert same_lists(pair[0].actions) != same_lists(pair[1].actions)
    assert together / len(list(stating())) > 0.98


def test_an_empty_list_is_false_for_some_records_and_true_for_those_that_state_nothing() -> None:
    false = sum(
        any(not one.actions for one in pair)
        for scene, event in stating()
        if (pair := decoys(scene.mutants(event)))
    )
    assert false > 10
    scene = mini_scenes()[0]
    silent = [event for event in scene.spec.events if not event.actions]
    assert all(decoys(scene.mutants(event)) for event in silent)


def test_a_false_list_of_a_silent_record_is_about_what_it_names_where_it_can_be() -> None:
    scene = mini_scenes()[0]
    (event,) = [one for one in scene.spec.events if one.text.startswith("Sketch on the whiteboard")]
    pair = decoys(scene.mutants(event))
    assert pair is not None
    assert all(one.action is not None and Stated(event.text).has(one.action.key[0]) for one in pair)


@pytest.mark.parametrize("text", ["43", "0.827", "101.5", "1", "9", "2031"])
def test_near_numbers_have_as_many_places_and_are_never_the_number(text: str) -> None:
    found = near_numbers(text, random.Random(1))
    assert found
    assert text not in found
    assert len(set(found)) == len(found)
    most = len(text.partition(".")[2])
    assert all(len(one.partition(".")[2]) <= most and float(one) > 0 for one in found)


@pytest.mark.parametrize("near, true", [(near_numbers, "430"), (near_days, "2031-05-14")])
def test_the_true_one_of_three_is_no_more_often_the_middle_one(near: Any, true: str) -> None:
    ranks = Counter(sorted([true, *near(true, random.Random(seed))[:2]]).index(true) for seed in range(300))
    assert all(70 < ranks[rank] < 130 for rank in range(3)), ranks


def test_near_days_at_the_end_of_the_calendar_are_days() -> None:
    assert "9999-12-31" not in near_days("9999-12-31", random.Random(1))
    assert near_days("31 February", random.Random(1)) == []


# ---------------------------------------------------------------- records that state something else
def drawn_records(count: int) -> list[tuple[MiniScene, EventSpec, EventSpec, Mutant]]:
    """So many mutated records of mini, drawn by seeds."""
    rng, stock, found = random.Random(11), list(stating()), []
    while len(found) < count:
        scene, event = rng.choice(stock)
        made = mutated_record(scene.domain, scene.decls, event, scene.known, rng.getrandbits(32))
        if made is not None:
            found.append((scene, event, made.event, made.mutant))
    return found


def test_two_hundred_mutated_records_state_one_other_action_and_pass_the_checks_of_language() -> None:
    for scene, event, made, mutant in drawn_records(200):
        assert differing(event.actions, made.actions) == (1, 1)
        assert made.text != event.text
        assert made.actions == mutant.actions
        results = checks.record_checks(scene.domain, made)
        assert {result.code for result in results} == {"K1", "K4", "K5", "K7", "K8"}
        assert all(result.passed for result in results), (made.text, results)
        kinds = {entity.name: entity.type for entity in scene.spec.entities}
        new = [word for word in new_words(mutant, event) if kinds.get(word) in scene.domain.name_types]
        assert all(map(is_fictional, new))  # K3


def test_a_mutated_record_keeps_its_wording() -> None:
    for scene, event, made, _ in drawn_records(40):
        before, after = (checks.faithful(scene.domain, one).evidence for one in (event, made))
        assert before == after  # template and surface


def test_nearly_every_record_of_mini_can_be_mutated() -> None:
    stock = list(stating())
    made = [
        event
        for scene, event in stock
        if mutated_record(scene.domain, scene.decls, event, scene.known, 3) is not None
    ]
    assert len(made) / len(stock) > 0.85


def test_words_that_no_template_wrote_are_not_put_into_one() -> None:
    scene, event = next(stating())
    for other in (replace(event, template=""), replace(event, renderer=LLM, template_text=event.text)):
        assert mutated_record(scene.domain, scene.decls, other, scene.known, 1) is None
    edited = replace(event, text=f"{event.text} So it is.")
    assert mutated_record(scene.domain, scene.decls, edited, scene.known, 1) is None


def test_actions_that_say_the_same_are_the_same() -> None:
    scene, event = next(stating())
    one = event.actions[0]
    assert same(one) == same(replace(one, op=Op.REVISE, pos=3, event="e9999"))
    assert same(one) == same(replace(one, as_of=one.t))
    assert same(one) != same(replace(one, pred="other"))
