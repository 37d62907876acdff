"""How a scenario came about, in lines for people: figures reached beside what was aimed at. PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scenarios.generators.derive.building import Report
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.measured import Measured
from scenarios.generators.derive.targets import Band


def lines(config: ScenarioConfig, report: Report) -> Iterator[str]:
    """The figures of the chosen queries, aims in brackets, and what was refused on the way."""
    chosen = report.chosen
    yield (
        f"{config.slug}: {len(chosen)} queries from {report.candidates} candidates in round "
        f"{report.rounds}, loss {report.loss:.2f}"
    )
    for family, target in config.family_targets.items():
        rows = [one for one in chosen if one.family == family]
        if rows:
            yield (
                f"  {family:<10} {len(rows):>3}  witness {_witness(rows)} ({target.witness:.2f})  "
                f"obs {100 * _mean([one.obs for one in rows]):.0f} % ({target.obs:.0f})  "
                f"height {_mean([one.height for one in rows]):.2f} ({target.height:.1f})  "
                f"width {_mean([one.width for one in rows]):.1f} ({target.width:.1f})"
            )
    bands = Counter(one.band for one in chosen)
    yield "  bands      " + ", ".join(
        f"{band.value}: {bands[band]} ({config.witness_bands.get(band, 0)})" for band in Band
    )
    types = Counter(one.type_group for one in chosen)
    yield "  types      " + ", ".join(
        f"{name} {100 * types[name] / len(chosen):.0f} % ({100 * share:.0f})"
        for name, share in config.answer_type_shares.items()
    )
    truths = [one.truth for one in chosen if one.truth is not None]
    degrees = Counter(one.degree for one in chosen)
    yield (
        f"  true       {100 * _mean(truths):.0f} % of {len(truths)};  degrees "
        + ", ".join(
            f"{degree}: {100 * degrees[degree] / len(chosen):.0f} % ({100 * share:.0f})"
            for degree, share in config.degree_dist.items()
        )
    )
    forms = Counter(one.form for one in chosen)
    yield "  forms      " + ", ".join(f"{slug} {count}" for slug, count in forms.most_common())
    yield "  refused    " + ", ".join(f"{count} {reason}" for reason, count in report.refused.most_common())
    yield f"  unsound    {len(report.unsound)}"
    yield from (f"    {line}" for line in report.unsound[:10])


def _witness(rows: Sequence[Measured]) -> str:
    sizes = [one.witness_size for one in rows if one.witness_size is not None]
    return f"{_mean(sizes):.2f}"


def _mean(values: Sequence[float]) -> float:
    """0 for nothing."""
    return sum(values) / len(values) if values else 0.0
