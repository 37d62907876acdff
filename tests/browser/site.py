"""A whole Stemma of its own for browser tests: embedded Postgres, web, tick and workers as real processes."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ACCOUNT = re.compile(r"^Demo account (\S+) \((\w+)\): (\S+)$", re.MULTILINE)
START_SECONDS = 60


class SiteError(RuntimeError):
    """The site did not come up; the message holds what its processes printed."""


def chromium_path() -> str | None:
    """The Chromium on PATH; None lets playwright use the one it installed itself."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    return None


CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Site:
    """A served site. ``var`` holds all it writes; ``passwords`` are those of the demo accounts by name."""

    var: Path
    port: int = field(default_factory=_free_port)
    passwords: dict[str, str] = field(default_factory=dict)
    printed: str = ""
    _server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        kept = {
            key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "STEMMA_WORKERS")
        }
        return {
            **kept,
            "DJANGO_SETTINGS_MODULE": "benchmark.settings.development",
            "STEMMA_VAR": str(self.var),
            "STEMMA_WORKERS": "1",
            "PUBLIC_URL": self.url,
            "STEMMA_PUSH_ALLOW": "127.0.0.1",
        }

    def manage(self, *args: str, timeout: float = 300) -> str:
        """Run a management command on this site and return what it printed. Raises ``SiteError``."""
        command = [sys.executable, str(ROOT / "manage.py"), *args]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        if done.returncode:
            raise SiteError(f"{' '.join(args)} exited {done.returncode}:\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def start(self) -> None:
        """Quick start without serving, then serve and wait until it answers."""
        self.printed = self.manage("quickstart", "--no-serve")
        self.passwords = {name: password for name, _, password in ACCOUNT.findall(self.printed)}
        with (self.var / "serve.log").open("wb") as log:
            self._server = subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._server.poll() is None:
            if self._answers():
                return
            time.sleep(0.2)
        raise SiteError((self.var / "serve.log").read_text(errors="replace"))

    def stop(self) -> None:
        """End the processes and the embedded Postgres of this site."""
        if self._server is not None and self._server.poll() is None:
            self._server.send_signal(signal.SIGTERM)
            try:
                self._server.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self._server.pid, signal.SIGKILL)
                self._server.wait(10)
        subprocess.run(
            [sys.executable, "-m", "benchmark.postgres", "stop"],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            timeout=60,
            check=True,
        )

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as response:
                return bool(response.status == 200)
        except OSError:
            return False
