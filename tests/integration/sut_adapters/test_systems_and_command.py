"""Registered systems, the sut command, the admin form, metered calls."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from sut_adapters import registry
from sut_adapters.admin import SystemForm
from sut_adapters.base import MisconfiguredError
from sut_adapters.models import CallKind, CallOutcome, MeteredCall, SystemUnderTest
from sut_adapters.services import metering, systems

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 8, 31, tzinfo=UTC)


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("sut", *arguments, stdout=out)
    return out.getvalue()


def test_the_default_systems_are_registered_once_and_edits_stay() -> None:
    first = systems.register_defaults()
    assert [system.name for system in first] == ["no_memory", "full_history", "bm25", "dense", "notes"]
    SystemUnderTest.objects.filter(name="bm25").update(k=5)
    assert [system.pk for system in systems.register_defaults()] == [system.pk for system in first]
    assert SystemUnderTest.objects.get(name="bm25").full_config == {
        "method": "lucene",
        "k1": 1.5,
        "b": 0.75,
        "k": 5,
    }


def test_every_default_opens_with_its_own_settings() -> None:
    for system in systems.register_defaults():
        fault = systems.fault_of(
            adapter=system.adapter, config=system.config, k=system.k, budget=system.budget
        )
        assert fault == ""


def test_registering_checks_the_settings_and_may_be_repeated() -> None:
    with pytest.raises(MisconfiguredError, match="system mine: bm25: unknown setting kk"):
        systems.register(name="mine", adapter="bm25", config={"kk": 3})
    assert not SystemUnderTest.objects.exists()
    systems.register(name="mine", adapter="bm25", k=3)
    changed = systems.register(name="mine", adapter="bm25", config={"b": 0.5}, k=4, budget=512)
    assert SystemUnderTest.objects.get().pk == changed.pk
    assert changed.full_config == {"b": 0.5, "k": 4, "budget": 512}


def test_an_oracle_is_marked_and_needs_no_adapter_of_ours() -> None:
    oracle = systems.register(name="supporting_events", adapter="supporting_events", knows=["gold"])
    assert (oracle.is_oracle, systems.register(name="bm25", adapter="bm25").is_oracle) == (True, False)
    with pytest.raises(CommandError, match="oracle that knows gold"):
        said("check", "supporting_events")


@pytest.mark.parametrize("fields", [{"k": 0}, {"budget": 0}, {"name": ""}, {"adapter": ""}])
def test_the_database_keeps_the_bounds(fields: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        SystemUnderTest.objects.create(**({"name": "x", "adapter": "bm25"} | fields))


def test_the_list_names_adapters_and_systems() -> None:
    assert "No systems are registered yet; `quickstart" in said("list")
    systems.register_defaults()
    systems.register(name="supporting_events", adapter="supporting_events", knows=["gold"])
    text = said("list")
    assert "knows gold" in text
    found = json.loads(said("list", "--json"))
    assert [row["adapter"] for row in found["adapters"]] == registry.names()
    assert {row["name"]: row["k"] for row in found["systems"]}["dense"] == 20


#: Those that this machine makes alone; what is called, or runs in another process, has checks of its own.
HERE = [name for name in registry.names() if registry.entry(name).tier in ("native", "test")]


@pytest.mark.parametrize("name", HERE)
def test_check_holds_for_every_adapter(name: str) -> None:
    found = json.loads(said("check", name, "--json"))
    assert len(found) == 12
    assert all(check["passed"] for check in found)
    assert "BROKEN" not in said("check", name, "--hint", "Keep a ledger.")


def test_check_takes_a_registered_system_with_its_settings_and_fails_loudly() -> None:
    systems.register(name="short", adapter="notes", config={"keep": 3})
    assert said("check", "short").count("holds") == 12
    systems.register(name="broken", adapter="scripted", config={"script": [{"raise": "always"}]})
    with pytest.raises(CommandError, match=r"broken breaks \d+ of 12 clauses"):
        said("check", "broken")
    with pytest.raises(CommandError, match="no adapter is called 'mem9'; known are bm25"):
        said("check", "mem9")


def test_install_is_honest() -> None:
    assert "nothing is to be installed" in said("install", "bm25")
    assert json.loads(said("install", "bm25", "--json")) == {
        "name": "bm25",
        "installed": True,
        "tier": "native",
    }
    with pytest.raises(CommandError, match="no system 'mem0' is packaged here; known are toy"):
        said("install", "mem0")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({}, None),
        ({"adapter": "bm52"}, "adapter"),
        ({"config": '{"kk": 1}'}, "config"),
        ({"config": "[1]"}, "config"),
        ({"k": "0"}, "k"),
    ],
)
def test_the_admin_form_refuses_what_the_adapter_would(changes: dict[str, str], field: str | None) -> None:
    data = {"name": "mine", "adapter": "bm25", "config": '{"b": 0.5}', "k": "5", "enabled": "on"} | changes
    form = SystemForm(data)
    assert form.is_valid() is (field is None)
    if field is not None:
        assert field in form.errors or "__all__" in form.errors


def test_metered_calls_add_up_by_scope_and_phase() -> None:
    for phase, outcome, tokens, cached in (
        ("ingest", CallOutcome.OK, 100, False),
        ("answer", CallOutcome.OK, 40, False),
        ("answer", CallOutcome.OK, 40, True),
        ("answer", CallOutcome.REFUSED, 0, False),
    ):
        metering.record(
            scope="run 1",
            phase=phase,
            kind=CallKind.CHAT,
            model="scripted-1",
            outcome=outcome,
            seconds=0.5,
            now=NOW,
            prompt_tokens=tokens,
            completion_tokens=tokens // 10,
            from_cache=cached,
        )
    assert metering.totals(scope="run 1") == metering.Totals(4, 1, 140, 14, 2.0)
    assert metering.totals(scope="run 1", phase="answer") == metering.Totals(3, 1, 40, 4, 1.5)
    assert metering.totals(scope="run 2") == metering.Totals(0, 0, 0, 0, 0)
    assert str(MeteredCall.objects.first()) == "chat scripted-1 ok"


def test_pgvector_is_there() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        assert cursor.fetchone() is not None
