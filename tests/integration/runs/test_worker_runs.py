"""External systems from registration to the page of their run; an escape reaches what the page claims."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmark.floor.accounts.models import User
from benchmark.models import Answer, Run, RunStatus, SutContext
from benchmark.services import draining
from sut_adapters.services import installing, systems
from tests.factories import escaping
from tests.factories import runs as make

pytestmark = pytest.mark.django_db
UID = 61_234


@pytest.fixture
def place(settings: LazySettings) -> Iterator[Path]:
    """A folder with ``var`` and ``systems``, which users without a part in it can pass through."""
    root = Path(tempfile.mkdtemp(prefix="stemma-worker-"))
    root.chmod(0o711)
    settings.VAR_DIR = root / "var"
    settings.SUT_FOLDERS = (*settings.SUT_FOLDERS, str(root / "systems"))
    settings.VAR_DIR.mkdir()
    yield root
    shutil.rmtree(root)


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_superuser(username="root"))
    return client


def packaged(place: Path, name: str, source: str, python: str = "") -> None:
    folder = place / "systems" / name
    folder.mkdir(parents=True)
    (folder / "adapter.py").write_text(source)
    (folder / "requirements.lock").write_text("")
    (folder / "sut.toml").write_text(f'title = "{name}"\nversion = "1"\nadapter = "adapter:System"\n')
    installing.install(name=name, python=python)


def walked(system: Any, *, questions: int = 2) -> Run:
    """A run on the system, to its end."""
    with pytest.MonkeyPatch.context() as patch:
        reader = make.reader(patch, make.OwnAnswers())
        run = make.launch(make.suite(events=6, questions=questions), system, reader=reader)
        draining.work(until=datetime.now(UTC) + timedelta(minutes=2), run=run)
    run.refresh_from_db()
    return run


def page_of(admin: Client, run: Run) -> str:
    return admin.get(reverse("benchmark:run", args=[run.pk])).content.decode()


def test_a_run_on_the_toy_ends_in_the_usual_pages(place: Path, admin: Client) -> None:
    installing.install(name="toy")
    system = systems.register(name="toy", adapter="worker", config={"system": "toy"}, k=3)
    run = walked(system, questions=3)
    assert run.status == RunStatus.DONE
    assert Answer.objects.filter(correct=True).count() == 3
    contexts = SutContext.objects.filter(variant__run=run)
    assert all(context.status == "ok" and context.event_labels for context in contexts)
    assert "Kept apart" in page_of(admin, run)
    assert "toy: same user: not isolated" in page_of(admin, run)
    (kept,) = admin.get(f"/api/v1/runs/{run.pk}/").json()["kept_apart"]
    assert kept["system"] == "toy"
    assert kept["words"].startswith("same user: not isolated")
    assert list((place / "var" / "sut_work").iterdir()) == []
    other = walked(make.system())
    assert "Kept apart" not in page_of(admin, other)


def test_a_crash_and_a_hang_in_mid_call_are_tried_again_by_the_walk(place: Path) -> None:
    packaged(
        place,
        "frail",
        "import os, time\n"
        "class System:\n"
        "    def __init__(self, *, config, hint, folder):\n"
        "        self.faults, self.seen = config['faults'], []\n"
        "    def ingest(self, events):\n"
        "        self.seen += events\n"
        "    def query(self, question):\n"
        "        for how in ('crash', 'hang'):\n"
        "            try:\n"
        "                os.remove(os.path.join(self.faults, how))\n"
        "            except FileNotFoundError:\n"
        "                continue\n"
        "            os._exit(9) if how == 'crash' else time.sleep(60)\n"
        "        return {'items': [{'text': e['text'], 'event_ids': [e['id']]} for e in self.seen]}\n",
    )
    for how in ("crash", "hang"):
        (place / how).touch()
    options = {"system": "frail", "timeout": 4, "options": {"faults": str(place)}}
    run = walked(systems.register(name="frail", adapter="worker", config=options))
    assert run.status == RunStatus.DONE
    contexts = SutContext.objects.filter(variant__run=run).order_by("step")
    assert [(one.status, len(one.items)) for one in contexts] == [("ok", 3), ("ok", 6)]
    assert sorted(path.name for path in place.iterdir()) == ["systems", "var"]


@pytest.mark.parametrize("uid", [0, UID])
def test_an_escape_reaches_no_more_than_the_page_says(
    uid: int, place: Path, admin: Client, settings: LazySettings
) -> None:
    settings.SUT_UID = uid
    chosen = bool(uid) and os.geteuid() == 0
    python = escaping.interpreter_for(uid) if chosen else ""
    config, web = _temptations(place)
    packaged(place, "escape", escaping.SOURCE, python)
    with web:
        run = walked(systems.register(name="escape", adapter="worker", config=config), questions=1)
    page = page_of(admin, run)
    if chosen and not python:
        # No interpreter here that another user may run: then nothing runs, rather than as ours.
        assert run.status != RunStatus.DONE
        assert f"uid {UID} cannot run" in page
        return
    context = SutContext.objects.get(variant__run=run)
    assert context.status == "ok", context.message
    found = json.loads(context.items[0]["text"])
    # Whatever is claimed: nothing of ours is in its environment or arguments, and Python code calls nobody.
    assert found["database_url"] is False
    assert set(found["environ"]) <= {"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "TZ"}
    assert not any("postgresql" in one or "token" in one for one in found["arguments"])
    assert "reaches no network" in found["web"]
    assert "reaches no network" in found["postgres"]
    # And what is claimed of the rest holds: the guard is none against programs, which the page says.
    assert "network refused to Python code only" in page
    assert found["web_by_program"] == "reached"
    if chosen:
        assert f"escape: uid {UID} of its own, which reads open of our folder" in page
        assert found["uid"] == UID
        assert {name: found[name] for name in OURS} == dict.fromkeys(OURS, "PermissionError")
        assert found["parent_traced"] == "Operation not permitted"
        if isinstance(config["options"]["postgres"], str):
            assert "PermissionError" in found["postgres_by_program"]
    else:
        assert "escape: same user: not isolated" in page
        assert found["uid"] == os.getuid()
        reached = set(OURS) - {"parent_memory"}  # which some kernels keep from every process but a debugger
        assert {name: found[name] for name in reached} == dict.fromkeys(reached, "reached")
        assert found["postgres_by_program"] == "reached"


OURS = (
    *("secret", "connection", "work_of_another", "writes_there", "lists_work"),
    *("parent", "parent_memory", "parent_files", "parent_signal"),
)
"""What a system of another user is refused, each for that reason, and one of ours has."""


def _temptations(place: Path) -> tuple[dict[str, Any], socket.socket]:
    """What an escape is pointed at: a secret and the login of Postgres in ``var``, its server, a web port,
    and the folder of another worker, whose user is the next one's. And that port, open."""
    secret, login = place / "var" / "secret_key", place / "var" / "postgres" / "connection.json"
    login.parent.mkdir(mode=0o700)
    for file in (secret, login):
        file.touch(mode=0o600)
    (place / "var" / "open").mkdir(mode=0o755)
    work = place / "var" / "sut_work" / "another"
    work.mkdir(parents=True)
    (work / "store").write_text("what another system remembers")
    if os.geteuid() == 0:
        for path in (work, work / "store"):
            os.chown(path, UID + 1, UID + 1)
    work.chmod(0o700)
    web = socket.create_server(("127.0.0.1", 0))
    options = {
        "secret": str(secret),
        "connection": str(login),
        "work_of_another": str(work / "store"),
        "web": list(web.getsockname()),
        "postgres": _postgres(),
    }
    return {"system": "escape", "options": options}, web


def _postgres() -> str | list[Any]:
    """Where the test's server listens: the file of its socket, in a folder of our user's alone, or a port."""
    settings = connection.settings_dict
    if not settings["HOST"].startswith("/"):
        return [settings["HOST"], int(settings["PORT"])]
    assert stat.S_IMODE(Path(settings["HOST"]).stat().st_mode) & 0o077 == 0
    return f"{settings['HOST']}/.s.PGSQL.{settings['PORT']}"
