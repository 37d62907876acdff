"""A server in small for the fault tests: starts one child of the worker tier that hangs in a call, says its
number, and waits to be killed.

    python -m tests.faults.worker_owner FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sut_adapters.worker import serve
from sut_adapters.worker.isolation import Isolation, environment
from sut_adapters.worker.process import Process


def main() -> None:
    """Do it."""
    folder = Path(sys.argv[1])
    command = [sys.executable, "-I", "-B", serve.__file__, str(folder), "adapter:System", "{}"]
    env = environment({}, home=folder, ours={})
    process = Process(command, folder=folder, env=env, user=Isolation().user())
    process.call("open", {"config": {}, "hint": None, "folder": str(folder)}, timeout=60)
    sys.stdout.write(json.dumps({"child": process.pid}) + "\n")
    sys.stdout.flush()
    process.call("query", {}, timeout=600)


if __name__ == "__main__":
    main()
