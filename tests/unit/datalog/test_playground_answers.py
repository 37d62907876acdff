"""Texts in, JSON out: answers, every fault in its place, and limits that stop what would not end."""

from __future__ import annotations

import io
import json
import resource
import signal
import subprocess
import sys
from typing import Any

import pytest

from scenarios.datalog import playground, reference
from scenarios.datalog.errors import EvaluationError
from scenarios.datalog.examples import BY_SLUG, EXAMPLES, WORKED, Example
from scenarios.datalog.notebook import world
from scenarios.datalog.playground import derivation_object, derivation_of, respond
from tests.unit.walls.rooms import ROOT


def request(example: Example = WORKED, **changes: str) -> dict[str, str]:
    fields = {name: getattr(example, name) for name in ("program", "history", "goal", "cutoff")}
    return {**fields, **changes}


def places(found: dict[str, Any]) -> list[tuple[str, int, int, str]]:
    return [(f["file"], f["line"], f["column"], f["message"]) for f in found["faults"]]


def child(asked: dict[str, str], change: str = "") -> subprocess.CompletedProcess[bytes]:
    """The child as it is started; or, with a change of its limits, started by hand."""
    by_hand = f"from scenarios.datalog import playground\n{change}\nplayground.main()"
    command = [sys.executable, *(["-c", by_hand] if change else ["-m", "scenarios.datalog.playground"])]
    return subprocess.run(
        command, input=json.dumps(asked).encode(), cwd=ROOT, capture_output=True, timeout=60, check=False
    )


def test_an_answer_comes_with_all_that_stands_behind_it() -> None:
    result = respond(request())["result"]
    assert (result["label"], result["answer"], result["missing"]) == ("answerable", 2, [])
    assert result["cutoff"].startswith("2026-08-31T23:59:59")
    assert result["witnesses"] == [["e1", "e10", "e2", "e3", "e4", "e5", "e6", "e8", "e9"]]
    assert (result["exact"], result["witnesses_unlisted"]) == (True, 0)
    assert result["events"][9] == {"id": "e10", "line": 10, "t": "2026-07-01T09:00:00Z"}
    assert result["program"][0] == "8 declarations: 3 func, 1 set, 4 derived"
    derivation = result["derivation"]
    assert (derivation["height"], derivation["width"], derivation["root"]) == (4, 12, "n0")
    assert (len(derivation["nodes"]), len(derivation["edges"])) == (28, 30)
    grus = next(node for node in derivation["nodes"] if node["label"] == "dest(Grus)")
    assert (grus["kind"], grus["args"], grus["state"], grus["obsolete_count"]) == (
        "fact",
        ["Grus"],
        "Corby",
        1,
    )
    root = derivation["nodes"][0]
    assert (root["depth"], root["clauses"]) == (0, ["n_outside#1"])
    assert json.loads(json.dumps(result)) == result


def test_a_derivation_comes_back_from_its_object() -> None:
    for example in EXAMPLES[:-1]:
        written = respond(request(example))["result"]["derivation"]
        read = derivation_of(written)
        assert derivation_object(read) == written
        known = world(example.program, example.history).ask(example.goal, example.cutoff).derivation
        assert (read.root, read.nodes, set(read.edges)) == (known.root, known.nodes, set(known.edges))


def test_without_a_cutoff_it_is_the_last_event() -> None:
    assert respond(request(cutoff=" "))["result"]["cutoff"] == "2026-08-01T09:00:00Z"
    empty = respond(request(history="", cutoff=""))["result"]
    assert (empty["label"], empty["cutoff"]) == ("unknown", "2026-01-01T09:00:00Z")


def test_faults_of_all_texts_come_at_once() -> None:
    found = respond(
        request(
            program="func dest(trip) -> city\nderived far(trip) -> bool\nfar(T) :- dest(T,C), C < D.",
            history="e1: dest(a).\ne2: city(b).",
            goal="fare(a)",
            cutoff="soon",
        )
    )
    assert [(file, line, column) for file, line, column, _ in places(found)] == [
        ("cutoff", 1, 1),
        ("goal", 1, 1),
        ("history", 1, 5),
        ("history", 2, 5),
        ("program", 3, 26),
    ]
    assert found["faults"][1]["excerpt"] == ["fare(a)", "^^^^"]
    assert "far" in found["faults"][1]["hint"]


