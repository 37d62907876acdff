"""The failure card: its permalink, the file that stands alone, the command; gold for those who may see it."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from benchmark.floor.accounts.models import User
from benchmark.models import Answer
from probes.models import Diagnosis, FrontierNode
from scenarios import graphs
from scenarios.models import Rendering, Suite
from tests.factories import diagnosed
from tests.factories.diagnosed import Diagnosed

pytestmark = pytest.mark.django_db

VOID = {"meta", "link", "br", "img", "input", "hr"}
HOSTILE = "</style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"


class Parsed(HTMLParser):
    """The tags of a file with their attributes, its words, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.said: list[str] = []
        self.styles: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.styles if self.open[-1:] == ["style"] else self.said).append(data)

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.said))


@pytest.fixture
def example() -> Diagnosed:
    """The worked example, diagnosed."""
    cache.clear()
    return diagnosed.worked_example()


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(f"a-{role}", role=role))
    return client


def file_of(example: Diagnosed) -> str:
    response = client_of("lead").get(f"/cards/{example.answer.pk}/card.html")
    assert response.status_code == 200
    assert response["Content-Disposition"] == (
        f'attachment; filename="failure-figure3-q1-{example.answer.pk}.html"'
    )
    return response.content.decode()


def test_the_file_refers_to_nothing_outside_itself_and_runs_nothing(example: Diagnosed) -> None:
    text = file_of(example)
    parsed = Parsed(text)
    assert parsed.open == []
    assert text.startswith("<!doctype html>")
    assert "http" not in text.lower()
    assert not {tag for tag, _ in parsed.tags} & {"script", "link", "img", "iframe", "object", "base", "form"}
    for tag, attributes in parsed.tags:
        for name in attributes:
            assert not name.startswith("on"), (tag, name)
            assert name.removeprefix("xlink:") not in ("href", "src", "action", "srcset", "data"), (tag, name)
    css = "".join(parsed.styles)
    assert "--ink" in css
    assert "url(" not in css
    assert "@import" not in css


def test_it_holds_all_that_tells_the_failure(example: Diagnosed) -> None:
    parsed = Parsed(file_of(example))
    words = parsed.words
    suite = example.run.suite
    for said in (
        "The question?",
        "Gold 2",
        "bm25 answered ✕ wrong: 3",
        "◎ lost: unretrievable, Evolution",
        "Booking Grus is set up; it goes to Halewick.",
        "Booking Grus is changed: it now goes to Corby.",
        "Gold evidence repairs it: with dest(Grus) = Corby in place of Halewick",
        "➊ Rebuilt from the system's own answers: ✕ unknown",
        "➋ Rebuilt with gold in the place of its wrong ones: ✓ 2",
        "worked-example, figure3, q1 (set_quant, Q1)",
        "knows rules, templates: not a language model",
        f"{example.run.pk}, answer {example.answer.pk}, budget 4000 tokens",
        f"version {suite.version}, {suite.verification_text}",
        suite.content_hash,
    ):
        assert said in words, said
    classes = [str(attributes.get("class")) for tag, attributes in parsed.tags if tag == "g"]
    assert sum("is-frontier" in one for one in classes) == 2
    assert sum("is-misleading" in one for one in classes) == 1


def test_the_page_shows_the_same_and_offers_the_file(example: Diagnosed) -> None:
    path = f"/cards/{example.answer.pk}/"
    text = client_of("lead").get(path).content.decode()
    page = Parsed(text.partition('<article class="failure-card">')[2].partition("</article>")[0])
    whole = Parsed(file_of_again(example))
    assert page.words.strip() in whole.words
    assert f'href="{path}card.html"' in text
    assert f'href="{example.path}"' in text


def file_of_again(example: Diagnosed) -> str:
    response = Client()
    response.force_login(User.objects.get(username="a-lead"))
    return response.get(f"/cards/{example.answer.pk}/card.html").content.decode()


