"""An external system from its lock to its contract: installed, listed, checked, killed, and built again."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from sut_adapters import conformance
from sut_adapters.base import InfrastructureError, MisconfiguredError, SystemFailedError
from sut_adapters.services import installing, systems
from sut_adapters.worker import manifest
from sut_adapters.worker.client import Worker

pytestmark = pytest.mark.django_db


@pytest.fixture
def var(tmp_path: Path, settings: LazySettings) -> Path:
    """A folder of our own and one for systems; the toy comes with the house."""
    settings.VAR_DIR = tmp_path / "var"
    settings.SUT_FOLDERS = (*settings.SUT_FOLDERS, str(tmp_path / "systems"))
    settings.VAR_DIR.mkdir()
    return settings.VAR_DIR


@pytest.fixture
def toy(var: Path) -> Iterator[Worker]:
    installing.install(name="toy")
    made = Worker(config={"system": "toy"}, store_key="s")
    yield made
    made.close()
    assert list((var / "sut_work").iterdir()) == []


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("sut", *arguments, stdout=out)
    return out.getvalue()


def packaged(var: Path, name: str, source: str, *, lock: str = "", manifest_text: str = "") -> None:
    """A system with the class ``System`` in the second folder of systems."""
    folder = var.parent / "systems" / name
    folder.mkdir(parents=True)
    (folder / "adapter.py").write_text(source)
    (folder / "requirements.lock").write_text(lock)
    text = manifest_text or f'title = "{name}"\nversion = "1"\nadapter = "adapter:System"\n'
    (folder / "sut.toml").write_text(text)


def test_a_system_is_installed_listed_and_keeps_the_contract(var: Path) -> None:
    rows = {row["system"]: row["installed"] for row in json.loads(said("list", "--json"))["external"]}
    assert rows == {"toy": False}
    with pytest.raises(CommandError, match="toy is not installed, or its lock has changed: run"):
        said("check", "toy")
    assert "toy 1 is installed. Register it" in said("install", "toy")
    assert "toy            installed" in said("list")
    checks = json.loads(said("check", "toy", "--json"))
    assert len(checks) == len(conformance.CHECKS) + 1
    assert [check for check in checks if not check["passed"]] == []
    assert (var / "sut" / "toy" / "bin" / "python").exists()
    system = systems.register(name="mine", adapter="worker", config={"system": "toy"}, k=3)
    assert system.config["declares"]["answers"] is False
    assert list((var / "sut_work").iterdir()) == []


def test_after_a_death_it_is_started_anew_and_given_its_records_again(toy: Worker) -> None:
    toy.ingest(conformance.records())
    before = toy.retrieve(conformance.question())
    assert before.items[0].event_ids == (conformance.records()[1].id,)
    assert toy.holdings().items == 10
    assert toy._process is not None
    first = toy._process.pid
    os.kill(first, signal.SIGKILL)
    while toy._process.alive:
        time.sleep(0.05)
    again = toy.retrieve(conformance.question())
    assert again == before
    assert toy._process.pid != first
    toy.reset()
    assert toy.retrieve(conformance.question()).items == ()


def test_a_crash_or_a_hang_in_mid_call_is_infrastructure_and_the_next_call_goes_on(var: Path) -> None:
    packaged(
        var,
        "frail",
        "import os, pathlib, time\n"
        "class System:\n"
        "    def __init__(self, *, config, hint, folder):\n"
        "        self.config, self.seen = config, []\n"
        "    def ingest(self, events):\n"
        "        self.seen += events\n"
        "    def query(self, question):\n"
        "        fault = pathlib.Path(self.config['once'])\n"
        "        if fault.exists():\n"
        "            how = fault.read_text()\n"
        "            fault.unlink()\n"
        "            os._exit(9) if how == 'crash' else time.sleep(60)\n"
        "        return {'items': [{'text': e['text'], 'event_ids': [e['id']]} for e in self.seen]}\n",
    )
    installing.install(name="frail")
    once = var.parent / "once"
    config = {"system": "frail", "timeout": 3, "options": {"once": str(once)}}
    adapter = Worker(config=config, store_key="s")
    adapter.ingest(conformance.records())
    for how, words in (("crash", "ended in query, exit status 9"), ("hang", "query took longer than 3 s")):
        once.write_text(how)
        with pytest.raises(InfrastructureError, match=words):
            adapter.retrieve(conformance.question())
        assert len(adapter.retrieve(conformance.question()).items) == 10
    adapter.close()


def test_ids_that_it_made_up_are_its_failure(var: Path) -> None:
    packaged(
        var,
        "liar",
        "class System:\n"
        "    def __init__(self, *, config, hint, folder): pass\n"
        "    def ingest(self, events): pass\n"
        "    def query(self, question):\n"
        "        return {'items': [{'text': 'x', 'event_ids': ['r9999']}]}\n",
    )
    installing.install(name="liar")
    adapter = Worker(config={"system": "liar"}, store_key="s")
    with pytest.raises(SystemFailedError, match="'r9999' is the id of no record that it was given"):
        adapter.retrieve(conformance.question())
    adapter.close()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = 1", "title must be a text"),
        ('title = "a"\nversion = "1"\nadapter = "adapter"', "adapter must be module:Class"),
        ('title = "a"\nversion = "1"\nadapter = "a:B"\nsecret = 1', "unknown key secret"),
        (
            'title = "a"\nversion = "1"\nadapter = "a:B"\n[limits]\nmemory_mb = 0',
            "memory_mb must be a whole number of at least 1",
        ),
        ('title = "a"\nversion = "1"\nadapter = "a:B"\n[limits]\ndisk = 1', "limits.disk is none of"),
        (
            'title = "a"\nversion = "1"\nadapter = "a:B"\n[capabilities]\nas_of = 1',
            "as_of must be true or",
        ),
        ("title = ", "odd/sut.toml"),
    ],
)
def test_a_manifest_is_refused_by_what_is_wrong_with_it(var: Path, text: str, words: str) -> None:
    packaged(var, "odd", "", manifest_text=text)
    with pytest.raises(MisconfiguredError, match=words):
        manifest.get("odd")
    assert words.split()[0] in said("list")


def test_a_lock_without_hashes_and_one_that_changed_are_not_used(var: Path) -> None:
    packaged(var, "loose", "", lock="wheel==0.45.1\n")
    with pytest.raises(MisconfiguredError, match="hash"):
        installing.install(name="loose")
    assert not manifest.get("loose").installed
    packaged(var, "moved", "class System: pass\n")
    assert installing.install(name="moved").installed
    (var.parent / "systems" / "moved" / "requirements.lock").write_text("# another\n")
    assert not manifest.get("moved").installed
    for name in ("../toy", "toy/../toy", ""):
        with pytest.raises(MisconfiguredError, match="known are loose, moved, toy"):
            manifest.get(name)
