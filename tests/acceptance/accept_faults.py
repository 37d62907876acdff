"""kill -9 at random points of one long run: workers, their parent, ``serve``, tick, web, Postgres.

After each, the work goes on or a reason is shown, within 60 s; at the end the rows and scores are those
of a run that nobody disturbed. The order and the pauses are drawn from a seed.
"""

from __future__ import annotations

import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterator

import psutil
import pytest

from tests.acceptance import fault_table
from tests.acceptance.fault_table import Fault
from tests.acceptance.served import ROOT, Served, installation, until
from tests.acceptance.watched import Watched, answers, figures, rows

QUESTIONS = 100
SLEEP = 0.7
SEED = 34
TIMES = {
    "a worker at work": 4,
    "the parent of the workers": 2,
    "serve itself": 2,
    "the tick": 3,
    "a web process": 3,
    "the parent of the web": 2,
    "a backend of Postgres": 2,
    "Postgres": 2,
}
SECONDS = 150.0


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    settings = {
        "STEMMA_API_RATES": '{"read": "", "anonymous": ""}',
        "STEMMA_STEP_SECONDS": "30",
        "PYTHONPATH": str(ROOT / "tests" / "acceptance" / "odd_python"),
    }
    with installation(**settings) as found:
        yield found


def victim(what: str, seen: Watched, chance: random.Random) -> psutil.Process | None:
    """A process of that kind, if one lives."""
    match what:
        case "a worker at work":
            return seen.holder()
        case "the parent of the workers":
            return next(iter(seen.processes("qcluster")), None)
        case "serve itself":
            assert seen.place.server is not None
            return psutil.Process(seen.place.server.pid)
        case "the tick":
            return next(iter(seen.processes("tick --loop")), None)
        case "a web process":
            return chance.choice(seen.processes("gunicorn")[1:] or [None])
        case "the parent of the web":
            return next(iter(seen.processes("gunicorn")), None)
        case "a backend of Postgres":
            found = seen.row(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' "
                "AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1"
            )
            return psutil.Process(found[0]) if found else None
        case _:
            return seen.postmaster()


def launched(served: Served, name: str) -> Watched:
    """A run that has begun to work."""
    seen = Watched.of(served, served.launch(name, sleep=SLEEP, questions=QUESTIONS))
    until(lambda: seen.done() > 2, seconds=180, what="the run works")
    return seen


def kill(what: str, seen: Watched, chance: random.Random) -> tuple[float, float, str] | None:
    """Kill one such part and wait until the work goes on; None where the run ended before."""
    process, deadline = None, time.monotonic() + 60
    while process is None:
        if seen.status() == "done":
            return None
        assert time.monotonic() < deadline, f"no {what} to kill"
        process = victim(what, seen, chance)
    before, since = max(0, seen.done()), seen.said()
    process.send_signal(signal.SIGKILL)
    place = seen.place
    if what == "serve itself":
        assert place.server is not None
        place.server.wait()
        place.serve()  # what the operator, or what keeps services up, does
    found = seen.until_it_goes_on(
        from_count=before, since=since, seconds=SECONDS, also=lambda: seen.is_whole() and answers(place)
    )
    print(
        f"killed {what}: went on after {found[0]:.1f} s, told after {found[1]:.1f} s {found[2]}", flush=True
    )
    return found


