"""Routes of the project. Each room owns its own urls module; this one only includes them."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

handler404 = "benchmark.api.missing.not_found"
handler500 = "benchmark.floor.jobs.views.failing.server_error"

urlpatterns = [
    path("accounts/", include("benchmark.floor.accounts.urls")),
    path("", include("benchmark.floor.jobs.urls")),
    path("api/v1/", include("benchmark.api.urls")),
    path("api/v1/", include("benchmark.floor.accounts.api.urls")),
    path("", include("scenarios.review.urls.working")),
    path("", include("scenarios.review.urls.leading")),
    path("", include("scenarios.review.urls.effects")),
    path("", include("scenarios.review.urls.texts")),
    # Before the pages of scenarios: some pages of suites are of these rooms.
    path("", include("probes.urls")),
    path("", include("benchmark.views.urls")),
    path("", include("scenarios.urls")),
    path("admin/", admin.site.urls),
]