def test_a_program_that_cannot_be_read_is_mended_first() -> None:
    found = respond(request(program="func dest(trip -> city\nfar(T).", history="e1: x"))
    assert {file for file, *_ in places(found)} == {"program"}
    assert len(found["faults"]) == 2


def test_rules_of_events_are_judged_at_their_events() -> None:
    history = 'e1: rule home "home(P,N) :- based_in(P,N), N < 3.".'
    assert [place[:3] for place in places(respond(request(history=history)))] == [("history", 1, 15)]


def test_characters_that_nothing_can_hold_are_named_with_their_place() -> None:
    found = respond(request(program="# ok\n# \x00", goal="a\ud800"))
    assert [place[:3] for place in places(found)] == [("goal", 1, 2), ("program", 2, 3)]
    assert json.dumps(found, ensure_ascii=False).encode()


def test_what_is_unknown_false_or_other_than_expected_says_why() -> None:
    assert respond(request())["result"]["whynot"] is None
    assert respond(request(goal="n_outside(Vera) = 2"))["result"]["whynot"] is None
    other = respond(request(goal="country(Grus) = Drossel"))["result"]
    assert (other["answer"], other["expected"]) == ("Corvia", "Drossel")
    assert other["whynot"]["lines"][0] == "country(Grus) = Drossel? It is Corvia."
    assert other["whynot"]["goals"][0]["met"] is False
    unknown = respond(request(cutoff="2026-05-31"))["result"]["whynot"]["lines"]
    assert any("no record says that trip(Vera) is complete" in line for line in unknown)
    false = respond(request(goal="outside(Vera; Grus)"))["result"]
    assert (false["label"], false["answer"]) == ("answerable", False)
    assert "Corvia" in " ".join(false["whynot"]["lines"])


def test_a_runaway_is_stopped_and_is_no_answer() -> None:
    found = respond(request(BY_SLUG["runaway"]))
    assert set(found) == {"limit"}
    assert found["limit"]["code"] == "recursion"
    assert "makes new values without bound" in found["limit"]["message"]


def test_what_stands_too_deep_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object) -> None:
        raise EvaluationError("the rules stand in each other too deeply to be evaluated")

    monkeypatch.setattr(reference, "evaluate", too_deep)
    found = respond(request())["limit"]
    assert found == {"code": "depth", "message": "the rules stand in each other too deeply to be evaluated"}


def test_the_child_answers_in_json() -> None:
    done = child(request())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["result"]["answer"] == 2


EXPONENTIAL = request(
    program="set m(g ; x)\nderived p(g) -> bool\np(G) :- "
    + ", ".join(f"m(G,X{n})" for n in range(9))
    + ", X1 != X1.",
    history="e1: " + ", ".join(f"m(G; x{n})" for n in range(30)) + ", complete(m, G).",
    goal="p(G)",
    cutoff="",
)


def test_the_child_is_ended_at_its_time() -> None:
    done = child(EXPONENTIAL, "playground.CPU_SECONDS = 1")
    assert done.returncode == -signal.SIGXCPU
    assert done.stdout == b""


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("playground.RESPONSE_BYTES = 100", "size"),
        ("playground.respond = lambda request: bytearray(2 * playground.MEMORY_BYTES)", "memory"),
    ],
)
def test_the_child_says_when_memory_or_the_answer_is_too_large(change: str, code: str) -> None:
    done = child(request(), change)
    assert done.returncode == 0
    assert json.loads(done.stdout)["limit"]["code"] == code


def run_here(monkeypatch: pytest.MonkeyPatch, asked: dict[str, str]) -> dict[str, Any]:
    """``main`` in this process, whose limits stay as they are."""
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(asked).encode()))
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", stdin)
    monkeypatch.setattr("sys.stdout", out)
    playground.main()
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_main_reads_a_request_sets_its_limits_and_writes_a_response(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", lambda what, limit: limits.update({what: limit}))
    assert run_here(monkeypatch, request())["result"]["answer"] == 2
    assert limits == {
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_CPU: (5, 6),
        resource.RLIMIT_AS: (1024**3, 1024**3),
    }
    monkeypatch.setattr(playground, "RESPONSE_BYTES", 10)
    assert run_here(monkeypatch, request())["limit"]["code"] == "size"

    def too_much(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(playground, "RESPONSE_BYTES", 1000)
    monkeypatch.setattr(playground, "respond", too_much)
    assert run_here(monkeypatch, request())["limit"]["code"] == "memory"
