"""What people write on a run: its title and its note. Figures never change by it."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from benchmark.models import Run
from scenarios.exceptions import InputRefusedError

MOST_TITLE = 200
MOST_NOTE = 2000


def describe(*, run: Run, title: str | None = None, note: str | None = None, by: User | None) -> Run:
    """Give a run another title or note; None leaves it. Raises ``InputRefusedError`` for a title that is
    empty and for what is too long."""
    wanted = {name: text.strip() for name, text in (("title", title), ("note", note)) if text is not None}
    if not wanted.get("title", "x"):
        raise InputRefusedError(_("A run needs a title: write 1 to 200 characters."))
    if len(wanted.get("title", "")) > MOST_TITLE or len(wanted.get("note", "")) > MOST_NOTE:
        raise InputRefusedError(
            _("A title has at most %(most_title)s characters, a note %(most_note)s.")
            % {"most_title": MOST_TITLE, "most_note": MOST_NOTE}
        )
    with transaction.atomic():
        run = Run.objects.select_for_update(no_key=True).get(pk=run.pk)
        changed = sorted(name for name, text in wanted.items() if getattr(run, name) != text)
        for name in changed:
            setattr(run, name, wanted[name])
        if changed:
            run.save(update_fields=changed)
            audit.record(action="run.described", subject=f"run:{run.pk}", by=by, details={"changed": changed})
    return run
