"""Guidelines: versions, what changed between them, text that nobody can break a page with (ux pain 23)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from benchmark.floor.accounts.models import User
from scenarios.models import Guideline
from scenarios.review import guideline_texts, light_markup, word_difference
from scenarios.review.exceptions import FormRefusedError, StaleError
from scenarios.review.selectors import guidelines
from scenarios.review.services import guidelines as services
from tests.factories import reviews as make
from tests.factories import scenarios as rows


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("kind", guideline_texts.DEFAULTS)
def test_each_text_of_ours_is_short_and_marked_up_whole(kind: str) -> None:
    text = guideline_texts.DEFAULTS[kind]
    assert len(text.split()) < 400, "nobody reads more"
    html = light_markup.to_html(text)
    assert html.startswith("<h2>")
    assert "Examples" in html or kind == "complaint"
    assert not any(mark in html for mark in ("# ", "**", "`"))


def test_markup_escapes_whatever_it_is_given() -> None:
    html = light_markup.to_html(
        "# A <b>head</b>\n\n- one `<script>`\n- **two**\n\n1. first\n2. second\n\npara\ngraph & more"
    )
    assert html == (
        "<h2>A &lt;b&gt;head&lt;/b&gt;</h2>\n<ul>\n<li>one <code>&lt;script&gt;</code></li>\n"
        "<li><strong>two</strong></li>\n</ul>\n<ol>\n<li>first</li>\n<li>second</li>\n</ol>\n"
        "<p>para\ngraph &amp; more</p>\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "<img src=x onerror=alert(1)>",
        "![x](https://a.b/c.png)",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
    ],
)
def test_nothing_active_gets_into_the_page(text: str) -> None:
    html = light_markup.to_html(text)
    assert not re.search(r"<(?:script|img)|(?:href|src)=\"(?:javascript|data):", html)


def test_a_difference_joins_to_both_texts() -> None:
    before, after = "Pick the one list.\n\nSkip it.", "Pick the right list.\n\nNever skip it."
    pieces = word_difference.between(before, after)
    assert "".join(one.text for one in pieces if one.kind != "added") == before
    assert "".join(one.text for one in pieces if one.kind != "removed") == after
    assert {one.kind for one in pieces} == {"same", "added", "removed"}


@pytest.mark.django_db
def test_a_version_is_never_changed_and_an_edit_on_an_old_one_is_told() -> None:
    suite, lead = rows.suite(), make.person("lia")
    assert services.ensure(suite=suite, by=lead, now=make.NOW) == len(guidelines.kinds())
    assert services.ensure(suite=suite, by=lead, now=make.NOW) == 0
    first = guidelines.current(suite, "record")
    assert first is not None
    made = services.revise(suite=suite, kind="record", text="Read twice.", seen=1, by=lead, now=make.NOW)
    assert (made.version, first.text) == (2, guideline_texts.RECORD)
    assert (
        services.revise(suite=suite, kind="record", text="Read twice.\r\n", seen=1, by=lead, now=make.NOW)
        == made
    )
    with pytest.raises(StaleError) as stale:
        services.revise(suite=suite, kind="record", text="Read once.", seen=1, by=lead, now=make.NOW)
    assert stale.value.stored == "Read twice.\n"
    for text in (" \n", "x" * 20_001):
        with pytest.raises(FormRefusedError):
            services.revise(suite=suite, kind="record", text=text, seen=2, by=lead, now=make.NOW)
    assert [one.guideline.version for one in guidelines.versions(suite, "record")] == [2, 1]


@pytest.mark.django_db
def test_judges_read_it_and_leads_write_it() -> None:
    suite = rows.suite()
    (ann,) = make.annotators(suite, "ann")
    lead = make.person("lia", suite, "lead")
    path = f"/review/{suite.slug}/guidelines/record/"
    page = client_of(ann).get(path).content.decode()
    assert "Does the record say exactly this?" in page
    assert "<textarea" not in page
    assert client_of(ann).post(path, {"text": "Mine.", "seen": "0"}).status_code == 403
    client = client_of(lead)
    for seen, text in enumerate(("Read <b>once</b>.", "Read it <b>twice</b>.")):
        assert client.post(path, {"text": text, "seen": str(seen)}).status_code == 302
    page = client_of(ann).get(path).content.decode()
    assert "<p>Read it &lt;b&gt;twice&lt;/b&gt;.</p>" in page
    assert "<del>&lt;b&gt;once&lt;/b&gt;.</del>" in page
    assert "<ins>it &lt;b&gt;twice&lt;/b&gt;.</ins>" in page
    assert "Read &lt;b&gt;once" in client_of(ann).get(f"{path}?version=1").content.decode()
    stale = client.post(path, {"text": "Read thrice.", "seen": "1"})
    assert stale.status_code == 409
    assert "Read thrice.</textarea>" in stale.content.decode()
    assert Guideline.objects.filter(suite=suite).count() == 2
    assert client.get(f"/review/{suite.slug}/guidelines/nonsense/").status_code == 404
