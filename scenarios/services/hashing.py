"""Content hashes of suites."""

from __future__ import annotations

import json

from scenarios.models import Suite
from scenarios.services.interchange import suite_files


def content_hash(suite: Suite) -> str:
    """The hash of all that a suite holds, computed anew from its rows. Neither clock nor user enters it."""
    return str(json.loads(suite_files(suite)["suite.json"])["content_hash"])
