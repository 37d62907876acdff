"""The report of an error shows no secret, with DEBUG or without (ADR 32)."""

from __future__ import annotations

import sys

import pytest
from django.test import RequestFactory
from django.views.debug import ExceptionReporter, get_exception_reporter_filter

from benchmark.floor.logs.reports import ReportFilter

HUSH = "-".join(["hush"] * 3)  # a report shows lines of source


def fails(password: str) -> None:
    """A fault while secrets are at hand."""
    api_key = f"{password}-key"
    address = f"postgresql://stemma:{password}@db/stemma"
    raise ValueError("it broke") if address and api_key else AssertionError


@pytest.mark.parametrize("debug", [True, False])
def test_a_report_shows_no_secret_by_its_name_or_its_look(debug: bool, settings: object) -> None:
    settings.DEBUG = debug  # type: ignore[attr-defined]  # of pytest-django
    settings.DATABASE_URL = f"postgresql://stemma:{HUSH}@db/stemma"  # type: ignore[attr-defined]
    settings.SOME_BROKER = f"redis://:{HUSH}@queue"  # type: ignore[attr-defined]
    request = RequestFactory().post(
        "/accounts/sign-in/",
        {"username": "the-lead", "password": HUSH},
        headers={"Authorization": f"Token {HUSH}", "Cookie": f"sessionid={HUSH}"},
    )
    try:
        fails(HUSH)
    except ValueError:
        reporter = ExceptionReporter(request, *sys.exc_info())
    texts = (reporter.get_traceback_html(), reporter.get_traceback_text())
    for text in texts:
        assert "it broke" in text
        assert HUSH not in text
    assert "the-lead" in texts[0], "a report without what was sent explains nothing"


def test_it_is_the_filter_of_the_settings() -> None:
    assert isinstance(get_exception_reporter_filter(None), ReportFilter)
