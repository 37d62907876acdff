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
            "connection": reads(self.config["connection"]),
            "work_of_another": reads(self.config["work_of_another"]),
            "writes_there": tried(open, self.config["work_of_another"] + ".new", "w"),
            "parent": reads("/proc/%d/environ" % os.getppid()),
            "parent_memory": reads("/proc/%d/mem" % os.getppid(), 0),
            "parent_files": tried(os.listdir, "/proc/%d/fd" % os.getppid()),
            "parent_signal": tried(os.kill, os.getppid(), 0),
            "parent_traced": traces(os.getppid()),
            "lists_work": tried(os.listdir, os.path.dirname(self.folder)),
            "web": connects(self.config["web"]),
            "web_by_program": by_program(self.config["web"]),
            "postgres": connects(self.config["postgres"]),
            "postgres_by_program": by_program(self.config["postgres"]),
        }
        return {"items": [{"text": json.dumps(found), "event_ids": []}]}

def tried(act, *arguments):
    try:
        act(*arguments)
        return "reached"
    except OSError as error:
        return type(error).__name__

def reads(path, count=1):
    def read():
        with open(path, "rb") as file:
            file.read(count)
    return tried(read)

TRACE = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
seize = 0x4206  # attaches without a stop; the end of this program lets go
if libc.ptrace(seize, ctypes.c_long(int(sys.argv[1])), None, None):
    sys.exit(os.strerror(ctypes.get_errno()))
"""

def traces(pid):
    done = subprocess.run([sys.executable, "-c", TRACE, str(pid)], capture_output=True, text=True)
    return "reached" if done.returncode == 0 else done.stderr.strip()

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
