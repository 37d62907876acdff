"""A walk over all that leaves the house, for the marker of ``web_world``: findings, each with its channel.

It only looks: what may be found, and by whom, is for the tests. Addresses come from the URL resolver.
"""

from __future__ import annotations

import html
import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django_q.models import OrmQ, Task

from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.hooks.models import Delivery
from benchmark.floor.jobs import clocks
from benchmark.floor.logs.lines import Json, OfWhat
from benchmark.models import Export
from benchmark.services.hook_sending import letter_of
from scenarios.models import VerdictExport
from tests.factories import addresses
from tests.factories.addresses import Address
from tests.factories.web_world import MARKER, World

#: What a page, an answer of the API or a header may not hold. The classes mark a witness and a distractor.
LEAKS = (MARKER, "is-witness", "is-distractor")
OWN_WITNESSES = ("/playground/",)
"""Where the witness marked is that of what the person typed in: the marker alone may not show there."""
VARIANTS = {
    "scenarios:suite": ("?label=answerable&sort=-witness", "?reference=id", "?q=Grus"),
    "scenarios:suite_queries": ("?bait=yes", "?degree=1&sort=height"),
    "scenarios:scenario": ("?query=q001", "?kind=distractor", "?cutoff=2026-01-05T00:00:00Z"),
    "scenarios:scenario_time": ("?query=q001&cutoff=2026-01-05", "?position=1", "?query=q001&jump=next"),
    "benchmark:run_answers": ("?system=a-system&verdict=wrong",),
    "benchmark:run_list": ("?status=done",),
    "probes:run_diagnosis": ("?system=a-system&failure=unretrievable",),
    "probes:diagnosis": ("?step=self-1",),
    "review_lead:progress": ("?kind=complaint", "?part=batches"),
    "review_lead:disputes": ("?show=decided", "?kind=complaint"),
}
"""More to ask of some addresses, beside what is asked of all."""
NONSENSE = "?cutoff=never&node=x&page=zz&sort=;&query=q999&label=none&system=none&format=none&step=none&k=-1"
"""What no address takes: its refusal, if any, may not say what stands there instead."""
ODD_BODIES = (
    ("post", "{"),
    ("post", '{"answer": [[]], "text": 1, "items": "x"}'),
    ("put", "[]"),
    ("delete", ""),
)
"""Methods with bodies that are refused, where they are allowed at all."""
_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_TITLE = re.compile(r"<title\b[^>]*>(.*?)</title>", re.DOTALL)


@dataclass(frozen=True)
class Found:
    """A word that should not be there, the kind of place, and the place."""

    channel: str
    word: str
    place: str

    def __str__(self) -> str:
        return f"{self.word} in the {self.channel} of {self.place}"


def in_text(channel: str, text: str, place: str, words: Iterable[str] = LEAKS) -> Iterator[Found]:
    """The words that stand in it, also where it is escaped for HTML or JSON."""
    return (Found(channel, word, place) for word in words if word in html.unescape(text))


def in_response(response: Any, place: str) -> list[Found]:
    """What an answer holds: in its headers, in titles of drawings, and in the rest of its body, which is that
    of an error page or of a download where it is one."""
    words = (MARKER,) if place.rpartition(" ")[2].partition("?")[0] in OWN_WITNESSES else LEAKS
    body = b"".join(response) if response.streaming else response.content
    text = body.decode("utf-8", "replace")
    titles = " ".join(title for svg in _SVG.findall(text) for title in _TITLE.findall(svg))
    rest = _SVG.sub(lambda drawing: _TITLE.sub("", drawing[0]), text)
    channel = "body"
    if response.status_code >= 400:
        channel = "error page"
    elif "attachment" in response.headers.get("Content-Disposition", ""):
        channel = "download"
    return [
        *in_text("header", str([*response.headers.items(), *response.cookies.values()]), place, words),
        *in_text("svg title", titles, place, words),
        *in_text(channel, rest, place, words),
    ]


@dataclass
class Seen:
    """Findings, and how many answers were looked at."""

    found: list[Found] = field(default_factory=list)
    count: int = 0
    errors: int = 0
    """Answers that were refusals."""

    def look(self, response: Any, place: str) -> None:
        assert response.status_code != 500, place
        self.count += 1
        self.errors += response.status_code >= 400
        self.found += in_response(response, place)


