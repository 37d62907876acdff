"""Public data sets: read whole by an importer, then stored as suites, or refused (spec 11, overview 3)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import transaction

from scenarios.exceptions import InputRefusedError
from scenarios.importers.errors import ImporterError
from scenarios.importers.structmemeval import options as structmemeval_options
from scenarios.importers.structmemeval.audit import audit as audit_structmemeval
from scenarios.importers.structmemeval.reading import IMPORTED, read
from scenarios.importers.structmemeval.report import AuditReport
from scenarios.models import Suite
from scenarios.services import suites

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: The formats that can be imported and audited.
FORMATS = ("structmemeval",)
SUBSETS = IMPORTED


def import_dataset(
    *,
    path: Path,
    by: User | None,
    subsets: Iterable[str] = SUBSETS,
    options: Iterable[str] = (),
    is_open: bool = False,
) -> list[Suite]:
    """Store each chosen subset of StructMemEval as a draft suite; all of them or nothing.

    ``options`` are ``name=value`` texts (``structmemeval.options``). Raises ``InputRefusedError`` naming
    the option, or file, line and column of everything that cannot be read, and what ``suites.store``
    raises.
    """
    try:
        chosen = structmemeval_options.parse(options)
        bundles = [read(path, subset, chosen) for subset in subsets]
    except ImporterError as error:
        raise InputRefusedError(f"{error}\nNothing was stored.") from error
    with transaction.atomic():
        return [suites.store(bundle=bundle, by=by, is_open=is_open) for bundle in bundles]


def audit_dataset(*, path: Path, options: Iterable[str] = ()) -> AuditReport:
    """Every stated answer of StructMemEval beside the derived one. Stores nothing.

    Raises ``InputRefusedError`` for an unknown option and for a path that holds no such data.
    """
    try:
        return audit_structmemeval(path, structmemeval_options.parse(options))
    except ImporterError as error:
        raise InputRefusedError(str(error)) from error
