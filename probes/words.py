"""Words of pure packages of this room: marked here, translated where they are shown (ADR 36)."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

REASONS = (
    _("the query has no probed input"),
    _("inputs were not probed"),
    _("two values do not say which came later"),
    _("an input is known in part"),
    _("it lies above the evidence"),
)
"""Why an answer stays wrong with gold evidence (``probes.diagnosis.reasons``)."""
MISSING = (_("not asked"), _("not answered"), _("infrastructure failed"), _("unread"))
"""Why a query has no pair in a comparison (``benchmark.scoring.comparison``)."""
CHANGES = (_("unknown to known"), _("known to unknown"), _("value to value"), _("explicit"), _("implicit"))
"""What became of an answer between two checkpoints (``benchmark.scoring.maintenance``)."""
TABLES = (_("Kind of node"), _("Family of query"), _("Dimension"))
"""Heads of the tables of a report's diagnosis."""
