"""English that is left on a German page is seen, and German is not taken for it."""

from __future__ import annotations

import pytest

from tests.unit.walls import english


@pytest.mark.parametrize(
    "text",
    [
        "Reads the records of the smallest witness.",
        "count gives no value",
        "Not over the limit of each",
        "3 of 6",
        "11 records, the cutoff after 9 of them",
        "floor: the majority",
    ],
)
def test_english_is_seen(text: str) -> None:
    assert english.reads_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "In der Not hilft das Protokoll; was war, ist so.",
        "Läufe",
        "Was an der Antwort fehlt",
        "3 von 6",
        "Die Abfrage Q3 von mini-trip steht im Manifest.",
        "These",
    ],
)
def test_german_is_not_taken_for_english(text: str) -> None:
    assert not english.reads_english(text)


def test_what_is_quoted_is_left_out() -> None:
    page = (
        '<html lang="de"><p lang="en">The trip of Vera is over.</p><p>Where is the trip…</p>'
        '<p title="The end of it">Ende</p><code>the end of it</code><textarea>the end of it</textarea>'
        "<svg><text>one of the</text></svg></html>"
    )
    assert english.left(page, ["Where is the trip of Vera?"]) == ["The end of it", "one of the"]
