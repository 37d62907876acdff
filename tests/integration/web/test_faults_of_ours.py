"""A fault of ours is a problem with an id to programs and a page to people, and tells nothing of itself."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.selectors import suites
from tests.factories.web_world import World


def _fails(*args: Any, **kwargs: Any) -> Any:
    raise RuntimeError("the password is swordfish")


@pytest.mark.parametrize(
    ("path", "kind"), [("/api/v1/suites/open/", "application/problem+json"), ("/suites/open/", "text/html")]
)
def test_a_fault_of_ours_says_that_it_is_one(
    path: str, kind: str, quiet_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suites, "get_visible", _fails)
    client = quiet_world.client("lead", raise_request_exception=False)
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (500, kind)
    assert "swordfish" not in answer.content.decode()
    if "json" in kind:
        assert answer.json()["code"] == "fault"
        assert answer.json()["request_id"] == answer["X-Request-ID"]
