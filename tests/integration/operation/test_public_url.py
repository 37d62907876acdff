"""One PUBLIC_URL, behind a real proxy: names, links, cookies, origins, and whose headers are believed."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from benchmark import checks, public_address
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from benchmark.settings import environment
from tests.factories import scenarios as make
from tests.unit.walls.rooms import ROOT

NAME = "stemma.example.org:8443"
HOP = ("transfer-encoding", "connection", "content-length", "date", "server")


class Proxy(ThreadingHTTPServer):
    """A small reverse proxy as docs/operating.md asks for one: it keeps the name, overwrites the scheme and
    adds the caller."""

    def __init__(self, behind: int) -> None:
        class Passes(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: object) -> None:
                """Nothing."""

            def _pass(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = dict(self.headers.items()) | {
                    "X-Forwarded-Proto": "https",
                    "X-Forwarded-For": "192.0.2.9",
                }
                line = http.client.HTTPConnection("127.0.0.1", behind, timeout=30)
                line.request(self.command, self.path, body, headers)
                answer = line.getresponse()
                content = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in (
                        "transfer-encoding",
                        "connection",
                        "content-length",
                        "date",
                        "server",
                    ):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
                line.close()

            do_GET = do_POST = _pass

        super().__init__(("127.0.0.1", 0), Passes)


@dataclass(frozen=True)
class Served:
    """Ports of the web server itself and of the proxy before it, and a token."""

    direct: int
    proxied: int
    secret: str

    def ask(
        self, path: str, *, port: int = 0, method: str = "GET", body: str = "", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, str]:
        line = http.client.HTTPConnection("127.0.0.1", port or self.proxied, timeout=30)
        given = {"Host": NAME} | {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body or None, given)
        answer = line.getresponse()
        found = answer.status, answer.headers, answer.read().decode()
        line.close()
        return found


@pytest.fixture(scope="module")
def served(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """The production settings under gunicorn, over this test's database, with a proxy before it."""
    with django_db_blocker.unblock():
        admin = User.objects.create_user(username="proxied-admin", password="a long word", role="admin")
        for slug in ("proxied-a", "proxied-b", "proxied-c"):
            make.suite(slug=slug)
        _, secret = tokens.create(user=admin, name="t", by=admin, now=timezone.now(), scopes=["read"])
    url, name = os.environ["DATABASE_URL"], connection.settings_dict["NAME"]
    url = url.replace("/stemma?", f"/{name}?") if "?" in url else f"{url.rpartition('/')[0]}/{name}"
    env = {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "benchmark.settings.production",
        "PUBLIC_URL": f"https://{NAME}",
        "SECRET_KEY": "k" * 60,
        "STEMMA_BEHIND_PROXY": "1",
        "STEMMA_VAR": str(tmp_path_factory.mktemp("var")),
        "STEMMA_LOG_FORMAT": "json",
    }
    manage = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
    subprocess.run(manage, cwd=ROOT, env=env, check=True, timeout=120)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    log = tmp_path_factory.mktemp("log") / "log"
    with log.open("w") as output:
        web = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "benchmark.wsgi", f"--bind=127.0.0.1:{port}", "--threads=2"],
            cwd=ROOT, env=env, stdout=output, stderr=output,
        )  # fmt: skip
    proxy = Proxy(port)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    found = Served(port, proxy.server_address[1], secret)
    deadline = time.monotonic() + 60
    while True:
        try:
            found.ask("/healthz", port=port)
            break
        except OSError:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
    yield found
    web.terminate()
    web.wait(timeout=20)
    proxy.shutdown()
    proxy.server_close()
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert any(line.get("logger") == "benchmark.requests" for line in lines)
    with django_db_blocker.unblock():
        from django.core.management import call_command

        call_command("flush", "--noinput", verbosity=0)


def test_every_address_that_is_shown_is_the_public_one(served: Served) -> None:
    login = {"Authorization": f"Bearer {served.secret}"}
    status, _, body = served.ask("/api/v1/suites/?page_size=1", Host="stemma.example.org:1", **login)
    assert status == 200, body
    assert json.loads(body)["next"].startswith(f"https://{NAME}/api/v1/suites/?cursor=")
    status, headers, _ = served.ask("/suites/", X_Request_ID="id-of-the-proxy")
    assert (status, headers["Location"]) == (302, "/accounts/sign-in/?next=/suites/")
    assert headers["X-Request-ID"] == "id-of-the-proxy"


