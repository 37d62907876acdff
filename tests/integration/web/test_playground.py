"""The playground: what is typed is answered, shared by a link or a file, stopped at limits, never stored."""

from __future__ import annotations

import fcntl
import html
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmark.floor.jobs.management.commands import serve
from scenarios import graphs
from scenarios.datalog.examples import BY_SLUG, EXAMPLES, WORKED, Example
from scenarios.datalog.playground import respond
from scenarios.exceptions import PlaygroundBusyError
from scenarios.services import evaluation_slots, playground
from scenarios.services.playground_texts import LONGEST_LINK, Texts, link_state
from tests.factories.web_world import World

PAGE = "/playground/"
API = "/api/v1/playground/"


REAL_CHILD = playground._ask_child


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slots of its own, so that no other test process makes it busy, and nothing remembered. What the child
    does is done in this process, which saves its start; tests of the child take ``child``."""
    settings.VAR_DIR = tmp_path
    cache.clear()

    def at_once(request: bytes) -> bytes:
        return json.dumps(respond(json.loads(request))).encode()

    monkeypatch.setattr(playground, "_ask_child", at_once)


@pytest.fixture
def child(own_folder: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child process itself."""
    monkeypatch.setattr(playground, "_ask_child", REAL_CHILD)


def form(example: Example = WORKED, **changes: str) -> dict[str, str]:
    names = ("program", "history", "goal", "cutoff")
    return {**{name: getattr(example, name) for name in names}, **changes}


def texts(example: Example = WORKED) -> Texts:
    return Texts(**form(example))


def shown(response: Any) -> str:
    return html.unescape(re.sub(r"\s+", " ", response.content.decode()))


# -------------------------------------------------------------------- the page
def test_the_page_begins_with_an_answer_and_offers_examples(quiet_world: World) -> None:
    lead = quiet_world.client("annotator")
    page = shown(lead.get(PAGE))
    assert '<span class="value">2</span> <span class="state state-answerable">' in page
    assert page.count("?example=") == len(EXAMPLES)
    assert "Witness 1: 9 records" in page
    assert "<svg" in page
    assert "All 28 nodes as a table" in page
    unknown = shown(lead.get(f"{PAGE}?example=unknown"))
    assert '<span class="chip">missing(complete(trip,Vera))</span>' in unknown
    assert "None: the answer is unknown" in unknown
    assert "Why it is unknown" in unknown
    assert "no record says that trip(Vera) is complete" in unknown
    expected = shown(lead.post(PAGE, form(goal="n_outside(Vera) = 3")))
    assert "Why not 3?" in expected
    assert "n_outside(Vera) = 3? It is 2." in expected
    assert "As the goal expects: 2." in shown(lead.post(PAGE, form(goal="n_outside(Vera) = 2")))
    assert "Why it does not hold" in shown(lead.post(PAGE, form(goal="outside(Vera; Grus)")))
    stopped = shown(lead.get(f"{PAGE}?example=runaway"))
    assert "Stopped" in stopped
    assert "makes new values without bound" in stopped


