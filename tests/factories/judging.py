"""A judge at the working page, without a browser: the hidden fields of a form, and how it is sent."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.test import Client

from benchmark.floor.accounts.models import User
from scenarios.models import Suite
from tests.factories import reviews

TEMPLATES = Path(__file__).parents[1] / "templates"
JSON = {"Accept": "application/json"}
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def plain_forms(settings: Any) -> None:
    """Let the plain subject be the only one, and give it its form (``settings`` is the fixture)."""
    reviews.plain(settings)
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"].append(TEMPLATES)
    settings.TEMPLATES = changed


@dataclass
class Desk:
    """A person at the working page of a suite: ``address`` is that of the item at hand, ``hidden`` what its
    form sends with the entries."""

    person: User
    suite: Suite
    client: Client = field(default_factory=Client)
    address: str = ""
    hidden: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.client.force_login(self.person)

    def open(self, address: str = "") -> str:
        """The page of an address, else of the item at hand, which is claimed."""
        self.address = address or self.client.get(f"/review/{self.suite.slug}/")["Location"]
        page: str = self.client.get(self.address).content.decode()
        form = page.partition('id="review-form"')[2].partition("</form>")[0]
        self.hidden = dict(HIDDEN.findall(form))
        return page

    def post(self, what: str = "submit", *, as_script: bool = False, **entries: Any) -> Any:
        """Send the form of the item at hand; entries with dots in their names come as ``{"a.b": …}``."""
        sent = {**self.hidden, **entries.pop("more", {}), **entries}
        headers = JSON if as_script else {}
        return self.client.post(f"{self.address}{what}/", sent, headers=headers)

    def queue(self, what: str, *, as_script: bool = False) -> Any:
        """Send one of the forms of the whole queue."""
        return self.client.post(f"/review/{self.suite.slug}/{what}/", headers=JSON if as_script else {})
