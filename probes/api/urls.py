"""Routes of the API twins of this room's pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from benchmark.floor.accounts.verbs import Verb
from probes.api import comparing, diagnoses, gates, maintenance

#: The verb that each route needs; a test fails for a route that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "api-comparison": Verb.RUN_VIEW,
    "api-run-gate": Verb.RUN_VIEW,
    "api-run-maintenance": Verb.RUN_VIEW,
    "api-run-diagnosis": Verb.RUN_VIEW,
    "api-run-diagnoses": Verb.GOLD_VIEW,
    "api-diagnosis": Verb.GOLD_VIEW,
}

urlpatterns: list[URLPattern] = [
    path("comparisons/", comparing.Comparison.as_view(), name="api-comparison"),
    path("runs/<int:pk>/gate/", gates.RunGate.as_view(), name="api-run-gate"),
    path("runs/<int:pk>/maintenance/", maintenance.RunMaintenance.as_view(), name="api-run-maintenance"),
    path("runs/<int:pk>/diagnosis/", diagnoses.RunDiagnosis.as_view(), name="api-run-diagnosis"),
    path("runs/<int:pk>/diagnoses/", diagnoses.RunDiagnoses.as_view(), name="api-run-diagnoses"),
    path("diagnoses/<int:diagnosis>/", diagnoses.DiagnosisDetail.as_view(), name="api-diagnosis"),
]
