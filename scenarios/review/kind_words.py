"""Kinds and forms of items as words: marked here, translated where they are shown (ADR 36)."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

KINDS = (_("record"), _("question"), _("annotation"), _("complaint"))
FORMS = (_("recognition"), _("blind"), _("actions"))
MEASURES = (_("raw"), _("kappa"), _("Fleiss"), _("PABAK"), _("AC1"), _("alpha"))
