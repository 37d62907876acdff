"""Routes of the health checks."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.jobs.views import health

app_name = "jobs"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]

ROUTE_VERBS = {"healthz": "public", "readyz": "public"}
