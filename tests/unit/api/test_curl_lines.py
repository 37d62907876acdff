"""``tests.factories.curl_lines`` sends what curl sends: the manuals' lines run by it run in a shell too."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.factories import curl_lines

Seen = list[tuple[str, str, str | None, str | None, bytes]]


@pytest.fixture
def echo() -> Iterator[tuple[str, Seen]]:
    """A server that notes what it is sent; under ``/no`` it refuses."""
    seen: Seen = []

    class Handler(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            kinds = self.headers.get("Content-Type"), self.headers.get("X-Mine")
            seen.append((self.command, self.path, *kinds, body))
            self.send_response(404 if self.path.startswith("/no") else 200)
            self.send_header("ETag", '"one"')
            self.end_headers()
            self.wfile.write(b"told\n")

        do_GET = do_POST = do_PUT = do_DELETE = handle_any

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}", seen
    server.shutdown()
    server.server_close()


LINES = (
    ["-sSf", "URL/a/?b=1"],
    ["-s", "-H", "X-Mine: is mine", "URL/a/"],
    ["-s", "-G", "URL/a/", "-d", "x=1", "-d", "y=2"],
    ["-s", "-G", "URL/a/?z=0", "-d", "x=1"],
    ["-s", "URL/a/", "-d", "x=1", "-d", "y=2"],
    ["-s", "-H", "Content-Type: application/json", "-d", '{"a": [1]}', "URL/a/"],
    ["-s", "-X", "DELETE", "URL/a/"],
    ["-s", "-X", "POST", "URL/a/"],
    ["-s", "--data-binary", "@lines.txt", "URL/a/"],
    ["-s", "-d", "@lines.txt", "URL/a/"],
    ["-s", "-o", "kept.txt", "-D", "heads.txt", "-w", "%{http_code}\\n", "URL/a/"],
    ["-sf", "URL/no/"],
    ["-s", "-w", "%{http_code}", "URL/no/"],
)


def _run(program: list[str], line: list[str], url: str, folder: Path) -> tuple[int, str, dict[str, bool]]:
    (folder / "lines.txt").write_bytes(b"one\ntwo\n")
    words = [word.replace("URL", url) for word in line]
    done = subprocess.run([*program, *words], cwd=folder, capture_output=True, text=True, check=False)
    kept = folder / "kept.txt"
    heads = folder / "heads.txt"
    files = {
        "kept": kept.exists() and kept.read_text() == "told\n",
        "etag": heads.exists() and 'etag: "one"' in heads.read_text().lower(),
    }
    return done.returncode, done.stdout, files


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here to compare with")
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_it_sends_and_tells_what_curl_does(echo: tuple[str, Seen], line: list[str], tmp_path: Path) -> None:
    url, seen = echo
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    told = _run([str(curl_lines.installed(tmp_path) / "curl")], line, url, ours)
    assert told == _run(["curl", "--noproxy", "*"], line, url, theirs)
    assert seen[0] == seen[1]


def test_an_option_that_it_does_not_know_is_refused() -> None:
    program = [sys.executable, curl_lines.__file__, "--insecure", "http://127.0.0.1:9/"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--insecure" in done.stderr
