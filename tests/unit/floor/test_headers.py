"""What every answer tells browsers to refuse, and that no template needs what is refused (ADR 32)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth import hashers
from django.test import Client

from benchmark.floor.accounts.models import User
from benchmark.floor.headers import CONTENT_SECURITY_POLICY, HEADERS

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
#: The file of a failure card is saved and opened from a disk, where no header comes with it.
STANDS_ALONE = {"probes/card_file.html": "<style>"}
#: Data that a script reads is no script: nothing runs what is of the type of JSON.
INLINE = re.compile(
    r"<script(?![^>]*(?:\bsrc=|\btype=\"application/json\"))[^>]*>|<style\b[^>]*>|\son[a-z]+\s*=\s*[\"'{]|\sstyle\s*=\s*[\"'{]|hx-on|javascript:",
    re.IGNORECASE,
)


def test_scripts_and_styles_are_files_of_ours() -> None:
    rules = dict(part.split(" ", 1) for part in CONTENT_SECURITY_POLICY.split("; "))
    assert rules["script-src"] == rules["style-src"] == rules["form-action"] == "'self'"
    assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in CONTENT_SECURITY_POLICY


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/accounts/sign-in/", 200),
        ("/suites/", 302),
        ("/no/such/page/", 404),
        ("/suites/%00/", 400),
        ("/accounts/sign-out/", 405),
        ("/api/v1/suites/", 401),
        ("/api/v1/no-such/", 404),
        ("/static/css/base.css", 200),
        ("/healthz", 200),
        ("/admin/login/", 200),
    ],
)
def test_every_answer_says_what_browsers_refuse(client: Client, path: str, status: int) -> None:
    response = client.get(path)
    assert response.status_code == status
    told = {name: response.headers.get(name) for name in HEADERS}
    response.close()  # of a static file
    assert told == HEADERS


@pytest.mark.django_db
def test_answers_to_a_forged_form_and_to_a_wrong_host_say_it_too() -> None:
    forged = Client(enforce_csrf_checks=True).post("/accounts/sign-in/", {})
    elsewhere = Client().get("/accounts/sign-in/", headers={"Host": "evil.example"})
    assert (forged.status_code, elsewhere.status_code) == (403, 400)
    for response in (forged, elsewhere):
        assert response["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert forged["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix())
def test_no_template_has_a_script_or_a_style_in_line(path: Path) -> None:
    found = INLINE.findall(path.read_text())
    known = STANDS_ALONE.get(path.relative_to(ROOT / "templates").as_posix())
    assert found == ([known] if known else [])


@pytest.mark.parametrize(
    "planted",
    [
        "<script>go()</script>",
        "<p style='color: red'>",
        '<a onclick="go()">',
        "<STYLE>",
        '<a href="javascript:go()">',
        '<p hx-on:click="go()">',
    ],
)
def test_what_stands_in_line_is_seen(planted: str) -> None:
    assert INLINE.search(planted)
    assert not INLINE.search('<script src="/static/a.js" defer></script><option value="on">')


@pytest.mark.django_db
def test_a_session_is_another_after_the_sign_in_and_ends_with_the_password() -> None:
    person = User.objects.create_user("lead", password="a long one", role="lead")
    client = Client()
    session = client.session
    session["planted"] = "by whoever knows this key"
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    client.post("/accounts/sign-in/", {"username": "lead", "password": "a long one"})
    assert client.cookies["sessionid"].value != before
    cookie = client.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert client.get("/accounts/").status_code == 200
    person.set_password("another long one")
    person.save()
    assert client.get("/accounts/").status_code == 302


@pytest.mark.django_db
def test_an_unknown_name_costs_as_many_hashes_as_a_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("lead", password="a long one", role="lead")
    User.objects.create_user("gone", password="a long one", is_active=False)
    hasher = type(hashers.get_hasher())
    kept, encoded = hasher.encode, []
    monkeypatch.setattr(
        hasher, "encode", lambda self, *given, **named: encoded.append(1) or kept(self, *given, **named)
    )
    counts = []
    for name in ("lead", "gone", "nobody"):
        encoded.clear()
        Client().post("/accounts/sign-in/", {"username": name, "password": "wrong"})
        counts.append(len(encoded))
    assert counts == [1, 1, 1]