def test_the_form_is_answered_whole_and_as_a_part(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    asked = form(BY_SLUG["non-linear-recursion"])
    whole = lead.post(PAGE, asked)
    part = lead.post(PAGE, asked, headers={"HX-Request": "true"})
    assert "<html" in whole.content.decode()
    assert "<html" not in part.content.decode()
    assert part.content.decode().strip() in whole.content.decode()
    assert "HX-Request" in part["Vary"]
    assert part["HX-Replace-Url"] == f"{PAGE}?s={link_state(texts(BY_SLUG['non-linear-recursion']))}"
    assert shown(lead.get(part["HX-Replace-Url"])).count("yes") == shown(whole).count("yes") > 0


@pytest.mark.usefixtures("child")
def test_a_colleague_who_opens_the_link_sees_the_same_answer(quiet_world: World) -> None:
    example = BY_SLUG["rule-withdrawn"]
    page = quiet_world.client("lead").post(PAGE, form(example)).content.decode()
    link = re.search(r'readonly value="http://testserver([^"]*)"', page)
    assert link is not None
    cache.clear()
    for role in ("annotator", "researcher"):
        assert '<span class="value">75</span>' in shown(quiet_world.client(role).get(link[1]))
    anonymous = quiet_world.client("anonymous").get(link[1])
    assert anonymous.status_code == 302
    assert len(anonymous["Location"]) < 8_000


def test_the_chosen_witness_is_marked_in_the_history(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    example = BY_SLUG["non-linear-recursion"]
    for given, marked in (("1", [1, 2]), ("2", [1, 3]), ("3", [1, 2]), ("x", [1, 2]), ("9" * 50, [1, 2])):
        page = lead.post(PAGE, form(example, witness=given)).content.decode()
        found = re.findall(r'<li class="is-marked" data-line="(\d+)">', page)
        assert [int(number) for number in found] == marked, given
    page = lead.get(f"{PAGE}?s={link_state(texts(example))}&witness=2").content.decode()
    assert 'class="is-marked" data-line="3"' in page
    early = lead.post(PAGE, form(cutoff="2026-06-30")).content.decode()
    assert re.findall(r'<li class=" is-after" data-line="(\d+)">', early) == ["10", "11"]


def test_all_faults_are_shown_at_once_with_carets_and_places(quiet_world: World) -> None:
    asked = form(
        program="func dest(trip) -> city\nfar(T) :- dest(T,C), C < 3.", history="e1: dest(a).", goal="x"
    )
    page = quiet_world.client("lead").post(PAGE, asked).content.decode()
    places = re.findall(r'data-file="(\w+)" data-line="(\d+)" data-column="(\d+)"', page)
    assert {name for name, *_ in places} == {"program", "history", "goal"}
    assert ("history", "1", "5") in places
    assert 'href="#id_program" data-goto>program:2:22</a>' in page
    assert "                     ^" in page
    assert "Share" in page, "faults are shared too: a colleague may know better"


def test_absurd_texts_are_answered_in_words(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    hostile = "<script>alert(1)</script>"
    for asked, status, says in (
        (form(goal=""), 200, "expected a goal"),
        (form(goal="\x00"), 200, "cannot be stored or shown"),
        (form(program="\x00" * 10), 200, "cannot be stored or shown"),
        (form(cutoff="soon"), 200, "is no cutoff"),
        (form(cutoff="9" * 60), 200, "is no cutoff"),
        (form(goal="n" * 501), 400, "501 characters"),
        (form(history="é" * 200_001), 400, "200,001 characters"),
        (form(program=f"# {hostile}\n{hostile}"), 200, "expected a declaration"),
        (form(goal=f'n_outside("{hostile}")'), 200, "unknown"),
        ({}, 200, "expected a goal"),
    ):
        response = lead.post(PAGE, asked)
        assert response.status_code == status, says
        assert says in shown(response), says
        assert "<script>alert" not in response.content.decode()
    foreign = "func ziel(reise) -> stadt\n# 目的地"
    page = lead.post(PAGE, form(program=foreign, history="e1: ziel(Größe, 京都).", goal="ziel(Größe)"))
    assert '<span class="value">京都</span>' in shown(page)


def test_the_web_server_takes_the_longest_link() -> None:
    options = {"host": "127.0.0.1", "port": 1, "processes": 1, "threads": 1, "no_worker": True}
    command = list(serve.Command()._children(options)[0].command)
    most = int(command[command.index("--limit-request-line") + 1])
    by_sign_in = f"GET /accounts/sign-in/?next={quote('/playground/?s=')} HTTP/1.1\r\n"
    assert len(by_sign_in) + LONGEST_LINK <= most


def test_a_damaged_link_is_an_error_in_words(quiet_world: World) -> None:
    response = quiet_world.client("lead").get(f"{PAGE}?s=abc")
    assert response.status_code == 400
    assert "this link is damaged" in shown(response)
    assert quiet_world.client("lead").get(f"{PAGE}?s=%00").status_code == 400


def test_what_is_too_long_for_a_link_goes_by_file(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    noise = "".join(f"# {n * 7919 % 100_003} {n * 104_729 % 999_983}\n" for n in range(2500))
    page = lead.post(PAGE, form(program=noise + WORKED.program), headers={"HX-Request": "true"})
    assert page["HX-Replace-Url"] == PAGE
    assert "Too long for a link" in shown(page)
    saved = lead.post(PAGE, form(program=noise + WORKED.program, do="download"))
    assert saved["Content-Disposition"] == 'attachment; filename="stemma-playground.json"'
    back = SimpleUploadedFile("any.json", saved.content)
    opened = lead.post(PAGE, {**form(goal="ignored"), "do": "open", "file": back})
    assert '<span class="value">2</span>' in shown(opened)
    broken = lead.post(PAGE, {"do": "open", "file": SimpleUploadedFile("a.json", b"{}")})
    assert broken.status_code == 400
    assert "none of the playground" in shown(broken)


def test_a_form_needs_its_protection_token(quiet_world: World) -> None:
    assert quiet_world.client("lead", enforce_csrf_checks=True).post(PAGE, form()).status_code == 403


def test_nothing_is_stored_and_no_suite_is_read(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    lead.get(PAGE)
    with CaptureQueriesContext(connection) as caught:
        lead.post(PAGE, form(cutoff="2026-06-30"))
    statements = [query["sql"] for query in caught.captured_queries]
    assert all(sql.startswith(("SELECT", "SAVEPOINT", "RELEASE")) for sql in statements), statements
    assert not [sql for sql in statements if "scenarios_" in sql and "membership" not in sql]


def test_a_large_derivation_is_drawn_in_part_and_its_table_says_how_much(quiet_world: World) -> None:
    program = "set m(g ; x)\nfunc v(x) -> int\nderived total(g) -> int\n"
    program += "total(G,S) :- S = sum{ V @ X : m(G,X), v(X,V) }."
    rows = ", ".join(f"m(G; x{n})" for n in range(250))
    values = "\n".join(f"e{n}: v(x{n}, {n})." for n in range(250))
    page = quiet_world.client("lead").post(
        PAGE,
        form(program=program, history=f"{values}\nf: {rows}, complete(m, G).", goal="total(G)", cutoff=""),
    )
    text = shown(page)
    assert '<span class="value">31125</span>' in text
    assert "600 of 754 nodes as a table" in text
    assert "154 more nodes are not on this page" in text
    assert re.search(r"Drawn: \d+ of 754 nodes", text)


def test_a_drawing_that_fails_leaves_the_table(quiet_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "SHAPES", {})
    monkeypatch.setattr(graphs, "dot_binary", lambda: "/nowhere/dot")

    def failing(*_: Any, **__: Any) -> None:
        raise graphs.DrawingError("the drawing took more than 5 s; read the table instead")

    monkeypatch.setattr(graphs, "draw", failing)
    page = shown(quiet_world.client("lead").get(PAGE))
    assert "read the table instead" in page
    assert '<details id="nodes" open>' in page


# -------------------------------------------------------------------- limits
EXPONENTIAL = form(
    program="set m(g ; x)\nderived p(g) -> bool\np(G) :- "
    + ", ".join(f"m(G,X{n})" for n in range(9))
    + ", X1 != X1.",
    history="e1: " + ", ".join(f"m(G; x{n})" for n in range(30)) + ", complete(m, G).",
    goal="p(G)",
    cutoff="",
)


@pytest.mark.usefixtures("child")
def test_an_exponential_program_is_stopped_within_seconds_and_not_remembered(
    quiet_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playground, "WALL_SECONDS", 2)
    for _ in range(2):
        page = shown(quiet_world.client("lead").post(PAGE, EXPONENTIAL))
        assert "It was stopped after 5 seconds of work" in page
    assert "Limit: time" in page


@pytest.mark.usefixtures("child")
@pytest.mark.parametrize(
    ("code", "limit"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "time"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "memory"),
        ("raise SystemExit(3)", "failed"),
    ],
)
def test_however_the_child_ends_the_page_says_why(
    quiet_world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, limit: str
) -> None:
    script = tmp_path / "python"
    script.write_text(f"#!{playground.sys.executable}\n{code}\n")
    script.chmod(0o700)
    monkeypatch.setattr(playground.sys, "executable", str(script))
    assert f"Limit: {limit}" in shown(quiet_world.client("lead").post(PAGE, form()))


def test_slots_hold_between_threads_and_fall_with_their_holder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluation_slots, "WAIT_SECONDS", 0.2)
    with evaluation_slots.hold(tmp_path, "1"), evaluation_slots.hold(tmp_path, "1"):
        with (
            pytest.raises(PlaygroundBusyError, match="2 evaluations of yours"),
            evaluation_slots.hold(tmp_path, "1"),
        ):
            pass
        with evaluation_slots.hold(tmp_path, "2"):

            def turned_away(person: int) -> str:
                try:
                    with evaluation_slots.hold(tmp_path, str(person)):
                        return "held"
                except PlaygroundBusyError as error:
                    return str(error)

            with ThreadPoolExecutor(6) as pool:
                said = list(pool.map(turned_away, range(10, 16)))
            assert all("3 evaluations run at once" in text for text in said), said
    with evaluation_slots.hold(tmp_path, "1"), evaluation_slots.hold(tmp_path, "3"):
        pass


def test_who_waits_gets_the_slot_that_falls_free(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        with (
            evaluation_slots.hold(tmp_path, "1"),
            evaluation_slots.hold(tmp_path, "2"),
            evaluation_slots.hold(tmp_path, "3"),
        ):
            waits = pool.submit(lambda: evaluation_slots.hold(tmp_path, "4").__enter__())
            with pytest.raises(TimeoutError):
                waits.result(timeout=0.3)
        assert waits.result(timeout=2) is None


def test_while_all_slots_are_taken_page_and_api_say_busy(quiet_world: World, tmp_path: Path) -> None:
    folder = tmp_path / "playground"
    folder.mkdir()
    taken = []
    for name in ("at-once-0", "at-once-1", "at-once-2", "waiting-0", "waiting-1"):
        handle = (folder / f"{name}.lock").open("w")
        fcntl.flock(handle, fcntl.LOCK_EX)
        taken.append(handle)
    page = quiet_world.client("lead").post(PAGE, form())
    assert (page.status_code, page["Retry-After"]) == (503, "3")
    assert "The playground is busy" in shown(page)
    assert WORKED.history.splitlines()[3] in shown(page).replace("&#x27;", "'"), "what was typed is kept"
    answer = ask(quiet_world, **form())
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    assert (answer.json()["code"], answer.json()["retry_after"]) == ("busy", 3)
    for handle in taken:
        handle.close()
    assert quiet_world.client("lead").post(PAGE, form()).status_code == 200


# -------------------------------------------------------------------- the API
def ask(world: World, role: str = "lead", **body: Any) -> Any:
    return world.api(role).post(API, json.dumps(body), content_type="application/json")


def test_the_api_answers_with_derivation_and_witnesses(quiet_world: World) -> None:
    found = ask(quiet_world, **form()).json()
    assert (found["label"], found["answer"], found["goal"]) == ("answerable", 2, "n_outside(Vera)")
    assert found["witnesses"] == [["e1", "e10", "e2", "e3", "e4", "e5", "e6", "e8", "e9"]]
    assert (found["derivation"]["height"], len(found["derivation"]["nodes"])) == (4, 28)
    assert found["events"][0] == {"id": "e1", "line": 1, "t": "2026-01-01T09:00:00Z"}
    truth = ask(quiet_world, "annotator", **form(BY_SLUG["non-linear-recursion"])).json()
    assert truth["answer"] is True
    unknown = ask(quiet_world, **form(BY_SLUG["unknown"])).json()
    assert (unknown["answer"], unknown["expected"]) == (None, None)
    assert unknown["whynot"]["lines"]


@pytest.mark.usefixtures("child")
def test_faults_and_limits_are_problem_details(quiet_world: World) -> None:
    faulty = ask(quiet_world, program="func a(k) -> int\nderived b(k", history="", goal="a(x)")
    assert (faulty.status_code, faulty["Content-Type"]) == (422, "application/problem+json")
    problem = faulty.json()
    assert problem["code"] == "faults"
    (fault,) = problem["faults"]
    assert (fault["file"], fault["line"], fault["column"]) == ("program", 2, 12)
    assert fault["excerpt"] == ["derived b(k", "           ^"]
    assert "program:2:12: expected ')'" in problem["detail"]
    stopped = ask(quiet_world, **form(BY_SLUG["runaway"]))
    assert (stopped.status_code, stopped.json()["code"], stopped.json()["limit"]) == (
        422,
        "limit",
        "recursion",
    )


def test_bodies_that_are_no_request_are_refused(quiet_world: World) -> None:
    for body, status in (
        ({"program": 3, "goal": ["a"]}, 400),
        ({"program": "a\x00"}, 400),
        ({"goal": "\ud800"}, 400),
        ({"goal": "g" * 501}, 400),
        ({}, 422),
    ):
        response = ask(quiet_world, **body)
        assert response.status_code == status, body
        assert response["Content-Type"] == "application/problem+json"
    too_long = ask(quiet_world, goal="g" * 501).json()
    assert "501 characters" in too_long["detail"]
