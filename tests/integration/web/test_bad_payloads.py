"""Bodies that are broken, hostile or too large, at every route of the API that takes one (case P07).

Routes come from the URL resolver, so a new one is met without being told. What exactly is no JSON stands in
``tests/unit/api/test_strict_json.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from rest_framework.parsers import JSONParser

from benchmark.api.parsing import StrictJSONParser
from tests.factories import addresses
from tests.factories.addresses import Address
from tests.factories.web_world import World
from tests.unit.walls import rooms

JSON = "application/json"
BROKEN: dict[str, tuple[bytes, str]] = {
    "cut off": (b'{"events":[', "line 1, column 12"),
    "NUL": (b'{"text": "a\\u0000b"}', "/text"),
    "NaN": (b'{"t": NaN}', "/t"),
    "lone surrogate": (b'{"text": "\\ud83d"}', "/text"),
    "deep": (b"[" * 5000 + b"]" * 5000, "more than 64 deep"),
    "doubled name": (b'{"id": 1, "id": 2}', "'id' stands twice"),
    "UTF-16": ('{"id": "a"}'.encode("utf-16"), "byte 1 is not UTF-8"),
}
"""What no route reads, and the place that the answer names."""
NO_OBJECTS = (b"[]", b"null", b'"text"')
TAKES_ANYTHING = {
    "api-review-ahead",
    "api-review-next",
    "api-review-pause",
    "api-review-undo",
    "api-run-cancel",
    "api-run-resume",
}
"""Routes that take no body and so say nothing of one that can be read."""


def taking() -> Iterator[tuple[str, Address]]:
    """The routes that take a body, with the method."""
    for found in addresses.ours():
        if found.template.startswith("/api/"):
            for method in ("post", "put", "patch"):
                if hasattr(addresses.view_of(found), method):
                    yield method, found


#: Routes that none but administrators may use.
OF_ADMINS = {"api-purge"}


def asked(world: World, body: bytes) -> Iterator[tuple[str, Any]]:
    """The answer of each route to somebody who may use it."""
    for method, found in taking():
        role = "annotator" if "-review-slot" in found.name or found.name in TAKES_ANYTHING else "lead"
        role = "admin" if found.name in OF_ADMINS else role
        path = found.path(world.values("open"))
        response = getattr(world.api(role), method)(path, body, content_type=JSON, headers={"If-Match": "*"})
        yield f"{method} {found.name} as {role}: {response.status_code}", response


def counts() -> dict[str, int]:
    """How many rows each of our tables holds."""
    models = [model for model in apps.get_models() if model._meta.app_label in rooms.LEVELS]
    return {model._meta.label: model._default_manager.count() for model in models}


def test_every_route_reads_json_strictly() -> None:
    for _, found in taking():
        for parser in addresses.view_of(found).parser_classes:
            strict = issubclass(parser, StrictJSONParser)
            assert strict or (JSON != parser.media_type and not issubclass(parser, JSONParser)), found.name


@pytest.mark.parametrize("name", ["NUL", "deep"])
def test_a_broken_body_is_refused_by_every_route_and_nothing_is_stored(world: World, name: str) -> None:
    body, place = BROKEN[name]
    before, wrong = counts(), []
    for told, response in asked(world, body):
        problem = response.json()
        read = response.status_code == 400 and place in json.dumps(problem)
        if not read and (response.status_code, problem["code"]) != (415, "unsupported_media_type"):
            wrong.append(told)
    assert not wrong, "\n".join(wrong)
    assert counts() == before
    assert world.api("lead").get("/api/v1/suites/").status_code == 200


@pytest.mark.parametrize("body", NO_OBJECTS)
def test_a_body_that_is_no_object_is_refused_by_every_route_that_takes_one(world: World, body: bytes) -> None:
    before, wrong = counts(), []
    for told, response in asked(world, body):
        takes_none = any(f" {name} " in told for name in TAKES_ANYTHING)
        if response.status_code >= 500 or not (takes_none or response.status_code >= 400):
            wrong.append(told)
    assert not wrong, "\n".join(wrong)
    assert counts() == before


def test_what_is_broken_is_named_with_its_place(quiet_world: World) -> None:
    lead, before = quiet_world.api("lead"), counts()
    for name, (body, place) in BROKEN.items():
        refused = lead.post("/api/v1/suites/open/scenarios/open-history/events/", body, content_type=JSON)
        assert refused.status_code == 400, name
        assert refused["Content-Type"] == "application/problem+json"
        assert place in json.dumps(refused.json()), name
    assert counts() == before


class Pieces(BytesIO):
    """Sixty megabytes that are never held at once."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.left = size

    def read(self, size: int | None = -1) -> bytes:
        given = min(self.left, 1 << 20 if size is None or size < 0 else size)
        self.left -= given
        return b"x" * given


def test_a_body_of_60_mb_is_413_and_read_to_its_end(quiet_world: World) -> None:
    body, size = Pieces(60_000_000), 60_000_000
    sent = {"wsgi.input": body, "CONTENT_LENGTH": str(size), "CONTENT_TYPE": JSON}
    refused = quiet_world.api("lead").generic("POST", "/api/v1/playground/", **sent)
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
    assert "16000000 bytes" in refused.json()["detail"]
    assert body.left == 0
