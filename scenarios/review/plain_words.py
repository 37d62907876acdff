"""Words of pure modules, kinds and forms of items: marked here, translated where they are shown (ADR 36)."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

KINDS = (_("record"), _("question"), _("annotation"), _("complaint"))
FORMS = (_("recognition"), _("blind"), _("actions"))
MEASURES = (_("raw"), _("kappa"), _("Fleiss"), _("PABAK"), _("AC1"), _("alpha"))
STATES = (
    _("draft"),
    _("auto_failed"),
    _("auto_passed"),
    _("in_review"),
)
"""States of texts and items in their history; the others are words of pages as well."""
NOTES = (_("edited"), _("re-rendered"), _("checked"), _("checked again"))
"""Why a state changed."""
ENTRIES = (
    _("The form has %(n)s entries; %(most)s are the most."),
    _("%(name)s holds characters that no text may hold."),
    _("The form has %(size)s characters; %(longest)s are the most. Shorten a comment."),
)
