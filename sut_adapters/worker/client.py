"""An external system in an environment and a process of its own: the host's side (overview 4.8, ADR 29)."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from sut_adapters.base import (
    AskedQuestion,
    Capabilities,
    Context,
    EventRecord,
    Holdings,
    MisconfiguredError,
    SutAdapter,
    SystemFailedError,
)
from sut_adapters.native.memory import first_of_each
from sut_adapters.native.options import Options
from sut_adapters.rest import wire
from sut_adapters.worker import isolation, manifest, serve, users
from sut_adapters.worker.process import Process

#: Records in one call when a store is built again.
AT_ONCE = 64


class Worker(SutAdapter):
    """Sends records and questions to a child process. It is started at the first call; where it hung or died
    it is started anew at the next, in a fresh folder, and given its records again.

    Options: ``system``, a folder with a ``sut.toml``; ``timeout`` in seconds for one call; ``options``,
    handed to the system as they stand; ``k`` and ``budget``; ``declares``, what the system said of itself
    when it was registered.
    """

    name = "worker"
    capabilities = Capabilities(rebuilt=True)

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        """Reads the configuration and starts nothing. Raises ``MisconfiguredError``."""
        super().__init__(config=config, store_key=store_key, hint=hint)
        options = Options("worker", config)
        system = options.text("system", default="")
        self._timeout = options.number("timeout", default=60.0, low=0.1, high=600.0)
        self._options = _object(options.value("options", {}), "options")
        declares = _object(options.value("declares", {}), "declares")
        self._k, self._budget = options.k, options.budget
        options.done()
        self._manifest = manifest.get(system)
        if not self._manifest.installed:
            raise MisconfiguredError(
                f"worker: {system} is not installed, or its lock has changed: "
                f"run `manage.py sut install {system}`"
            )
        self.version = self._manifest.version
        self.capabilities = _capabilities({**self._manifest.capabilities, **declares})
        self._isolation = isolation.Isolation.of(settings.SUT_UID)
        self._isolated = ""
        self._seat: users.Seat | None = None
        self._records: dict[str, EventRecord] = {}
        self._process: Process | None = None
        self._folder: Path | None = None
        self._unflushed = False
        self._holdings = Holdings()

    def declared(self) -> dict[str, Any]:
        """The capabilities that the system declares now. Starts it."""
        process = self._running()
        declares = wire.health_of(process.call("hello", {}, timeout=self._timeout)).declares
        return {"declares": {**declares, **self._manifest.capabilities}}

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """The records that it does not hold yet, as one batch."""
        fresh = first_of_each(records, known=self._records)
        if not fresh:
            return
        self._hand_over(self._running(), fresh)
        self._records |= {record.id: record for record in fresh}

    def retrieve(self, question: AskedQuestion) -> Context:
        """First a checkpoint where records came since the last, so that all of them are visible."""
        process = self._running()
        if self._unflushed:
            process.call("checkpoint", {}, timeout=self._timeout)
            self._unflushed = False
        budget = question.budget if self._budget is None else min(question.budget, self._budget)
        asked = AskedQuestion(question.text, question.cutoff, budget)
        body = wire.query_body(asked, k=self._k)
        context = wire.context_of(process.call("query", body, timeout=self._timeout))
        unknown = sorted({one for item in context.items for one in item.event_ids} - set(self._records))
        if unknown:
            raise SystemFailedError(f"worker: {unknown[0][:80]!r} is the id of no record that it was given")
        return Context(context.items, {**context.meta, "isolation": self._isolated})

    def holdings(self) -> Holdings:
        """As the system said after the last batch; unknown where it does not say."""
        return self._holdings

    def reset(self) -> None:
        """End the process and remove its folder; the next call starts with nothing."""
        self.close()
        self._records, self._holdings = {}, Holdings()

    def close(self) -> None:
        """End the process with its whole group, and remove its folder."""
        if self._process is not None:
            self._process.end()
            self._process = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
        if self._seat is not None:  # last: until then nobody else has its number
            self._seat.leave()
            self._seat = None

    def _running(self) -> Process:
        """The process, started and filled where it is not there. Raises ``AdapterError``."""
        if self._process is not None and self._process.alive:
            return self._process
        self.close()
        process = self._process = self._start()
        try:
            self._fill(process)
        except Exception:
            self.close()  # half filled: the next call begins anew
            raise
        return process

    def _start(self) -> Process:
        mine = self._own_user()
        self._isolated = mine.words(Path(settings.VAR_DIR))
        self._folder = _fresh_folder(mine.uid)
        limits = json.dumps(dict(self._manifest.limits))
        served = str(Path(serve.__file__).resolve())
        program = [str(self._manifest.python), "-I", "-B", served]
        return Process(
            [*program, str(self._manifest.folder), self._manifest.adapter, limits],
            folder=self._folder,
            env=isolation.environment(self._manifest.env, home=self._folder, ours=os.environ),
            user=mine.user(),
        )

    def _own_user(self) -> isolation.Isolation:
        """How this process is kept apart: by a number that no other has that runs, where it may choose."""
        if self._isolation.uid is None:
            return self._isolation
        var = Path(settings.VAR_DIR)
        self._seat = users.take(self._isolation.uid, locks=var / "sut_users", work=var / "sut_work")
        return isolation.Isolation(self._seat.uid)

    def _fill(self, process: Process) -> None:
        body = {"config": self._options, "hint": self.hint, "folder": str(self._folder)}
        process.call("open", body, timeout=self._timeout)
        held = list(self._records.values())
        for first in range(0, len(held), AT_ONCE):
            self._hand_over(process, held[first : first + AT_ONCE])

    def _hand_over(self, process: Process, records: Sequence[EventRecord]) -> None:
        events = wire.events_body(records)["events"]
        for event, record in zip(events, records, strict=True):
            event["prefixed"] = record.prefixed
        process.call("ingest", {"events": events}, timeout=self._timeout)
        self._unflushed = True
        self._holdings = wire.holdings_of(process.call("holdings", {}, timeout=self._timeout))


def _capabilities(declares: Mapping[str, Any]) -> Capabilities:
    """Its store is rebuilt from the records, whatever the system keeps in its folder."""
    return Capabilities(rebuilt=True, **{key: bool(declares.get(key, False)) for key in wire.DECLARED})


def _fresh_folder(uid: int | None) -> Path:
    """An empty folder for one process, which its user alone may enter."""
    place = Path(settings.VAR_DIR) / "sut_work"
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o711)  # others pass through to their own folder, and list nothing
    folder = Path(tempfile.mkdtemp(dir=place)).resolve()
    if uid is not None:
        os.chown(folder, uid, uid)
    return folder


def _object(value: Any, key: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MisconfiguredError(f"worker: {key} must be a JSON object, not {value!r}")
    return value
