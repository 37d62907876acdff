"""Pages of what went wrong and where, and of runs beside each other."""

from __future__ import annotations

from django.urls import URLPattern, path

from benchmark.floor.accounts.verbs import Verb
from probes.views import cards, comparing, diagnoses, maintenance, run_diagnosis

app_name = "probes"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "compare": Verb.RUN_VIEW,
    "compare_figures": Verb.RUN_VIEW,
    "compare_queries": Verb.GOLD_VIEW,
    "run_diagnosis": Verb.RUN_VIEW,
    "run_diagnosis_queries": Verb.GOLD_VIEW,
    "diagnosis": Verb.GOLD_VIEW,
    "run_maintenance": Verb.RUN_VIEW,
    "card": Verb.GOLD_VIEW,
    "card_file": Verb.GOLD_VIEW,
}

urlpatterns: list[URLPattern] = [
    path("compare/", comparing.compare, name="compare"),
    path("compare/figures.csv", comparing.compare_figures, name="compare_figures"),
    path("compare/queries.csv", comparing.compare_queries, name="compare_queries"),
    path("runs/<int:pk>/diagnosis/", run_diagnosis.run_diagnosis, name="run_diagnosis"),
    path(
        "runs/<int:pk>/diagnosis/queries.csv",
        run_diagnosis.run_diagnosis_queries,
        name="run_diagnosis_queries",
    ),
    path("runs/<int:pk>/diagnosis/<int:answer>/", diagnoses.diagnosis, name="diagnosis"),
    path("runs/<int:pk>/maintenance/", maintenance.maintenance, name="run_maintenance"),
    path("cards/<int:answer>/", cards.card, name="card"),
    path("cards/<int:answer>/card.html", cards.card_file, name="card_file"),
]
