"""What a run's diagnosis and maintenance came to, system by system, as one JSON object.

python -m tests.acceptance.diagnosis_figures RUN
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from typing import Any


def main(number: str) -> None:
    """Print it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    from benchmark.models import Run

    run = Run.objects.get(pk=int(number))
    found = {variant.system.name: figures(variant) for variant in run.variants.select_related("system")}
    sys.stdout.write(json.dumps({"systems": found, "maintenance": maintenance(run)}, indent=1) + "\n")


def figures(variant: Any) -> dict[str, Any]:
    """Counts over the rows of one variant: nothing here goes through the code that is checked."""
    from benchmark.models import Answer, SutContext
    from probes.models import Diagnosis, FrontierNode

    made = Diagnosis.objects.filter(answer__context__variant=variant)
    wrong = list(made.filter(correct=False, status="done").prefetch_related("frontier"))
    nodes = FrontierNode.objects.filter(diagnosis__in=[one.pk for one in wrong])
    only = [one for one in wrong if {node.failure for node in one.frontier.all()} == {"ungathered"}]
    answers = Answer.objects.filter(context__variant=variant, question__kind="query")
    plans = {"question__query__probe_plan__isnull": False}
    left = [one for one in only if not one.self_recovered]
    labels = answers.filter(condition="alone", question__query__gold__label="unknown")
    contexts = SutContext.objects.filter(variant=variant)
    return {
        "queries": answers.filter(condition="alone").count(),
        "right": answers.filter(condition="alone", correct=True).count(),
        "diagnosed": made.count(),
        "incomplete": made.exclude(status="done").count(),
        "wrong": len(wrong),
        "classes": counted(nodes.values_list("failure", "dimension")),
        "kinds": counted(nodes.values_list("failure", "kind")),
        "unverified": nodes.filter(unverified=True).count(),
        "ungathered_only": len(only),
        "ungathered_only_self_repaired": sum(bool(one.self_recovered) for one in only),
        "ungathered_only_unrepaired": dict(Counter(map(why, left))),
        "self_recovered": sum(bool(one.self_recovered) for one in wrong),
        "gold_recovered": sum(bool(one.gold_recovered) for one in wrong),
        "gold_unrepaired": dict(Counter(one.reason for one in wrong if not one.gold_recovered)),
        "split_right": answers.filter(condition="split", correct=True, **plans).count(),
        "alone_right": answers.filter(condition="alone", correct=True, **plans).count(),
        "unknown_over_answered": labels.exclude(label="unknown").count(),
        "unknown": labels.count(),
        "asked": contexts.exclude(meta__has_key="as_for_question").count(),
        "asked_twice": asked_twice(contexts),
    }


def why(diagnosis: Any) -> str:
    """Why the system's own answers do not repair a failure that is ungathered only."""
    wrong = diagnosis.recoveries.filter(kind="self", source="targeted", correct=False)
    if wrong.exclude(probe__frontier_nodes__diagnosis=diagnosis).exists():
        return "an input off the frontier is wrong when asked for directly"
    return str(diagnosis.reason or "gold at the wrong inputs repairs it")


def counted(pairs: Any) -> dict[str, int]:
    """How often each pair stands, most first."""
    return {" ".join(pair): count for pair, count in Counter(pairs).most_common()}


def asked_twice(contexts: Any) -> int:
    """Questions that were put to the system more than once with the same words at the same cutoff."""
    put = contexts.exclude(meta__has_key="as_for_question")
    words = Counter(put.values_list("scenario", "question__text", "question__cutoff"))
    return sum(count - 1 for count in words.values())


def maintenance(run: Any) -> Any:
    """Refresh and preservation as the page and the API give them, without details."""
    from probes.selectors import maintenance as selectors

    return selectors.as_json(selectors.of_run(run), details=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
