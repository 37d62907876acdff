"""Words of pure packages and selectors: marked here, translated where they are shown (ADR 36)."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

FILTERS = (
    _("Domain"),
    _("Scenario"),
    _("Family"),
    _("Operator"),
    _("Answer type"),
    _("Label"),
    _("Witness size"),
    _("Degree"),
    _("Excludes an obsolete version"),
    _("Bait"),
    _("Refers"),
    _("Support size"),
    _("Height"),
    _("Width"),
    _("Dispersion"),
    _("Span"),
    _("Age"),
    _("Overlap"),
    _("Versions"),
    _("Obsolete events"),
)
"""Titles of filters and figures of queries."""
CHOICES = (
    _("names alone"),
    _("not stated"),
    _("by event"),
    _("by date"),
    _("by place"),
    _("by role"),
    _("by order"),
    _("none (unknown)"),
    _("yes"),
    _("no"),
)
"""Values of filters that are words."""
DIFFICULTY = (
    _("So few records are enough for the answer."),
    _("Records that stand in at least one minimal witness."),
    _("The longest way from the answer down to a record."),
    _("The most nodes that stand on one level of the derivation."),
    _("So many kinds of step lead to the answer."),
    _("How far apart the records of the witness lie: 1 is evenly spread, near 0 close together."),
    _("The part of the history that lies between the first and the last record of the witness."),
    _("How far back they lie in the mean: 0 at the cutoff, 1 at the beginning."),
    _(
        "Words that the question shares with them, of all words of both: the fewer, the less a search "
        "for its words finds."
    ),
    _("How many versions a fact or rule on the way has had by the cutoff, in the mean."),
    _("Records that state a version on the way which another one superseded."),
    _("passing over an obsolete version"),
    _("looking one value up by another"),
    _("recursion"),
    _("a rule or a negation"),
    _("counting or adding up"),
    _("knowing that a list is complete"),
)
"""What the figures of difficulty say."""
MARKS = (
    _("smallest witness"),
    _("another witness"),
    _("superseded on the way"),
    _("distractor"),
)
"""What a record is to a witness."""
CHANGES = (
    _("changed"),
    _("appeared"),
    _("vanished"),
    _("confirmed"),
)
"""How a node differs between two cutoffs."""
NODES = (
    _("aggregate"),
    _("derived"),
    _("derived_set"),
    _("derived set"),
    _("collection"),
    _("select"),
    _("fact"),
    _("rule"),
    _("check"),
    _("event"),
    _("missing"),
)
"""Kinds of nodes of a derivation."""
PARTS = (_("scenarios"), _("events"), _("queries"), _("added"), _("removed"))
"""What differs between two suites, and how."""
EDITED = (_("answer"), _("derivation"), _("witnesses"), _("figures"))
"""What of a query an edit changes."""
