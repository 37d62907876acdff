"""Forms that came after the session had ended: kept until their author has signed in again.

Without JavaScript there is no other place for them: the sign-in leads back to the page, which shows them.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest

from scenarios.review import entries

NAME = "review_kept"
LONGEST = 20_000
"""Characters of a form that is kept for somebody who is not signed in."""


def new_key() -> str:
    """A key for one showing of a form: what is sent twice with it is stored once."""
    return str(uuid.uuid4())


def keep(request: HttpRequest, slot: int) -> None:
    """Keep the entries of a form that was sent without a session. Those that cannot be stored are let go."""
    try:
        given = entries.of_form(request.POST.lists())
    except entries.EntriesError:
        return
    token = request.POST.get("_token", "")[:40]
    if given and sum(len(str(pair)) for pair in given.items()) <= LONGEST:
        request.session[NAME] = {"slot": slot, "token": token, "given": given}


def take(request: HttpRequest, slot: int, token: Any) -> entries.Given | None:
    """The kept entries of this slot under this lease, once; None where there are none."""
    found = request.session.get(NAME)
    if not found or found["slot"] != slot:
        return None
    del request.session[NAME]
    given: entries.Given = found["given"]
    return given if found["token"] == str(token) else None
