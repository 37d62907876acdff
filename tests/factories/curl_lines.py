"""``curl`` as the manuals use it, so that their lines run where no curl is installed.

Run as a program it takes curl's arguments; ``installed`` puts it on a PATH under that name. What it does not
know it refuses, so that a manual cannot use an option that nobody tried. ``test_curl_lines`` compares what it
sends with what curl sends.
"""

from __future__ import annotations

import argparse
import stat
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

REFUSED = 22
"""What curl exits with, given ``-f``, when the server refuses."""
_UNREACHED = 7
_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Line:
    """A request as a line of curl asks for it, and what is to be done with the reply."""

    method: str
    url: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    fails: bool = False
    heads_to: str = ""
    body_to: str = ""
    after: str = ""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("curl", add_help=False, allow_abbrev=False)
    parser.add_argument("url")
    for short, long in (("-s", "--silent"), ("-S", "--show-error"), ("-f", "--fail"), ("-G", "--get")):
        parser.add_argument(short, long, action="store_true")
    parser.add_argument("-H", "--header", action="append", default=[])
    parser.add_argument("-d", "--data", dest="data", action="append", type=_data)
    parser.add_argument("--data-binary", dest="data", action="append", type=_binary)
    parser.add_argument("-X", "--request", default="")
    parser.add_argument("-D", "--dump-header", default="")
    parser.add_argument("-o", "--output", default="")
    parser.add_argument("-w", "--write-out", default="")
    return parser


def _binary(text: str) -> bytes:
    return Path(text[1:]).read_bytes() if text.startswith("@") else text.encode()


def _data(text: str) -> bytes:
    """As ``--data``: of a file the line ends are dropped."""
    found = _binary(text)
    return found.replace(b"\r", b"").replace(b"\n", b"") if text.startswith("@") else found


def read(words: Sequence[str]) -> Line:
    """The request of a line's words after ``curl``. Exits, as curl does, where it does not know a word."""
    asked = _parser().parse_args(words)
    headers = dict(_header(text) for text in asked.header)
    body = None if asked.data is None else b"&".join(asked.data)
    url = asked.url
    if asked.get and body is not None:
        url, body = f"{url}{'&' if '?' in url else '?'}{body.decode()}", None
    if body is not None:
        headers.setdefault("Content-Type", _FORM)
    method = asked.request or ("GET" if body is None else "POST")
    return Line(
        method, url, headers, body, asked.fail, asked.dump_header, asked.output, _unescaped(asked.write_out)
    )


def _header(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return name.strip().title(), value.strip()


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n")


def send(line: Line) -> int:
    """Send it and write the reply where the line says; what curl would exit with."""
    request = urllib.request.Request(line.url, line.body, line.headers, method=line.method)
    opener = urllib.request.build_opener(_Stays)
    try:
        with opener.open(request, timeout=60) as reply:
            status, heads, body = reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        with error:
            status, heads, body = error.code, error.headers, error.read()
    except urllib.error.URLError as error:
        print(f"curl: ({_UNREACHED}) {error.reason}", file=sys.stderr)
        return _UNREACHED
    if line.heads_to:
        told = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in heads.items())]
        Path(line.heads_to).write_bytes("\r\n".join([*told, "", ""]).encode())
    refused = line.fails and status >= 400
    if not refused and line.body_to:
        Path(line.body_to).write_bytes(body)
    elif not refused:
        sys.stdout.buffer.write(body)
    sys.stdout.write(line.after.replace("%{http_code}", str(status)))
    if refused:
        print(f"curl: ({REFUSED}) The requested URL returned error: {status}", file=sys.stderr)
    return REFUSED if refused else 0


class _Stays(urllib.request.HTTPRedirectHandler):
    """A redirect is a reply; curl follows none without ``-L``."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        """None: it is not followed."""


def installed(folder: Path) -> Path:
    """A new folder under ``folder`` for the front of a PATH, with this as ``curl``, and this Python as
    ``python`` and ``python3``."""
    place = folder / "programs"
    place.mkdir()
    programs = {
        "curl": [sys.executable, str(Path(__file__).resolve())],
        "python": [sys.executable],
        "python3": [sys.executable],
    }
    for name, words in programs.items():
        program = place / name
        program.write_text(f'#!/bin/sh\nexec {" ".join(words)} "$@"\n', encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return place


if __name__ == "__main__":
    sys.exit(send(read(sys.argv[1:])))
