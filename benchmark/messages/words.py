"""Words of pure packages, which know no languages: marked here, translated where they are shown (ADR 36)."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

ROLES = (
    _("annotator"),
    _("adjudicator"),
    _("viewer"),
    _("lead"),
    _("researcher"),
    _("admin"),
    _("system"),
)
LABELS = (_("answerable"), _("justified-zero"), _("unknown"))
REASONS = (_("equal"), _("different"), _("unit"), _("no-answer"), _("format"))
KNOWN = (_("gold"), _("actions"), _("templates"), _("rules"), _("timestamps"))
TOKEN_STATES = (_("active"), _("expired"), _("revoked"))
SCOPES = (
    _("see suites, runs, boards and exports"),
    _("judge and decide disputes"),
    _("launch and cancel runs"),
    _("hand in contexts and answers of a system, and see the gold of practice suites"),
    _("build, edit and release suites, lead reviews, manage people, tokens and hooks"),
)
HOOKS = (
    _("a run has come to its end, complete or not"),
    _("a run has ended with no answer that could be scored"),
    _("the file of an export can be fetched"),
    _("a dispute between judges was decided"),
    _("a suite was released"),
)
READINESS = (
    *(_("ready"), _("degraded"), _("not migrated"), _("no database"), _("ok"), _("wrong")),
    *(_("database"), _("migrations"), _("worker"), _("tick"), _("queue")),
)
DIMENSIONS = (_("What is asked"), _("Access"), _("Evolution"), _("Composition"))
TRAITS = (
    _("Family"),
    _("The kind of operator."),
    _("Gold label"),
    _("Whether the records decide it."),
    _("Answer type"),
    _("What kind of value is right."),
    _("Domain"),
    _("The world of the history."),
    _("Scenario"),
    _("The history that is asked about."),
    _("Witness size"),
    _("Events of the smallest witness; its upper bound where not all witnesses are listed."),
    _("Support size"),
    _("Events of any minimal witness; its lower bound where not all are listed."),
    _("Dispersion"),
    _("Mean gap between neighbours of the witness, 1 being evenly spread."),
    _("Span"),
    _("The part of the history from the first to the last event of the witness."),
    _("Age"),
    _("How far back the witness lies in the mean: 0 at the cutoff, 1 at the beginning."),
    _("Overlap"),
    _("Words that question and witness share, of all words of both."),
    _("Excludes an obsolete version"),
    _("Whether a superseded version was passed over on the way."),
    _("Versions"),
    _("Versions of the facts and rules on the way, in the mean."),
    _("Obsolete events"),
    _("Events that state a superseded version on the way."),
    _("Height"),
    _("The longest way from the answer down to a record."),
    _("Width"),
    _("The most nodes on one level of the derivation."),
    _("Degree"),
    _("Kinds of step on the way."),
    _("yes"),
    _("no"),
)
