"""Two hosts and one database: one is cut off in the middle of an item, and the clock of the other is off.

The other takes the work up once the lease has run out; the first is told that its lease is lost when it comes
back, and has written nothing since; nothing is doubled. Network namespaces need root.
"""

from __future__ import annotations

import contextlib
import shutil
import time

import pytest

from tests.acceptance import fault_table
from tests.acceptance.content import NONE, compared
from tests.acceptance.fault_table import Fault
from tests.acceptance.served import ROOT, installation, until
from tests.acceptance.two_hosts import host
from tests.acceptance.watched import Watched

QUESTIONS = 16
HOURS = 7200


@pytest.mark.parametrize("shift", [HOURS, -HOURS])
def test_a_host_that_is_cut_off_costs_nothing_but_time(shift: int) -> None:
    odd = {"PYTHONPATH": str(ROOT / "tests" / "acceptance" / "odd_python")}
    with contextlib.ExitStack() as stack:
        place = stack.enter_context(installation(serving=False))
        url = place.python("-m", "benchmark.postgres", "url").strip()
        calm = place.launch("calm", sleep=0.0, questions=QUESTIONS)
        place.python("manage.py", "tick")  # without a worker: its bell and its run wait
        hosts = {}
        for number, clock in enumerate((0, shift)):
            (place.var / f"host{number}").mkdir()
            shutil.copy(place.var / "secret_key", place.var / f"host{number}")  # of one installation
            one = stack.enter_context(host(number, url=url, var=place.var / f"host{number}"))
            hosts[one.name] = one
            settings = {
                "DATABASE_URL": one.line.url("stemma"),
                "DJANGO_SETTINGS_MODULE": "benchmark.settings.development",
                "STEMMA_WORKERS": "1",
                **odd,
                **({"ODD_SHIFT": str(clock)} if clock else {}),
            }
            one.start("qcluster", **settings)
            one.start("tick", "--loop", **settings)
        first = Watched(place, calm, url, None)  # type: ignore[arg-type]  # no web is served
        until(lambda: first.status() == "done", seconds=180, what="the calm run ends")
        run = place.launch("cut", sleep=1.0, questions=QUESTIONS)
        seen = Watched(place, run, url, None)  # type: ignore[arg-type]
        until(lambda: seen.done() > 2, seconds=120, what="the run works")
        holder = seen.row(
            "SELECT worker FROM benchmark_walkitem WHERE run_id = %(run)s AND status = 'leased'"
        )
        assert holder is not None
        cut = hosts[str(holder[0]).partition(":")[0]]
        before, began, told = seen.done(), time.monotonic(), None
        cut.cut()
        time.sleep(1.5)
        until(lambda: seen.row(_MESSAGE), seconds=90, what="the run says what happened")
        told = time.monotonic() - began
        before = max(before, seen.done())
        until(lambda: seen.done() > before, seconds=90, what="the other host takes it up")
        after = time.monotonic() - began
        until(lambda: seen.status() == "done", seconds=180, what="the run ends")
        cut.mend()
        until(lambda: "lease lost" in cut.said(), seconds=120, what="the cut-off host is told")
        damage, put = compared(first.rows(), seen.rows()), place.asked("cut")
        row = first.row(
            "SELECT max(seen_at) < now() + interval '2 s', min(seen_at) > now() - interval '1 hour' "
            "FROM jobs_workerheartbeat"
        )
        whose = "the other's" if cut.name == next(iter(hosts)) else "its own"
        what = f"a host cut off in mid-item, {whose} clock {shift // 3600:+d} h"
        fault_table.note(
            Fault(what, 1, damage.lost, damage.doubled, len(put) - len(set(put)), told, after,
                  "worker was lost; the one cut off said: lease lost")
        )  # fmt: skip
        assert damage == NONE
        assert first.rows().total() == 2 * QUESTIONS
        assert len(set(put)) == QUESTIONS
        assert len(put) <= QUESTIONS + 1
        assert told <= 60
        assert row == (True, True), "no heartbeat lies in the future, and none hours ago"


_MESSAGE = "SELECT 1 FROM benchmark_run WHERE id = %(run)s AND message LIKE '%%was lost%%'"
