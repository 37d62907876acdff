"""Every operation of the OpenAPI document is called with drawn values, by a token of each role (issue 7).

schemathesis draws what the document allows and what it does not; most calls name things that are there.
No answer may be a fault of the server, and each must be what the document says of it. Cases are counted, and
written with what failed to ``schema.json`` in ``var/accept``. ``STEMMA_SCHEMA_CASES`` sets the cases of one
operation, role and mode.
"""

from __future__ import annotations

import json
import os
import random
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from benchmark.floor.accounts.verbs import Role
from tests.acceptance.served import ROOT, Served, installation

CASES = int(os.environ.get("STEMMA_SCHEMA_CASES", "5"))
ROLES = [role.value for role in Role]
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]
NO_LIMITS = json.dumps(dict.fromkeys(("anonymous", "read", "annotate", "run", "submit", "admin"), ""))
#: Would end the token that calls.
LEFT_OUT = {"/api/v1/tokens/{token}/revoke/", "/api/v1/tokens/{token}/rotate/"}


@dataclass
class Tried:
    """What calls came to: how many there were, by status, and what was wrong with any."""

    cases: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with installation(STEMMA_API_RATES=NO_LIMITS) as found:
        found.python("manage.py", "quickstart", "--no-serve")
        found.python("manage.py", "probes", "mini")
        found.python("manage.py", "run", "--suite", "mini", "--system", "bm25", "--part", "all", "--wait")
        yield found


@pytest.fixture(scope="module")
def given(served: Served) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(served.script("give_tokens"))
    return found


@pytest.fixture(scope="module")
def document(served: Served, given: dict[str, Any]) -> Any:
    """The operations as the running server describes them."""
    return schemathesis.openapi.from_url(
        f"{served.address}/api/v1/schema/?format=json", headers=credentials(given["tokens"]["lead"])
    )


def credentials(token: str) -> dict[str, str]:
    return {"Authorization": f"Token {token}"}


def called(document: Any, role: str, given: dict[str, Any]) -> Tried:
    """Every operation called by one role."""
    tried, draw = Tried(), random.Random(role)
    for found in document.get_all_operations():
        operation = found.ok()
        if operation.path in LEFT_OUT:
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            drive(operation, mode, given["tokens"][role], given["known"], draw, tried)
    return tried


def drive(
    operation: Any,
    mode: GenerationMode,
    token: str,
    known: dict[str, list[Any]],
    draw: random.Random,
    tried: Tried,
) -> None:
    """Call one operation with drawn values."""

    @hypothesis.settings(
        max_examples=CASES,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def call(case: schemathesis.Case) -> None:
        if draw.random() < 0.8:
            name_what_is_there(case, known, draw)
        answer = case.call(headers=credentials(token), timeout=60)
        tried.cases += 1
        tried.statuses[answer.status_code] += 1
        try:
            case.validate_response(answer, checks=CHECKS)
        except BaseException as fault:
            tried.faults.setdefault(
                f"{operation.method.upper()} {operation.path} {answer.status_code}", f"{fault}"[:3000]
            )

    try:
        call()
    except hypothesis.errors.Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, f"{operation.label}: no value is allowed"


def name_what_is_there(case: schemathesis.Case, known: dict[str, list[Any]], draw: random.Random) -> None:
    """Put what the database holds in the place of drawn names."""
    for place in (case.path_parameters, case.query):
        for name in place if isinstance(place, dict) else ():
            if known.get(name):
                place[name] = draw.choice(known[name])


@pytest.mark.parametrize("role", ROLES)
def test_no_call_breaks_the_server_or_the_document(role: str, document: Any, given: dict[str, Any]) -> None:
    started = time.monotonic()
    tried = called(document, role, given)
    found = {
        "role": role,
        "cases": tried.cases,
        "seconds": round(time.monotonic() - started, 1),
        "statuses": dict(sorted(tried.statuses.items())),
        "faults": tried.faults,
    }
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"schema-{role}.json").write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps({**found, "faults": len(tried.faults)}))
    assert tried.cases > CASES
    assert not tried.faults, "\n\n".join(f"{call}\n{fault}" for call, fault in tried.faults.items())


def test_the_server_lives_on(served: Served, document: Any) -> None:
    found = json.loads(served.python("manage.py", "doctor", "--json"))["findings"]
    assert [finding for finding in found if finding["state"] == "wrong"] == []
    with urllib.request.urlopen(f"{served.address}/readyz", timeout=60) as answer:
        assert answer.status == 200, answer.read()
