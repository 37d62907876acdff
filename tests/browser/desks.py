"""Small suites to be judged in a browser, each with a queue of its own, made by one command on the site."""

from __future__ import annotations

from tests.browser.site import Site

CODE = """
from benchmark.floor.accounts.models import User
from scenarios.models import Rendering, Suite
from tests.factories import reviews, scenarios as make
for slug, records, blind in {desks!r}:
    if Suite.objects.filter(slug=slug).exists():
        continue
    suite = reviews.suite_of_records(records, slug=slug, title="Practice " + slug)
    scenario = suite.scenarios.get()
    make.event(scenario, records + 1, {tricky!r})
    make.action(scenario.events.get(label="e%04d" % (records + 1)), key=["Trip 99"])
    Rendering.objects.filter(event__scenario=scenario).update(status="auto_passed")
    reviews.open_review(suite, blind_share=blind)
    for name in ("annotator", "annotator-2"):
        make.member(User.objects.get(username=name), suite, "annotator")
"""
TRICKY = (
    "\N{WOMAN}\u200d\N{ROCKET} \u0645\u0631\u062d\u0628\u0627: Trip 99 goes to Corby. " + "It is far. " * 400
)
"""The last record of each: emoji of several code points, right-to-left words, longer than a screen."""


def open_desks(site: Site, *desks: tuple[str, int, int]) -> None:
    """Make suites of ``(slug, records, share of blind re-entry)``, their review open to both annotators."""
    site.manage("shell", "-c", CODE.format(desks=desks, tricky=TRICKY))


JUDGES = ("question-judge-1", "question-judge-2")
QUESTIONS = """
from benchmark.floor.accounts.models import User
from scenarios.models import Reviewer, Suite
from tests.factories import scenarios as make
suite = Suite.objects.get(slug="mini")
for name in {judges!r}:
    judge = User.objects.filter(username=name).first()
    if judge is None:
        judge = User.objects.create_user(name, password={password!r}, role="annotator")
        Reviewer.objects.create(suite=suite, user=judge, kinds=["question"])
"""
PASSWORD = "only questions for me"


def open_questions(site: Site) -> None:
    """Let ``JUDGES`` be handed the questions of the mini suite and nothing else."""
    site.manage("shell", "-c", QUESTIONS.format(judges=JUDGES, password=PASSWORD))
    site.passwords |= dict.fromkeys(JUDGES, PASSWORD)
