"""The commands of ``quick_start.md``, ``reproduce.md``, ``agreement.md``, ``own_texts.md``, ``practice.md``
and ``cards/README.md`` do what these pages say, in one place that is set up once; so do the links of
``concepts.md``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from pytest_django import DjangoDbBlocker

from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.services import systems
from scenarios.management.commands import build_suite
from scenarios.models import Event, Suite
from scenarios.services.playground_texts import of_link_state
from tests.factories import doc_blocks
from tests.factories.kept_rows import kept
from tests.unit.walls.rooms import ROOT

pytestmark = pytest.mark.django_db

LEFT_OUT = "…"
OPENED = re.compile(
    r"\[[^\]]*: (?P<label>[\w-]+)(?: (?P<answer>\w+))?\]\(/playground/\?s=(?P<state>[\w-]+)\)"
)


def told(command: str) -> str:
    """What a line of a page prints; a number of a run is that of the newest."""
    program, *words = shlex.split(command)
    assert program == "manage.py"
    out = StringIO()
    newest = Run.objects.order_by("-pk").values_list("pk", flat=True).first()
    call_command(*(re.sub(r"^1:", f"{newest}:", word) for word in words), stdout=out)
    return out.getvalue()


@dataclass(frozen=True)
class Step:
    """A block of commands with what it printed, and what the page says that it prints."""

    first: str
    printed: str
    says: tuple[str, ...]


def steps(page: str, *, without: tuple[str, ...] = ()) -> Iterator[Step]:
    """Run the blocks of a page one after the other. ``without`` names beginnings of blocks that are run
    elsewhere."""
    found = [block for block in doc_blocks.blocks(page) if block.kind in ("sh", "output")]
    for block, after in zip(found, [*found[1:], None], strict=True):
        if block.kind != "sh" or block.text.startswith(without or ("\0",)):
            continue
        says = after.text.splitlines() if after is not None and after.kind == "output" else []
        printed = "".join(told(line) for line in block.text.splitlines())
        yield Step(block.text.splitlines()[0], printed, tuple(says))


def missing(step: Step) -> str:
    """The first line of the page that is not printed after the one before it: whole, or as its end or
    beginning."""
    lines = iter(step.printed.splitlines())
    for said in step.says:
        if said != LEFT_OUT and not any(
            line == said or line.endswith(said) or line.startswith(said) for line in lines
        ):
            return said
    return ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("manual")


@pytest.fixture(scope="module")
def reproduced(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, folder: Path
) -> Iterator[list[Step]]:
    """The blocks of the page in their order, the last on an installation that has nothing yet. What it
    stored stays for the tests of this module, with two systems run over it."""
    with kept(django_db_blocker), django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (folder / "docs").symlink_to(ROOT / "docs")
        before = transaction.savepoint()
        run = steps("docs/reproduce.md")
        found = [next(run) for _ in range(3)]
        call_command("export_suite", "worked-example", "worked-example-files", stdout=StringIO())
        transaction.savepoint_rollback(before)
        assert not Suite.objects.exists()
        found += run
        systems.register_all()
        User.objects.create_user(username="lead", role="lead")
        told("manage.py run --suite mini --system bm25 --system dense --wait")
        with django_db_blocker.block():
            yield found


@pytest.fixture
def here(reproduced: list[Step], folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    monkeypatch.chdir(folder)
    return reproduced


def test_a_release_is_reproduced(here: list[Step]) -> None:
    assert [step.first.split()[1] for step in here] == [
        *("build_suite", "verify_release", "export_suite", "import_suite")
    ]
    for step in here:
        assert step.says, step.first
        assert not missing(step), f"{missing(step)}\nis not printed by {step.first}:\n{step.printed}"


@pytest.mark.parametrize("slug", ["worked-example", "mini"])
def test_the_cards_are_those_of_the_suites(
    here: list[Step], folder: Path, slug: str, update_golden: bool
) -> None:
    """The cards of ``docs/cards/`` come from suites that the block of ``cards/README.md`` builds."""
    (block,) = doc_blocks.commands("docs/cards/README.md")
    assert f"manage.py build_suite {slug}\n" in block.text
    made = (folder / f"{slug}-files" / "DATACARD.md").read_text(encoding="utf-8")
    page = ROOT / "docs" / "cards" / f"{slug}.md"
    if update_golden:
        page.write_text(made, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == made


def test_quick_start_prints_what_it_says(here: list[Step]) -> None:
    elsewhere = ("make ", ". .venv", "manage.py doctor")
    found = list(steps("docs/quick_start.md", without=elsewhere))
    assert len(found) == 3
    for step in found:
        assert not missing(step), f"{missing(step)}\nis not printed by {step.first}:\n{step.printed}"
    compared = found[-1].printed
    assert "bm25" in compared
    assert "dense" in compared


def test_agreement_is_printed(here: list[Step]) -> None:
    (step,) = steps("docs/agreement.md")
    assert step.printed.strip()


def test_dialogues_are_brought_in(here: list[Step]) -> None:
    (step,) = steps("docs/own_texts.md")
    assert "messages: 4" in step.printed
    suite = Suite.objects.get(slug="talk")
    assert Event.objects.filter(scenario__suite=suite).count() == 4
    assert suite.scenarios.count() == 2
    program = (ROOT / "docs" / "examples" / "trips.dl").read_text(encoding="utf-8")
    assert program in [block.text for block in doc_blocks.blocks("docs/own_texts.md")]


def test_the_line_of_practice_suites_has_options_that_there_are(here: list[Step]) -> None:
    """Another seed takes as long as the first; the small suite takes the same options."""
    line = doc_blocks.commands("docs/practice.md")[0].text
    assert line.startswith("manage.py build_suite mini --as practice")
    parser = build_suite.Command().create_parser("manage.py", "build_suite")
    asked = parser.parse_args(shlex.split(line)[2:])
    assert (asked.slug, asked.standing, asked.seed) == ("practice", "practice", 11)
    told(line.strip().replace("mini", "worked-example").replace(" --seed 11", ""))
    assert Suite.objects.get(slug="practice").is_practice


def test_each_link_of_concepts_opens_the_answer_that_it_states(here: list[Step], client: Any) -> None:
    client.force_login(User.objects.get(username="lead"))
    text = (ROOT / "docs" / "concepts.md").read_text(encoding="utf-8")
    found = [*OPENED.finditer(text)]
    assert len(found) == text.count("/playground/?s=") == 6
    shown = {block.kind: block.text.strip() for block in doc_blocks.blocks("docs/concepts.md")}
    assert of_link_state(found[0]["state"]).history.strip() == shown["history"]
    for match in found:
        assert of_link_state(match["state"]).program.strip() == shown["dl"], match[0]
        html = client.get("/playground/", {"s": match["state"]}).content.decode()
        assert f"state-{match['label']}" in html, match[0]
        if match["answer"]:
            assert f'<span class="value">{match["answer"]}</span>' in html, match[0]
    assert {match["label"] for match in found} == {"answerable", "unknown", "justified-zero"}
