"""The manual at ``/docs/``: every page for everybody, nothing but the manual, found by words (ADR 35)."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from benchmark.manual import shelf as shelves
from benchmark.manual.rendering import render
from benchmark.manual.searching import search
from benchmark.manual.shelf import BESIDE, Page, Shelf
from scenarios.models import Suite
from scenarios.selectors import citations
from tests.factories.web_world import World
from tests.unit.walls.rooms import ROOT

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return shelves.shelf(ROOT, "/docs/")


def address(page: Page) -> str:
    return f"/docs/{page.slug}/" if page.slug else "/docs/"


def test_every_file_of_the_manual_is_a_page_that_its_index_leads_to(shelf: Shelf) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    served = {page.path for page in shelf.pages.values() if (ROOT / page.path).is_file()}
    assert served == files | set(BESIDE.values())
    listed = {page.slug for group in shelf.groups for page in group.pages}
    alone = {slug for slug in shelf.pages if "/" not in slug} - {""}
    assert alone == listed, "docs/README.md lists other pages than there are"


def test_every_page_is_served_to_strangers_with_its_anchors(client: Client, shelf: Shelf) -> None:
    for page in shelf.pages.values():
        response = client.get(address(page))
        assert response.status_code == 200, page.slug
        html = response.content.decode()
        anchors = re.findall(r'<h[1-6] id="([^"]*)"', page.rendered.html)
        assert anchors == [one.heading.anchor for one in page.rendered.sections], page.slug
        assert len({*anchors}) == len(anchors), page.slug
        assert page.rendered.html in html
        assert " style=" not in page.rendered.html
        title = re.search("<title>(.*?) · Stemma</title>", html)
        assert title is not None
        assert unescape(title[1]) == page.title


def test_pages_lead_on_to_the_next_and_back(client: Client, shelf: Shelf) -> None:
    order = list(shelf.pages.values())
    assert [page.slug for page in order[:4]] == ["", "readme", "quick_start", "concepts"]
    for one, following in zip(order, order[1:], strict=False):
        assert shelf.beside(one)[1] == following
        assert shelf.beside(following)[0] == one
    assert f'rel="next" href="{address(order[1])}"' in client.get(address(order[0])).content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/docs/nothing/",
        "/docs/../manage/",
        "/docs/..%2F..%2FREADME/",
        "/docs/files/manage.py",
        "/docs/files/docs/README.md",
        "/docs/files/../benchmark/settings/base.py",
        "/docs/files/docs/images/../../benchmark/settings/base.py",
        "/docs/files//etc/passwd",
        "/docs/files/%2e%2e/%2e%2e/etc/passwd",
        "/docs/files/var/secret_key",
    ],
)
def test_what_is_no_part_of_the_manual_has_no_address(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_files_are_those_that_pages_link_to_and_lie_in_the_project(client: Client, shelf: Shelf) -> None:
    assert "docs/images/query.png" in shelf.files
    for name, path in shelf.files.items():
        assert path.resolve().is_relative_to(ROOT), name
        assert not path.resolve().is_relative_to(ROOT / "var"), name
        response = client.get(f"/docs/files/{name}")
        assert response.content == path.read_bytes()
        assert response["X-Content-Type-Options"] == "nosniff"
        assert "html" not in response["Content-Type"]


def test_a_browser_that_has_a_page_is_not_sent_it_again(client: Client, tmp_path: Path) -> None:
    client.get("/docs/language/")
    first = client.get("/docs/language/")
    assert client.get("/docs/language/", headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get("/docs/limits/", headers={"If-None-Match": first["ETag"]}).status_code == 200
    picture = client.get("/docs/files/docs/images/query.png")
    again = client.get("/docs/files/docs/images/query.png", headers={"If-None-Match": picture["ETag"]})
    assert again.status_code == 304
    assert "max-age" in picture["Cache-Control"]


def test_a_page_of_somebody_signed_in_is_not_kept_for_others(client: Client, admin_client: Client) -> None:
    client.get("/docs/language/")
    theirs = admin_client.get("/docs/language/")
    anonymous = client.get("/docs/language/")
    assert theirs["ETag"] != anonymous["ETag"]
    assert "private" in theirs["Cache-Control"]
    assert "Cookie" in theirs["Vary"]


def test_words_are_found_in_headings_first_and_every_hit_has_them(client: Client, shelf: Shelf) -> None:
    hits = search(shelf.pages.values(), "refresh preservation")
    assert (hits[0].page.slug, hits[0].section.heading.text) == ("diagnosis", "Refresh and preservation")
    for hit in hits:
        assert "refresh" in f"{hit.section.heading.text} {hit.section.text}".lower()
    assert search(shelf.pages.values(), "zyzzyva") == []
    assert search(shelf.pages.values(), " ") == []
    html = client.get("/docs/", {"q": "refresh preservation"}).content.decode()
    assert 'href="/docs/diagnosis/#refresh-and-preservation"' in html
    assert "No section of the manual" in client.get("/docs/", {"q": "zyzzyva"}).content.decode()
    assert "<script>alert" not in client.get("/docs/", {"q": "<script>alert(1)"}).content.decode()


def test_a_text_passes_no_html_on_and_its_links_are_made_to_fit() -> None:
    page = render(
        "# A *b* `c`\n\n<script>x</script> [in](b.md#d) [gone](x.bin) [out](https://a.example) "
        "[bad](javascript:alert)\n\n## A\n\n## A\n\n| a |\n|:-:|\n| b |\n",
        lambda link: "/docs/b/#d" if link == "b.md#d" else "",
    )
    assert "<script>" not in page.html
    assert '<a href="/docs/b/#d">in</a> gone <a href="https://a.example">out</a>' in page.html
    assert 'href="javascript' not in page.html
    assert [one.heading.anchor for one in page.sections] == ["a-b-c", "a", "a-1"]
    assert "style" not in page.html


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    index = tmp_path / "docs" / "README.md"
    index.write_text("# One\n")
    assert shelves.shelf(tmp_path, "/docs/").pages[""].title == "One"
    index.write_text("# Another\n\n[out](../../out.py) [in](in.py)\n")
    (tmp_path / "docs" / "in.py").touch()
    (tmp_path.parent / "out.py").touch()
    again = shelves.shelf(tmp_path, "/docs/")
    assert again.pages[""].title == "Another"
    assert set(again.files) == {"docs/in.py"}, "a file outside the project is never served"
    assert "out.py" not in again.pages[""].rendered.html


def test_suites_and_results_say_how_they_are_cited_with_their_hash(world: World) -> None:
    run = world.runs["open"]
    lead, suite = world.client("lead"), run.suite
    cited = f"(suite {suite.slug}, version {suite.version}), content hash {suite.content_hash}."
    page = unescape(lead.get(f"/suites/{suite.slug}/").content.decode())
    assert cited in page
    assert 'href="/docs/cite/"' in page
    for path in (f"/runs/{run.pk}/", f"/runs/{run.pk}/report/"):
        page = unescape(lead.get(path).content.decode())
        assert f"Run {run.pk} over {suite.title} {cited}" in page, path
    Suite.objects.filter(pk=suite.pk).update(config={"citation": "Someone, 2024."})
    assert "Someone, 2024." in lead.get(f"/suites/{suite.slug}/").content.decode()
    assert citations.of_suite(Suite(title="A", slug="a")) == ""
