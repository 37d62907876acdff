"""kill -9 at random points of one long run: workers, their parent, ``serve``, tick, web, Postgres.

After each, the work goes on or a reason is shown, within 60 s; at the end the rows and scores are those
of a run that nobody disturbed. The order and the pauses are drawn from a seed.
"""

from __future__ import annotations

import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import psutil
import pytest

from tests.acceptance import fault_table
from tests.acceptance.content import NONE, Damage, compared, meanwhile
from tests.acceptance.fault_table import Fault
from tests.acceptance.served import ROOT, Served, installation, until
from tests.acceptance.watched import Watched, answers, figures

QUESTIONS = 100
FEW = 4
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


def launched(
    served: Served, name: str, *, sleep: float = SLEEP, questions: int = QUESTIONS, poison: str = ""
) -> Watched:
    """A run that has begun to work."""
    seen = Watched.of(served, served.launch(name, sleep=sleep, questions=questions, poison=poison), name)
    until(lambda: seen.done() > 2, seconds=180, what="the run works")
    return seen


@dataclass(frozen=True)
class Kill:
    """What one kill cost: ``went_on`` and ``told`` in seconds, ``again`` questions put once more."""

    what: str
    went_on: float
    told: float
    reason: str
    damage: Damage
    again: int


def kill(what: str, seen: Watched, chance: random.Random, wanted: Counter[str]) -> Kill | None:
    """Kill one such part and wait until the work goes on; None where the run ended before."""
    process, deadline = None, time.monotonic() + 60
    before, since, place = seen.rows(), seen.said(), seen.place
    put = again(place, seen)
    while process is None:
        if seen.status() == "done":
            return None
        assert time.monotonic() < deadline, f"no {what} to kill"
        process = victim(what, seen, chance)
    done = max(0, seen.done())
    process.send_signal(signal.SIGKILL)
    if what == "serve itself":
        assert place.server is not None
        place.server.wait()
        place.serve()  # what the operator, or what keeps services up, does
    went_on, told, reason = seen.until_it_goes_on(
        from_count=done,
        since=since,
        seconds=SECONDS,
        also=lambda: seen.is_whole() and seen.is_of_this_serve() and answers(place),
    )
    found = Kill(
        what, went_on, told, reason, meanwhile(before, seen.rows(), wanted), again(place, seen) - put
    )
    print(f"killed: {found}", flush=True)
    return found


def again(place: Served, seen: Watched) -> int:
    """How many questions of a run were put once more than they had to be."""
    put = place.asked(seen.name)
    return len(put) - len(set(put))


def row(what: str, kills: list[Kill]) -> Fault:
    """The kills of one kind as a row of the table."""
    damage = sum((one.damage for one in kills), NONE)
    return Fault(
        f"kill -9 of {what}",
        len(kills),
        damage.lost,
        damage.doubled,
        sum(one.again for one in kills),
        max(one.told for one in kills),
        max(one.went_on for one in kills),
        ", ".join(sorted({one.reason for one in kills if one.reason})),
    )


class Silence:
    """The longest time in which neither something was stored nor a reason shown, in seconds."""

    def __init__(self) -> None:
        self.longest, self._count, self._since = 0.0, -1, time.monotonic()

    def look(self, count: int, reason: str) -> None:
        """What is stored now, and what is said."""
        now = time.monotonic()
        self.longest = max(self.longest, now - self._since)
        if reason or count != self._count:
            self._count, self._since = count, now


