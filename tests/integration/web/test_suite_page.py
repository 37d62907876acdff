"""The page of a suite: the list of its queries, filters with counts, orders, pages, CSV, and the API twin."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client

from scenarios.models import GoldAnswer, Query, Rendering, Scenario
from tests.factories import scenarios as make
from tests.factories.web_world import World

PAGE, CSV, API = "/suites/varied/", "/suites/varied/queries.csv", "/api/v1/suites/varied/queries/"
#: family, label, witness, degree, bait, kind of reference.
KINDS = (
    ("temporal", "answerable", 1, 1, False, "id"),
    ("closure", "answerable", 3, 2, True, "id"),
    ("closure", "justified-zero", 12, 3, False, "by_role"),
    ("rules", "unknown", None, 2, False, "by_date"),
    ("rules", "answerable", 40, 5, False, None),
)


@pytest.fixture
def varied(quiet_world: World) -> World:
    """The world with a suite of two histories that ask five queries each."""
    suite = make.suite(slug="varied", title="Varied", is_open=True)
    for number, domain in enumerate(("tripops", "eduops")):
        scenario = make.scenario(suite=suite, slug=f"history-{number}", domain=domain, position=number)
        make.event(scenario, 1)
        asked(scenario, len(KINDS))
    quiet_world.suites["varied"] = make.released(suite)
    return quiet_world


def asked(scenario: Scenario, count: int) -> None:
    """So many queries, of each kind in turn, with gold."""
    root = make.node(scenario, "fact", "dest", "Grus", state="Corby")
    rows = [_query(scenario, number, *KINDS[number % len(KINDS)]) for number in range(count)]
    Query.objects.bulk_create(rows)
    Rendering.objects.bulk_create(
        Rendering(query=row, text=f"Where does ship {row.label} go?") for row in rows
    )
    GoldAnswer.objects.bulk_create(
        _gold(row, root, *KINDS[number % len(KINDS)]) for number, row in enumerate(rows)
    )


def _query(
    scenario: Scenario, number: int, family: str, _label: str, _size: Any, _degree: int, bait: bool, kind: Any
) -> Query:
    return Query(
        scenario=scenario,
        label=f"q{number:03}",
        goal_pred="dest",
        goal_key=["Grus"],
        cutoff=make.day(30 - number % 5),
        family=family,
        operator=f"T{number % 3 + 1}",
        answer_type="entity",
        target={"bait": bait, **({"refs": {"ship": {"kind": kind}}} if kind else {})},
    )


def _gold(
    query: Query, root: Any, _family: str, label: str, size: int | None, degree: int, *_: Any
) -> GoldAnswer:
    known = label != "unknown"
    return GoldAnswer(
        query=query,
        label=label,
        answer="Corby" if known else None,
        missing=[] if known else ["x"],
        height=degree + 1,
        width=2,
        degree=degree,
        obs_flag=degree > 2,
        measures={"witness_size": size, "support_size": size or 0, "age": 0.5 if known else None},
        root=root,
    )


def text_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def listed(text: str) -> list[str]:
    """The queries of the list, as scenario/label."""
    link = r'<th scope="row"><a href="/suites/varied/([\w-]+/)queries/(\w+)/"'
    return [scenario + label for scenario, label in re.findall(link, text)]


FILTERED = (
    ("", 10),
    ("?family=closure", 4),
    ("?family=closure&label=justified-zero", 2),
    ("?witness=33-69", 2),
    ("?witness=none", 2),
    ("?degree=2&bait=yes", 2),
    ("?obs=yes", 4),
    ("?reference=by_role&domain=eduops", 1),
    ("?reference=not+stated", 2),
    ("?scenario=history-1&operator=T1", 2),
    ("?q=SHIP+q002", 2),
    ("?q=q002", 2),
    ("?q=anchor", 0),
    ("?family=poems", 0),
)


@pytest.mark.parametrize(("asks", "found"), FILTERED)
def test_page_csv_and_api_find_the_same(varied: World, asks: str, found: int) -> None:
    text = text_of(varied.client("researcher"), PAGE + asks)
    rows = list(csv.DictReader(io.StringIO(text_of(varied.client("researcher"), CSV + asks))))
    answer = varied.api("researcher").get(API + asks).json()
    assert f"<strong>{found}</strong> of 10 queries" in text
    names = listed(text)
    assert len(names) == len(rows) == answer["total"] == found
    assert names == [f"{row['scenario']}/{row['id']}" for row in rows]
    assert names == [f"{row['scenario']}/{row['id']}" for row in answer["results"]]


def test_each_filter_counts_what_it_would_leave_beside_the_others(varied: World) -> None:
    filters = varied.api("lead").get(f"{API}?family=closure&bait=no").json()["filters"]
    counts = {name: {one["value"]: one["count"] for one in choices} for name, choices in filters.items()}
    assert counts["family"] == {"temporal": 2, "closure": 2, "rules": 4}
    assert counts["bait"] == {"yes": 2, "no": 2}
    assert counts["label"] == {"answerable": 0, "justified-zero": 2, "unknown": 0}
    assert list(counts["witness"]) == ["1", "3-4", "9-16", "33-69", "none"]
    text = text_of(varied.client("lead"), f"{PAGE}?family=closure&bait=no")
    assert '<option value="closure" selected>closure (2)</option>' in text
    assert '<option value="33-69">33+ (0)</option>' in text


def test_a_chip_takes_its_filter_away_and_keeps_the_others(varied: World) -> None:
    text = text_of(varied.client("lead"), f"{PAGE}?family=closure&bait=no&q=ship&sort=-width")
    chips = re.findall(r'<a class="chip" href="([^"]+)"', text)
    assert [one.replace("&amp;", "&") for one in chips] == [
        "?family=closure&bait=no&sort=-width#queries",
        "?q=ship&bait=no&sort=-width#queries",
        "?q=ship&family=closure&sort=-width#queries",
    ]


def test_what_has_no_figure_comes_last_both_ways(varied: World) -> None:
    sizes = []
    for sort in ("witness", "-witness"):
        results = varied.api("lead").get(f"{API}?sort={sort}").json()["results"]
        sizes.append([row["gold"]["witness"] for row in results])
    assert sizes[0] == [1, 1, 3, 3, 12, 12, 40, 40, None, None]
    assert sizes[1] == [40, 40, 12, 12, 3, 3, 1, 1, None, None]
    text = text_of(varied.client("lead"), f"{PAGE}?sort=-age")
    assert 'aria-sort="descending"><a id="sort-age"' in text


@pytest.mark.parametrize("sort", ["", "witness", "-witness", "-cutoff", "obsolete"])
def test_pages_follow_each_other_without_a_gap_or_a_repetition(varied: World, sort: str) -> None:
    everything = varied.api("lead").get(f"{API}?sort={sort}").json()["results"]
    following, found = f"{API}?sort={sort}&page_size=3", []
    while following:
        page = varied.api("lead").get(following).json()
        found += page["results"]
        following = page["next"]
    assert found == everything
    assert len(found) == 10


def test_the_page_leads_to_the_next_and_back_to_the_first(varied: World) -> None:
    asked_more = make.scenario(suite=varied.suites["varied"], slug="long", position=5)
    asked(asked_more, 60)
    text = text_of(varied.client("lead"), f"{PAGE}?scenario=long")
    following = re.search(r'rel="next" href="([^"#]+)', text)
    assert following is not None
    second = text_of(varied.client("lead"), PAGE + following[1].replace("&amp;", "&"))
    assert listed(second) == [f"long/q{number:03}" for number in range(50, 60)]
    assert 'href="?scenario=long#queries"' in second
    assert "10 on this page from number 51" in second


def test_a_cursor_that_names_no_query_is_told(varied: World) -> None:
    text = text_of(varied.client("lead"), f"{PAGE}?after=history-0/q999")
    assert "There is no query &#x27;history-0/q999&#x27; in this suite" in text
    assert len(listed(text)) == 10
    assert varied.api("lead").get(f"{API}?cursor=history-0/q999").status_code == 400


def test_whoever_may_not_see_gold_gets_none_of_it(varied: World) -> None:
    text = text_of(varied.client("annotator"), f"{PAGE}?label=unknown&family=rules&sort=-witness")
    assert "<strong>4</strong> of 10 queries" in text
    assert "What reads gold was left out" in text
    assert 'name="label"' not in text
    assert "justified-zero" not in text
    written = text_of(varied.client("annotator"), CSV)
    assert written.splitlines()[0] == "scenario,domain,id,tau,family,operator,answer_type,question"
    assert "Corby" not in written
    answer = varied.api("annotator").get(API).json()
    assert {row["gold"] for row in answer["results"]} == {None}
    assert set(answer["filters"]) == {"domain", "scenario", "family", "operator", "answer_type"}
    assert varied.api("annotator").get(f"{API}?label=unknown").status_code == 403
    assert varied.api("annotator").get(f"{API}?sort=-age").status_code == 403


def test_a_held_out_suite_lists_nothing_for_those_who_see_its_counts(quiet_world: World) -> None:
    text = text_of(quiet_world.client("researcher"), "/suites/held-out/")
    assert 'id="queries"' not in text
    assert quiet_world.client("researcher").get("/suites/held-out/queries.csv").status_code == 403
    assert quiet_world.api("researcher").get("/api/v1/suites/held-out/queries/").status_code == 403


def test_htmx_gets_the_list_alone_and_a_clean_address(varied: World) -> None:
    asks = "?q=&family=closure&label=&sort="
    response = varied.client("lead").get(PAGE + asks, headers={"HX-Request": "true"})
    text = response.content.decode()
    assert text.lstrip().startswith('<div id="queries-part">')
    assert "<h2>Scenarios</h2>" not in text
    assert response["HX-Push-Url"] == "?family=closure"
    assert (
        "family=closure" not in text_of(varied.client("lead"), f"{PAGE}?family=closure").partition("<h1>")[0]
    )
    restored = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<h2>Scenarios</h2>" in varied.client("lead").get(PAGE, headers=restored).content.decode()


def test_distributions_are_those_of_what_is_listed(varied: World) -> None:
    text = text_of(varied.client("lead"), f"{PAGE}?family=rules")
    assert (
        'aria-label="Records of the smallest witness. ≤1: 0, 2: 0, 3–4: 0, 5–8: 0, 9–16: 0, 17–32: 0, 33+: 2"'
    ) in text
    assert 'aria-label="Label. answerable: 2, unknown: 2"' in text
    assert "n 2, median 40, largest 40" in text
    plain = text_of(varied.client("annotator"), PAGE)
    assert plain.count('<svg class="histogram') == 2  # family and answer type


def test_tables_by_scenario_and_domain_count_labels_and_witnesses(varied: World) -> None:
    text = text_of(varied.client("lead"), PAGE)
    domains = text.partition("<h2>Domains</h2>")[2].partition("</table>")[0]
    cells = re.findall(r'<td class="number">([^<]*)</td>', domains)
    assert cells[:8] == ["1", "1", "3", "1", "1", "2 of 5", "7.50", "40"]
    assert '<a href="?domain=tripops#queries">5</a>' in domains


def test_words_of_an_imported_suite_are_escaped_and_no_formula(varied: World) -> None:
    Query.objects.filter(label="q000").update(family="<b>odd", operator="=1+1")
    text = text_of(varied.client("lead"), PAGE)
    assert "<b>odd" not in text
    assert "'=1+1" in text_of(varied.client("lead"), CSV)


def test_an_empty_list_says_what_to_do(quiet_world: World, varied: World) -> None:
    assert "No query matches." in text_of(varied.client("lead"), f"{PAGE}?q=anchor")
    make.scenario(suite=make.suite(slug="bare", is_open=True))
    assert "This suite asks nothing yet." in text_of(quiet_world.client("lead"), "/suites/bare/")


def test_an_order_that_does_not_exist_is_refused_by_the_api(varied: World) -> None:
    assert varied.api("lead").get(f"{API}?sort=beauty").status_code == 400
    assert varied.api("lead").get(f"{API}?colour=red").status_code == 400
    assert varied.api("lead").get(f"{API}?page_size=0").status_code == 400
