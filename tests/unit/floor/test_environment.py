"""The environment is read in one place and says what is missing."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from benchmark.settings import environment
from tests.unit.walls import rooms


def test_a_missing_value_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL")
    with pytest.raises(ImproperlyConfigured, match=r"DATABASE_URL is not set. Start through manage.py"):
        environment.database()


def test_a_json_object_is_read_or_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STEMMA_X", raising=False)
    assert environment.json_object("STEMMA_X") == {}
    monkeypatch.setenv("STEMMA_X", '{"model": "m", "timeout": 5}')
    assert environment.json_object("STEMMA_X") == {"model": "m", "timeout": 5}
    for wrong, what in (("{", "STEMMA_X is not JSON: "), ("[1]", "STEMMA_X is .*set a JSON object")):
        monkeypatch.setenv("STEMMA_X", wrong)
        with pytest.raises(ImproperlyConfigured, match=what):
            environment.json_object("STEMMA_X")


def test_rates_are_read_or_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"read": "60/minute", "run": "1/hour"}
    monkeypatch.setenv("STEMMA_X", '{"run": ""}')
    assert environment.rates("STEMMA_X", defaults=known) == {"read": "60/minute", "run": ""}
    for wrong in (
        '{"reed": "1/day"}',
        '{"read": 5}',
        '{"read": "5"}',
        '{"read": "0/day"}',
        '{"read": "9/year"}',
    ):
        monkeypatch.setenv("STEMMA_X", wrong)
        with pytest.raises(ImproperlyConfigured, match="STEMMA_X"):
            environment.rates("STEMMA_X", defaults=known)


def test_another_database_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///x.db")
    with pytest.raises(ImproperlyConfigured, match="only Postgres"):
        environment.database()


def test_an_address_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:p%40ss@db.example:5433/stemma%20one?sslmode=require")
    found = environment.database()
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == (
        "me",
        "p@ss",
        "db.example",
        "5433",
    )
    assert found["NAME"] == "stemma one"
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["prepare_threshold"] == 0
    assert "plan_cache_mode=force_generic_plan" in found["OPTIONS"]["options"]
    assert "pool" not in found["OPTIONS"]


def test_a_socket_folder_stands_in_the_query(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:x@/stemma?host=/a%20folder/run&port=5432")
    found = environment.database()
    assert (found["HOST"], found["PORT"]) == ("/a folder/run", "5432")
    assert "host" not in found["OPTIONS"]


@pytest.mark.parametrize("value", ["0", "-1", "two", "²", "1.5"])
def test_a_broken_number_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("STEMMA_WORKERS", value)
    with pytest.raises(ImproperlyConfigured, match="STEMMA_WORKERS is"):
        environment.whole("STEMMA_WORKERS", default=2, least=1)


@pytest.mark.parametrize("value", ["stemma.example.org", "ftp://x", "https://"])
def test_a_broken_public_address_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PUBLIC_URL", value)
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL is"):
        environment.public_url(default=None)


def test_the_public_address_says_host_and_security(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://stemma.example.org:8443/")
    assert environment.public_url(default=None) == (
        "https://stemma.example.org:8443",
        "stemma.example.org",
        True,
    )


def test_a_generated_secret_is_private_and_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(environment, "VAR", tmp_path / "var")
    secret = environment.generated_secret("secret_key")
    assert len(secret) >= 50
    assert environment.generated_secret("secret_key") == secret
    assert stat.S_IMODE((tmp_path / "var" / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret_key"]


def test_only_one_place_reads_the_environment() -> None:
    readers = {
        str(path.relative_to(rooms.ROOT))
        for path in rooms.python_files("benchmark/settings")
        if "os.environ.get(" in path.read_text() or "os.getenv" in path.read_text()
    }
    assert readers == {"benchmark/settings/environment.py"}
