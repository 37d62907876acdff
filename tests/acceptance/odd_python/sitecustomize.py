"""Makes the Python processes of an installation odd, for the acceptance checks; nothing else imports it.

``ODD_SHIFT`` seconds are added to their clock. A scripted system whose reply is ``poison:HOW`` does so to the
process that asks it: ``kill``, ``exit``, ``segv``, or ``loop`` for ever.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[3]))


def _shift(seconds: float) -> None:
    from django.utils import timezone

    true_now, true_time = timezone.now, time.time
    timezone.now = lambda: true_now() + timedelta(seconds=seconds)
    time.time = lambda: true_time() + seconds


def _poison() -> None:
    from sut_adapters.scripting import Script

    play = Script.play

    def played(self: Script, question: str, *, scope: str) -> Any:
        rule = next((one for one in self.rules if one.fits(question)), None)
        reply = (rule.reply or "") if rule else ""
        if not reply.startswith("poison:"):
            return play(self, question, scope=scope)
        how = reply.partition(":")[2]
        if how == "segv":
            ctypes.string_at(0)
        elif how == "exit":
            os._exit(1)
        elif how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        while True:
            pass

    Script.play = played  # type: ignore[method-assign]


if "ODD_SHIFT" in os.environ:
    _shift(float(os.environ["ODD_SHIFT"]))
_poison()