def test_another_name_is_refused_but_for_monitors(served: Served) -> None:
    assert served.ask("/suites/", Host="evil.example")[0] == 400
    assert served.ask("/healthz", Host="10.0.0.7:8000")[0] == 200
    assert served.ask("/readyz", port=served.direct, Host="10.0.0.7:8000")[0] == 200


def test_what_did_not_come_by_https_is_sent_there(served: Served) -> None:
    status, headers, _ = served.ask("/suites/", port=served.direct)
    assert (status, headers["Location"]) == (301, f"https://{NAME}/suites/")


def test_cookies_are_secure_and_origins_are_those_of_the_public_address(served: Served) -> None:
    _, headers, page = served.ask("/accounts/sign-in/")
    (cookie,) = [value for value in headers.get_all("Set-Cookie", []) if "csrftoken" in value]
    assert "Secure" in cookie
    mark = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    body = f"csrfmiddlewaretoken={mark}&username=proxied-admin&password=a+wrong+word"
    form = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": cookie.partition(";")[0]}
    for origin, expected in ((f"https://{NAME}", 422), ("https://evil.example", 403)):
        got = served.ask("/accounts/sign-in/", method="POST", body=body, Origin=origin, **form)
        assert got[0] == expected, got[2]


@pytest.mark.parametrize(
    ("behind", "said", "expected"),
    [
        (False, "203.0.113.5", "127.0.0.1"),
        (True, "203.0.113.5", "203.0.113.5"),
        (True, "1.1.1.1, 203.0.113.5", "203.0.113.5"),  # the caller wrote the first, the proxy the last
        (True, "", "127.0.0.1"),
    ],
)
def test_limits_count_the_caller_and_not_what_it_says(
    settings: Settings, behind: bool, said: str, expected: str
) -> None:
    settings.BEHIND_PROXY = behind
    seen: list[HttpRequest] = []

    def remember(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        return HttpResponse()

    request = RequestFactory().get("/", headers={"X-Forwarded-For": said, "X-Forwarded-Proto": "https"})
    public_address.of_caller(remember)(request)
    assert seen[0].META["REMOTE_ADDR"] == expected
    assert "HTTP_X_FORWARDED_FOR" not in seen[0].META
    assert ("HTTP_X_FORWARDED_PROTO" in seen[0].META) is behind


def test_https_without_a_proxy_is_refused_at_start(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT, settings.BEHIND_PROXY = True, False
    assert [found.id for found in checks.check_proxy()] == ["stemma.E001"]
    settings.BEHIND_PROXY = True
    assert checks.check_proxy() == []


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://Stemma.Example.org/", ("https://stemma.example.org", "stemma.example.org", True)),
        ("https://stemma.example.org:443", ("https://stemma.example.org", "stemma.example.org", True)),
        ("http://127.0.0.1:8000", ("http://127.0.0.1:8000", "127.0.0.1", False)),
        ("http://[::1]:8000", ("http://[::1]:8000", "[::1]", False)),
        ("https://[2001:db8::7]", ("https://[2001:db8::7]", "[2001:db8::7]", True)),
    ],
)
def test_an_address_has_one_form(
    monkeypatch: pytest.MonkeyPatch, url: str, expected: tuple[str, str, bool]
) -> None:
    monkeypatch.setenv("PUBLIC_URL", url)
    assert environment.public_url(default=None) == expected


@pytest.mark.parametrize(
    "url",
    [
        *(
            "https://example.org/stemma",
            "https://me:x@example.org",
            "https://example.org?x=1",
            "https://e.org#x",
        ),
        *(
            "https://example.org:port",
            "https://[::1",
            "https://exa mple.org",
            "ftp://example.org",
            "example.org",
        ),
    ],
)
def test_what_is_no_address_of_a_whole_host_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("PUBLIC_URL", url)
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL is"):
        environment.public_url(default=None)