def asked_of(
    found: Address, path: str, nodes: list[int], *, oddly: bool
) -> Iterator[tuple[str, str, dict[str, str], dict[str, Any]]]:
    """Method, path, headers and content of what is asked of one address; ``oddly`` too what none takes."""
    yield "get", path, {}, {}
    if found.template.startswith("/admin/"):
        return
    if oddly:
        yield "get", path + NONSENSE, {}, {}
    yield "post", path, {}, {}
    yield "options", path, {}, {}
    if found.template.startswith("/api/"):
        yield "get", path, {"Accept": "text/html"}, {}
        for method, data in ODD_BODIES if oddly else ():
            yield method, path, {}, {"data": data, "content_type": "application/json"}
        return
    yield "get", path, {"HX-Request": "true"}, {}
    for variant in VARIANTS.get(found.name, ()):
        yield "get", path + variant, {}, {}
    if found.name in ("scenarios:query", "probes:diagnosis"):
        for node in nodes:
            yield "get", f"{path}?node={node}", {"HX-Request": "true"}, {}


def walk(
    client: Client,
    user: Any,
    world: World,
    slugs: tuple[str, ...],
    *,
    elsewhere: bool = True,
    under: str = "/",
    names: Iterable[str] = (),
) -> Seen:
    """Ask every address for what leaks; ``elsewhere`` outside suites too, and else of those ``under`` a
    prefix, or of these ``names``."""
    seen = Seen()
    for slug in slugs:
        nodes = world.suites[slug].scenarios.get().derivation_nodes.values_list("pk", flat=True)
        for found in addresses.walk():
            if not found.template.startswith(under) or (names and found.name not in names):
                continue
            if not found.leads_into_a_suite and (slug != slugs[0] or not elsewhere):
                continue
            for path in paths(found, world, slug):
                for method, place, headers, content in asked_of(
                    found, path, list(nodes), oddly=slug == slugs[0]
                ):
                    response = getattr(client, method)(place, headers=headers, **content)
                    seen.look(response, f"{method} {place}")
            if user is not None and found.name == "accounts:sign_out":
                client.force_login(user)
    return seen


def paths(found: Address, world: World, slug: str) -> Iterator[str]:
    """The paths of an address: one, or one for each export that there is."""
    values = world.values(slug)
    if "<int:export>" not in found.template:
        yield found.path(values)
        return
    suite = world.suites[slug]
    rows: Any = Export.objects.filter(suite=suite)
    if "review" in found.template:
        rows = VerdictExport.objects.filter(suite=suite)
    for pk in [*rows.order_by("pk").values_list("pk", flat=True)] or [values["export"]]:
        yield found.path({**values, "export": pk})


@contextmanager
def listening() -> Iterator[list[str]]:
    """Every line that any logger writes meanwhile, as the log has it, from ``INFO`` on."""
    lines: list[str] = []
    keeper = _Keeper(lines)
    apart = [one for one in logging.root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    heard = [logging.root, *(one for one in apart if not one.propagate)]
    levels = {one: one.level for one in (logging.root, *apart) if one.level > logging.INFO}
    for logger in levels:
        logger.setLevel(logging.INFO)
    for logger in heard:
        logger.addHandler(keeper)
    try:
        yield lines
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)
        for logger in heard:
            logger.removeHandler(keeper)


class _Keeper(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.INFO)
        self.lines = lines
        self.addFilter(OfWhat())
        self.setFormatter(Json())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def in_lines(lines: Iterable[str]) -> list[Found]:
    """Whatever of the truth a line of the log holds."""
    return [found for line in lines for found in in_text("log line", line, line[:200])]


def in_rows() -> list[Found]:
    """What messages of the queue, tasks that ended, and the letters of hooks hold."""
    found: list[Found] = []
    for message in OrmQ.objects.all():
        found += in_text("task row", repr(message.task), f"message {message.name()}", (MARKER,))
    for task in Task.objects.all():
        told = repr((task.name, task.func, task.args, task.kwargs, task.group, task.hook, task.result))
        found += in_text("task row", told, f"task {task.name}", (MARKER,))
    for delivery in Delivery.objects.select_related("hook"):
        letter = letter_of(delivery, clocks.now())
        told = letter.body.decode() + repr(dict(letter.headers))
        found += in_text("webhook", told, f"{delivery.kind} to {delivery.hook.owner}", (MARKER,))
    return found


def in_audit() -> list[Found]:
    """What records of the audit hold; its page tells them to those who may read it."""
    return [
        found
        for row in AuditRecord.objects.all()
        for found in in_text("audit row", row.subject + json.dumps(row.details), row.action, (MARKER,))
    ]
