"""An adapter that tries to get out, as the source of a system, and where it is tried."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCE = '''
import json, os, socket, subprocess, sys

class System:
    """Says what it could reach: by its own code, and by programs that it starts."""

    def __init__(self, *, config, hint, folder):
        self.config, self.folder = config, folder

    def ingest(self, events):
        self.events = events

    def query(self, question):
        found = {
            "uid": os.getuid(),
            "database_url": "DATABASE_URL" in os.environ,
            "arguments": sys.argv[1:],
            "environ": dict(os.environ),
            "secret": reads(self.config["secret"]),
            "parent": reads("/proc/%d/environ" % os.getppid()),
            "lists_work": lists(os.path.dirname(self.folder)),
            "web": connects(self.config["web"]),
            "web_by_program": by_program(self.config["web"]),
            "postgres": connects(self.config["postgres"]),
            "postgres_by_program": by_program(self.config["postgres"]),
        }
        return {"items": [{"text": json.dumps(found), "event_ids": []}]}

def reads(path):
    try:
        with open(path, "rb") as file:
            file.read(1)
        return "reached"
    except OSError as error:
        return type(error).__name__

def lists(path):
    try:
        os.listdir(path)
        return "reached"
    except OSError as error:
        return type(error).__name__

def connects(address):
    try:
        family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
        with socket.socket(family) as one:
            one.settimeout(5)
            one.connect(address if family == socket.AF_UNIX else tuple(address))
        return "reached"
    except OSError as error:
        return str(error)

PROGRAM = """
import json, socket, sys
address = json.loads(sys.argv[1])
family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
socket.socket(family).connect(address if family == socket.AF_UNIX else tuple(address))
"""

def by_program(address):
    command = [sys.executable, "-c", PROGRAM, json.dumps(address)]
    done = subprocess.run(command, capture_output=True, text=True)
    return "reached" if done.returncode == 0 else done.stderr.strip().splitlines()[-1]
'''


def interpreter_for(uid: int) -> str:
    """An interpreter that this user may run, empty where there is none."""
    for candidate in (str(Path(sys.executable).resolve()), "/usr/bin/python3"):
        probe = [candidate, "-c", "import sys, venv; assert sys.version_info >= (3, 10)"]
        try:
            done = subprocess.run(probe, user=uid, group=uid, extra_groups=[], cwd="/", capture_output=True)
        except OSError:
            continue
        if done.returncode == 0:
            return candidate
    return ""
