"""Registers the systems that ship, gives an account of each role a token, and says what the database holds.

    python -m tests.acceptance.give_tokens

Prints one JSON object: ``tokens`` by role, and ``known``, by name of a parameter of the API what it may be.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

#: What calls are about.
SUITE = "mini"


def main() -> None:
    """Do it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    from benchmark.floor.accounts.verbs import Role
    from benchmark.services import systems

    systems.register_all()
    given = {role.value: token_of(role) for role in Role}
    sys.stdout.write(json.dumps({"tokens": given, "known": known()}) + "\n")


def token_of(role: Any) -> str:
    """The secret of a new token that may all that its owner may."""
    from django.utils import timezone

    from benchmark.floor.accounts.models import User
    from benchmark.floor.accounts.services import tokens

    user, _ = User.objects.get_or_create(username=f"caller-{role.value}", defaults={"role": role.value})
    name = f"calls {user.api_tokens.count()}"
    _, secret = tokens.create(user=user, name=name, by=user, now=timezone.now())
    return secret


def known() -> dict[str, list[Any]]:
    """Values of parameters that name something."""
    from benchmark.models import Export, Run
    from probes.models import Diagnosis
    from scenarios.models import ReviewItem, Scenario, Slot

    scenario = Scenario.objects.filter(suite__slug=SUITE).order_by("pk").first()
    if scenario is None:
        return {}
    return {
        "suite": [SUITE],
        "scenario": [scenario.slug],
        "label": list(scenario.queries.values_list("label", flat=True)[:5]),
        "event": list(scenario.events.values_list("label", flat=True)[:5]),
        "id": list(Run.objects.values_list("pk", flat=True)[:3]),
        "account": [f"caller-{role}" for role in ("lead", "system")],
        "system": ["bm25"],
        "diagnosis": list(Diagnosis.objects.values_list("pk", flat=True)[:5]),
        "export": list(Export.objects.values_list("pk", flat=True)[:3]),
        "item": list(ReviewItem.objects.values_list("pk", flat=True)[:5]),
        "slot": list(Slot.objects.values_list("pk", flat=True)[:5]),
        "kind": ["record", "question"],
    }


if __name__ == "__main__":
    main()
