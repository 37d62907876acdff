"""The configuration of a suite of a domain that does not ship, as a user writes it."""

from __future__ import annotations

OWN = """
slug = "own"
title = "Glasshouses"

[defaults]
n_events = 60
witness_max = 10
witness_bands = {1 = 6, 2 = 4, 3-4 = 4, 5-8 = 2}

[defaults.quotas]
temporal = {answerable = 3}
semantic = {answerable = 3, unknown = 1}
closure = {answerable = 3}
rules = {answerable = 3, justified-zero = 1, unknown = 1}
set_quant = {answerable = 3, unknown = 1}

[[scenario]]
slug = "own-glass"
title = "A year under glass"
domain = "glassops"
"""
#: A second scenario, of a larger history.
ANOTHER = """
[[scenario]]
slug = "own-more"
title = "Another year under glass"
domain = "glassops"
n_events = 90
completeness_rate = 0.5
"""
EVENTS, QUERIES, LABELS = 60, 19, {"answerable": 15, "justified-zero": 1, "unknown": 3}