def test_killed_parts_cost_nothing_but_time(served: Served) -> None:
    chance = random.Random(SEED)
    calm = served.launch("calm", sleep=0.0, questions=QUESTIONS)
    first = Watched.of(served, calm)
    until(lambda: first.status() == "done", seconds=180, what="the calm run ends")
    order = [what for what, times in TIMES.items() for _ in range(times)]
    chance.shuffle(order)
    runs: dict[str, Watched] = {}
    measured: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    while order:  # as many runs as it takes: work goes on beside most of what is killed
        name = f"killed{len(runs) + 1}"
        seen = runs[name] = launched(served, name)
        while order:
            time.sleep(chance.uniform(0.2, 2.5))
            found = kill(order[-1], seen, chance)
            if found is None:
                break
            measured[order.pop()].append(found)
    for seen in runs.values():
        until(lambda one=seen: one.status() not in ("walking", "reading", ""), seconds=300, what="it ends")  # type: ignore[misc]
        assert seen.status() == "done", served.report(seen.run)["progress"]

    times = sum(map(len, measured.values()))
    wanted = rows(served, calm)
    got = {name: rows(served, seen.run) for name, seen in runs.items()}
    lost = sum(sum((wanted - one).values()) for one in got.values())
    doubled = sum(sum((one - wanted).values()) for one in got.values())
    put = {name: Counter(served.asked(name)) for name in runs}
    again = sum(sum(one.values()) - QUESTIONS for one in put.values())
    fault_table.note(
        *(
            Fault(
                f"kill -9 of {what}",
                len(found),
                lost,
                doubled,
                0,
                max(told for _, told, _ in found),
                max(after for after, _, _ in found),
                ", ".join(sorted({reason for _, _, reason in found if reason})),
            )
            for what, found in measured.items()
        ),
        Fault("all these kills together", times, lost, doubled, again, None, None),
    )
    assert (lost, doubled) == (0, 0)
    assert all(figures(served, seen.run) == figures(served, calm) for seen in runs.values())
    assert all(len(one) == QUESTIONS for one in put.values())
    assert 0 <= again <= times
    assert times >= 20
    assert all(told <= 60 for found in measured.values() for _, told, _ in found), measured


def test_a_database_that_is_stopped_for_a_minute_is_named_and_waited_for(served: Served) -> None:
    run = served.launch("stopped", sleep=SLEEP, questions=QUESTIONS // 2)
    seen = Watched.of(served, run)
    until(lambda: seen.done() > 2, seconds=120, what="the run works")
    postmaster = seen.postmaster()
    assert postmaster is not None
    before = seen.done()
    parts = [postmaster, *postmaster.children(recursive=True)]
    for part in parts:
        part.suspend()
    began, told, well = time.monotonic(), None, []
    try:
        while time.monotonic() - began < 60:
            if told is None and seen.shown() == "does not answer":
                told = time.monotonic() - began
            well.append(answers(served))
            time.sleep(1)
    finally:
        for part in parts:
            part.resume()
    after, _, _ = seen.until_it_goes_on(
        from_count=before, since="", seconds=SECONDS, also=lambda: answers(served)
    )
    until(lambda: seen.status() == "done", seconds=240, what="the run ends")
    put = Counter(served.asked("stopped"))
    lost = QUESTIONS // 2 - len(put)
    again = sum(put.values()) - len(put)
    fault_table.note(
        Fault("Postgres stopped for a minute", 1, lost, 0, again, told, after, "503: does not answer")
    )
    assert told is not None
    assert told <= 60
    assert all(well), "healthz answers throughout"
    assert (lost, seen.done()) == (0, 2 * (QUESTIONS // 2))
    assert after <= 60


def test_items_that_kill_their_workers_are_given_up_and_others_go_on(served: Served) -> None:
    runs = {how: served.launch(how, sleep=0.0, questions=4, poison=how) for how in ("kill", "segv", "loop")}
    began = time.monotonic()
    seen = {how: Watched.of(served, run) for how, run in runs.items()}
    ended: dict[str, float] = {}

    def all_given_up() -> bool:
        for how, one in seen.items():
            if how not in ended and one.status() in ("incomplete", "failed"):
                ended[how] = time.monotonic() - began
        return len(ended) == len(seen)

    until(all_given_up, seconds=900, what="three runs are given up")
    healthy = served.launch("healthy", sleep=0.0, questions=4)
    beside = Watched.of(served, healthy)
    until(lambda: beside.status() == "done", seconds=120, what="another run is done")
    for how, one in seen.items():
        found = one.row("SELECT attempts, message FROM benchmark_walkitem WHERE run_id = %(run)s")
        assert found is not None
        assert found[0] == 3
        assert "kills its worker: 3 workers were lost while they held" in found[1]
        assert one.shown() == "kills its worker"
        put = Counter(served.asked(how))
        fault_table.note(
            Fault(f"an item that ends its worker ({how})", 3, 0, 0, sum(put.values()) - len(put), None,
                  ended[how], "failed: kills its worker, with item and attempts")
        )  # fmt: skip