def test_an_oracle_is_marked(example: Diagnosed) -> None:
    type(example.variant).objects.filter(pk=example.variant.pk).update(knows=["gold"])
    assert "oracle: knows gold" in Parsed(file_of(example)).words


def test_what_systems_records_and_questions_say_stays_words(example: Diagnosed) -> None:
    Answer.objects.filter(pk=example.answer.pk).update(answer=HOSTILE)
    type(example.answer.question).objects.filter(pk=example.answer.question_id).update(text=HOSTILE)
    Rendering.objects.filter(event__label="e7").update(text=HOSTILE)
    Diagnosis.objects.filter(pk=example.diagnosis.pk).update(
        gold_recovered=False, reason=HOSTILE, combiner=HOSTILE
    )
    text = file_of(example)
    parsed = Parsed(text)
    assert parsed.open == []
    assert not {"script", "img"} & {tag for tag, _ in parsed.tags}
    assert parsed.words.count("<script>alert(1)</script>") >= 4
    for path in (f"/cards/{example.answer.pk}/", example.path):
        client = Client()
        client.force_login(User.objects.get(username="a-lead"))
        page = client.get(path).content.decode()
        assert "<script>alert" not in page
        assert html.escape("<script>alert") in page


@pytest.mark.parametrize("path", ["/cards/{}/", "/cards/{}/card.html"])
def test_only_who_may_see_gold_gets_it(example: Diagnosed, path: str) -> None:
    address = path.format(example.answer.pk)
    assert Client().get(address).status_code == 302
    assert client_of("annotator").get(address).status_code == 403
    assert client_of("researcher").get(address).status_code == 200
    Suite.objects.update(held_out=True)
    assert client_of("lead").get(address).status_code == 403
    Suite.objects.update(held_out=False, is_open=False)
    stranger = Client()
    stranger.force_login(User.objects.get(username="a-researcher"))
    assert stranger.get(address).status_code == 404


def test_right_answers_and_those_without_diagnosis_have_none(example: Diagnosed) -> None:
    other = diagnosed.variant(example.run.suite, "other", run=example.run)
    right = diagnosed.plain(other, example.query, correct=True).answer_id
    split = example.answer.context.answers.get(condition="split").pk
    lead = client_of("lead")
    for answer in (right, split, 10**9):
        for path in (f"/cards/{answer}/", f"/cards/{answer}/card.html"):
            assert lead.get(path).status_code == 404


def test_without_a_frontier_or_a_drawing_it_says_why(
    example: Diagnosed, monkeypatch: pytest.MonkeyPatch
) -> None:
    FrontierNode.objects.filter(diagnosis=example.diagnosis).delete()
    Diagnosis.objects.filter(pk=example.diagnosis.pk).update(status="incomplete")

    def none() -> str:
        raise graphs.DrawingError("no graphviz found: install graphviz")

    monkeypatch.setattr(graphs, "dot_binary", none)
    parsed = Parsed(file_of(example))
    assert "Not known yet: a probe has no score." in parsed.words
    assert "no graphviz found: install graphviz" in parsed.words
    assert parsed.open == []


def test_the_command_writes_the_same_file(example: Diagnosed, tmp_path: Path) -> None:
    out, said = tmp_path / "card.html", StringIO()
    call_command("card", str(example.answer.pk), "--out", str(out), stdout=said)
    assert out.read_text(encoding="utf-8") == file_of(example)
    assert said.getvalue().startswith(f"{out}: ")
    said = StringIO()
    call_command("card", str(example.answer.pk), "--out", str(out), "--json", stdout=said)
    assert json.loads(said.getvalue()) == {
        "answer": example.answer.pk,
        "file": str(out),
        "bytes": out.stat().st_size,
    }
    with pytest.raises(CommandError, match="no diagnosis of answer 999"):
        call_command("card", "999", "--out", str(out))
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("card", str(example.answer.pk), "--out", str(tmp_path / "no" / "card.html"))