def test_killed_parts_cost_nothing_but_time(served: Served) -> None:
    chance = random.Random(SEED)
    calm = launched(served, "calm", sleep=0.0)
    until(lambda: calm.status() == "done", seconds=180, what="the calm run ends")
    wanted = calm.rows()
    assert wanted.total() == len(wanted) == 2 * QUESTIONS, "a context and an answer for each question"
    order = [what for what, times in TIMES.items() for _ in range(times)]
    chance.shuffle(order)
    runs: list[Watched] = []
    kills: list[Kill] = []
    while order:  # as many runs as it takes: work goes on beside most of what is killed
        seen = launched(served, f"killed{len(runs) + 1}")
        runs.append(seen)
        while order:
            time.sleep(chance.uniform(0.2, 2.5))
            found = kill(order[-1], seen, chance, wanted)
            if found is None:
                break
            kills.append(found)
            order.pop()
    for seen in runs:
        until(lambda one=seen: one.status() not in ("walking", "reading", ""), seconds=300, what="it ends")  # type: ignore[misc]
        assert seen.status() == "done", served.report(seen.run)["progress"]

    whole = sum((compared(wanted, seen.rows()) for seen in runs), NONE)
    put = sum(again(served, seen) for seen in runs)
    fault_table.note(
        *(row(what, [one for one in kills if one.what == what]) for what in TIMES),
        Fault(f"these kills together, runs: {len(runs)}; beside one that nobody disturbed", len(kills),
              whole.lost, whole.doubled, put, None, None),
    )  # fmt: skip
    assert whole == NONE
    assert all(one.damage == NONE for one in kills), kills
    assert all(figures(served, seen.run) == figures(served, calm.run) for seen in runs)
    assert all(len(set(served.asked(seen.name))) == QUESTIONS for seen in runs)
    assert 0 <= put <= len(kills)
    assert len(kills) == sum(TIMES.values())
    assert all(one.told <= 60 for one in kills), kills


def test_a_database_that_is_stopped_for_a_minute_is_named_and_waited_for(served: Served) -> None:
    calm = launched(served, "calm_short", sleep=0.0, questions=QUESTIONS // 2)
    until(lambda: calm.status() == "done", seconds=180, what="the calm run ends")
    seen = launched(served, "stopped", questions=QUESTIONS // 2)
    postmaster = seen.postmaster()
    assert postmaster is not None
    before = seen.done()
    parts = [postmaster, *postmaster.children(recursive=True)]
    for part in parts:
        part.suspend()
    began, told, well = time.monotonic(), None, []
    try:
        while time.monotonic() - began < 60:
            if told is None and "does not answer" in seen.shown():
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
    damage = compared(calm.rows(), seen.rows())
    fault_table.note(
        Fault("Postgres stopped for a minute", 1, damage.lost, damage.doubled, again(served, seen), told,
              after, "503: does not answer")
    )  # fmt: skip
    assert told is not None
    assert told <= 60
    assert all(well), "healthz answers throughout"
    assert damage == NONE
    assert after <= 60


def test_items_that_kill_their_workers_are_given_up_and_others_go_on(served: Served) -> None:
    calm = launched(served, "calm_few", sleep=0.0, questions=FEW)
    until(lambda: calm.status() == "done", seconds=180, what="the calm run ends")
    wanted = calm.rows()
    reached = Counter({line: n for line, n in wanted.items() if re.search(r"Question [12]:", line)})
    assert reached.total() == 4, "two questions come before the poisoned one"
    began = time.monotonic()
    seen = {
        how: Watched.of(served, served.launch(how, sleep=0.0, questions=FEW, poison=how), how)
        for how in ("kill", "segv", "loop")
    }
    ended: dict[str, float] = {}
    silences = {how: Silence() for how in seen}

    def all_given_up() -> bool:
        for how, one in seen.items():
            if how in ended:
                continue
            silences[how].look(one.done(), one.shown())
            if one.status() in ("incomplete", "failed"):
                ended[how] = time.monotonic() - began
        return len(ended) == len(seen)

    until(all_given_up, seconds=900, what="three runs are given up")
    healthy = Watched.of(served, served.launch("healthy", sleep=0.0, questions=FEW), "healthy")
    until(lambda: healthy.status() == "done", seconds=120, what="another run is done")
    assert compared(wanted, healthy.rows()) == NONE
    for how, one in seen.items():
        found = one.row("SELECT attempts, message FROM benchmark_walkitem WHERE run_id = %(run)s")
        assert found is not None
        assert found[0] == 3
        assert "kills its worker: 3 workers were lost while they held" in found[1]
        assert "kills its worker" in one.shown()
        damage = compared(reached, one.rows())
        fault_table.note(
            Fault(f"an item that ends its worker ({how})", 3, damage.lost, damage.doubled,
                  again(served, one), silences[how].longest, ended[how],
                  "failed: kills its worker, with item and attempts")
        )  # fmt: skip
        assert damage == NONE
        assert silences[how].longest <= 60
