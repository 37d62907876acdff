"""Texts of one's own: dialogues out of a file, previewed, then stored as a draft suite to be annotated
(overview 3, spec 16)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NoReturn

from django.db import transaction

from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records as audit
from scenarios.datalog.errors import ProgramError
from scenarios.datalog.loading import load_program
from scenarios.domains import registry
from scenarios.exceptions import InputRefusedError, SuiteExistsError
from scenarios.importers.dialogues.making import bundle_of
from scenarios.importers.dialogues.reading import Dialogues, read
from scenarios.importers.dialogues.rows import MAX_BYTES, Fault, Options, TooLargeError
from scenarios.importers.errors import OptionError
from scenarios.models import Suite
from scenarios.services import suites
from scenarios.services.bundle_checks import RESERVED_SLUGS

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: What the domain of a suite is called whose program came with it.
OWN = "own"
STORED = "suite.texts_brought"


class TextsRefusedError(InputRefusedError):
    """A file of dialogues with faults, or a choice that there is not; ``fields`` says which and why."""

    http_status = 422
    code = "invalid"

    def __init__(self, fields: Mapping[str, str], faults: tuple[Fault, ...] = ()) -> None:
        self.fields = {name: [text] for name, text in fields.items()}
        self.faults = faults
        super().__init__("\n".join([*fields.values(), *map(str, faults), "Nothing was stored."]))

    @property
    def problem(self) -> dict[str, object]:
        """The faults as they stand in an answer of the API."""
        return {"fields": self.fields, "faults": [fault_object(fault) for fault in self.faults]}


class FileTooLargeError(TextsRefusedError):
    """The file is larger than what is read."""

    http_status = 413
    code = "too_large"


@dataclass(frozen=True, slots=True)
class TextPreview:
    """What a file would become: the dialogues with their faults, and what stands out in them. ``speakers``
    and ``groups`` are counted over the messages that could be read; of ``unstated`` nobody is named."""

    dialogues: Dialogues
    sha256: str
    speakers: tuple[tuple[str, int], ...]
    sessions: int
    groups: tuple[tuple[str, int], ...]
    first: datetime | None
    last: datetime | None
    unstated: int

    @property
    def can_be_stored(self) -> bool:
        """Whether nothing is wrong with the file."""
        return not self.dialogues.faults and bool(self.dialogues.messages)


def preview(*, data: bytes, name: str, options: Options) -> TextPreview:
    """What a file holds and all that is wrong with it; nothing is stored. Raises ``TextsRefusedError`` for an
    option that there is not, ``FileTooLargeError`` for a file above 10 MB."""
    found = _read(data, name, options)
    times = [message.t for message in found.messages]
    speakers = Counter(message.speaker for message in found.messages if message.speaker)
    sessions = {(message.scenario, message.session) for message in found.messages if message.session}
    return TextPreview(
        dialogues=found,
        sha256=hashlib.sha256(data).hexdigest(),
        speakers=tuple(speakers.most_common()),
        sessions=len(sessions),
        groups=tuple(Counter(message.scenario for message in found.messages).items()),
        first=min(times, default=None),
        last=max(times, default=None),
        unstated=len(found.messages) - speakers.total(),
    )


def bring_in(
    *,
    data: bytes,
    name: str,
    options: Options,
    slug: str,
    title: str,
    domain: str = "",
    program: str = "",
    by: User | None,
    key: str = "",
) -> Suite:
    """Store the dialogues of a file as a draft suite whose records are yet to be annotated; all of it or
    nothing. ``domain`` names one that ships, or ``program`` is the text of one's own. ``key`` is the form's:
    a second time with it gives the same suite.

    Raises as ``preview``; ``TextsRefusedError`` with every fault of the file, or of the program with its
    carets; ``SuiteExistsError`` for a slug that is taken; and what ``suites.store`` raises.
    """
    if (before := _done(key, by)) is not None:
        return before
    source, domain = program_of(domain, program)
    found = _read(data, name, options)
    if found.faults or not found.messages:
        raise TextsRefusedError({"file": _count(found)}, found.shown_faults)
    bundle = bundle_of(
        found, slug=slug, title=title, domain=domain, program=source, file=name, reserved=RESERVED_SLUGS
    )
    try:
        with transaction.atomic():
            suite = suites.store(bundle=bundle, by=by)
            _record(suite, found, data, name, key, by)
    except SuiteExistsError:
        if (before := _done(key, by)) is not None:  # the same form, sent twice at once
            return before
        raise
    return suite


def program_of(domain: str, program: str) -> tuple[str, str]:
    """The source of the program, and the domain's name. Raises ``TextsRefusedError``."""
    if bool(domain) == bool(program.strip()):
        raise TextsRefusedError(
            {"program": "Choose a domain, or write a program of your own: one of the two."}
        )
    if domain:
        if domain not in registry.names():
            known = ", ".join(registry.names())
            raise TextsRefusedError({"domain": f"There is no domain {domain[:40]!r}; there are {known}."})
        return registry.get(domain).program_text, domain
    try:
        loaded = load_program(program, "program.dl")
    except ProgramError as error:
        raise TextsRefusedError({"program": str(error)}) from error
    if not loaded.decls:
        raise TextsRefusedError({"program": "The program declares nothing that a record could state."})
    return program, OWN


def refuse_size(size: int) -> NoReturn:
    """Refuse a file by its size alone, before it is read. Raises ``FileTooLargeError``."""
    raise FileTooLargeError({"file": f"the file has {size:,} bytes, {MAX_BYTES:,} are read at most."})


def fault_object(fault: Fault) -> dict[str, object]:
    """A fault as JSON."""
    return {"line": fault.line, "column": fault.column, "what": fault.what, "hint": fault.hint}


def _read(data: bytes, name: str, options: Options) -> Dialogues:
    try:
        return read(data, name, options)
    except TooLargeError as error:
        raise FileTooLargeError({"file": f"{error}."}) from error
    except OptionError as error:
        field = str(error).partition(":")[0]
        raise TextsRefusedError({field if " " not in field else "zone": f"{error}."}) from error


def _count(found: Dialogues) -> str:
    if not found.messages and not found.faults:
        return "The file holds no message with text."
    n, shown = len(found.faults), len(found.shown_faults)
    more = f", the first {shown} are shown" if shown < n else ""
    return f"The file has {n:,} fault{'s' if n != 1 else ''}{more}."


def _done(key: str, by: User | None) -> Suite | None:
    """The suite that this form has made, if it has."""
    if not key or by is None:
        return None
    rows = AuditRecord.objects.filter(action=STORED, actor=by.username, details__key=key)
    subject = rows.values_list("subject", flat=True).first()
    return None if subject is None else Suite.objects.filter(slug=subject.removeprefix("suite:")).first()


def _record(suite: Suite, found: Dialogues, data: bytes, name: str, key: str, by: User | None) -> None:
    details = {
        "file": name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "format": found.format,
        "columns": dict(found.mapping),
        "messages": len(found.messages),
        "left_out": found.skipped,
        "key": key,
    }
    audit.record(action=STORED, subject=f"suite:{suite.slug}", by=by, details=details)
