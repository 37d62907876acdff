"""On the page of a run: another title and note, and a launch of one like it with one change."""

from __future__ import annotations

import html
import re

from benchmark.models import Run
from tests.factories.web_world import World


def test_title_and_note_are_changed_by_a_plain_form(world: World) -> None:
    lead, run = world.client("lead"), world.runs["open"]
    page = lead.get(f"/runs/{run.pk}/").content.decode()
    assert f'action="/runs/{run.pk}/words/"' in page
    done = lead.post(f"/runs/{run.pk}/words/", {"title": "New <index>", "note": "k = 20"}, follow=True)
    assert "are stored" in done.content.decode()
    assert "New &lt;index&gt;" in done.content.decode()
    refused = lead.post(f"/runs/{run.pk}/words/", {"title": " ", "note": "lost"}, follow=True)
    assert "A run needs a title" in refused.content.decode()
    run.refresh_from_db()
    assert (run.title, run.note) == ("New <index>", "k = 20")


def test_who_may_not_launch_sees_no_form_and_changes_nothing(world: World) -> None:
    run = world.runs["open"]
    assert "/words/" not in world.client("viewer").get(f"/runs/{run.pk}/").content.decode()
    assert world.client("viewer").post(f"/runs/{run.pk}/words/", {"title": "x"}).status_code == 403
    hidden = world.runs["closed"]
    assert world.client("lead").post(f"/runs/{hidden.pk}/words/", {"title": "x"}).status_code == 404
    assert not Run.objects.filter(title="x").exists()


def test_the_form_of_a_launch_begins_like_the_run_that_it_is_to_be_like(world: World) -> None:
    lead, run = world.client("lead"), world.runs["open"]
    Run.objects.filter(pk=run.pk).update(budget=777, title="As before")
    page = html.unescape(lead.get(f"/runs/new/?like={run.pk}").content.decode())
    assert 'value="777"' in page
    assert 'value="As before"' in page
    assert f"Launched again like run {run.pk}." in page
    assert re.search(r'<input[^>]*value="a-system"[^>]*checked', page)
    assert '<option value="open" selected>' in page
    for wrong in ("x", "0", "99999999999", str(world.runs["closed"].pk)):
        assert lead.get(f"/runs/new/?like={wrong}").status_code == 404, wrong
