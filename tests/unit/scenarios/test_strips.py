"""The strip of a history as SVG: one mark a record or a part, bars by share, cutoffs where they lie."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from scenarios.strips import HEIGHT, WIDTH, Marks, drawn


def test_each_record_of_a_short_history_is_drawn_and_the_rest_is_covered() -> None:
    svg = drawn([(0, 0), (2, 0), (1, 1), (0, 0)], Marks(0.5), single=True, says="Four records")
    root = ET.fromstring(svg)
    kinds = [child.get("class") for child in root]
    assert kinds.count("record") == 4
    assert kinds.count("declaring") == 1
    heights = [float(child.get("height", "0")) for child in root if child.get("class") == "superseding"]
    assert heights == [30.0, 15.0]
    (later,) = (child for child in root if child.get("class") == "later")
    assert (later.get("x"), later.get("width")) == ("500.0", "500.0")
    assert root.get("aria-label") == "Four records"


def test_a_long_history_is_one_band_and_few_ends_stay_visible() -> None:
    root = ET.fromstring(drawn([(1, 0), (1_000, 0)], Marks(1.0), single=False, says='"Long" & longer'))
    kinds = [child.get("class") for child in root]
    assert (kinds.count("records"), kinds.count("record")) == (1, 0)
    heights = [float(child.get("height", "0")) for child in root if child.get("class") == "superseding"]
    assert heights == [4.0, 30.0]
    assert root.get("aria-label") == '"Long" & longer'


def test_cutoffs_and_witness_stand_where_they_lie() -> None:
    marks = Marks(0.25, against=0.75, witness=[0.125, 0.875])
    root = ET.fromstring(drawn([(0, 0)] * 4, marks, single=True, says=""))
    found = {
        kind: [float(child.get("x1", "0")) for child in root if child.get("class") == kind]
        for kind in ("cutoff", "against", "witness")
    }
    assert found == {"cutoff": [250.0], "against": [750.0], "witness": [125.0, 875.0]}
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert ET.fromstring(drawn([], Marks(0), single=True, says="")).get("class") == "strip"
