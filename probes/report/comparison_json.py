"""A comparison of runs as one JSON object, the same for the API and the command."""

from __future__ import annotations

from typing import Any

from benchmark.scoring.comparison import Comparison, Missing, Paired, Unmatched
from probes.selectors.comparing import Compared, RunComparison
from probes.selectors.comparison_notes import marks, warnings


def as_json(found: RunComparison, *, details: bool) -> dict[str, Any]:
    """All of it; null is n/a. With ``details`` the single queries are named, else only counted."""
    return {
        "baseline": str(found.baseline.line),
        "by": list(found.by),
        "suites": [
            {
                "suite": suite.slug,
                "version": suite.version,
                "content_hash": suite.content_hash,
                "verification": suite.verification_text,
            }
            for suite in found.suites
        ],
        "dropped": [
            {"suite": one.suite, "absent": one.absent, "differing": one.differing} for one in found.dropped
        ],
        "warnings": warnings(found),
        "marks": marks(found),
        "lines": [_line(one, details=details) for one in found.lines],
    }


def _line(one: Compared, *, details: bool) -> dict[str, Any]:
    line, share = one.line, one.accuracy
    interval = share.interval if not one.na_reason else None
    return {
        "line": str(line),
        "run": line.run.pk,
        "system": line.system,
        "hint": line.hint,
        "suite": line.run.suite.slug,
        "status": line.run.status,
        "reader": line.run.reader,
        "reader_knows": list(line.run.reader_knows),
        "budget": line.run.budget,
        "knows": list(line.knows),
        "repetitions": line.repetitions,
        "n": share.denominator,
        "right": share.numerator,
        "ansacc": share.value if not one.na_reason else None,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "na_reason": one.na_reason,
        "against_baseline": None if one.against is None else _comparison(one.against, details=details),
    }


def _comparison(found: Comparison, *, details: bool) -> dict[str, Any]:
    shown = {
        **paired(found.whole),
        "unmatched": {
            "only_baseline": len(found.only_first),
            "only_this": len(found.only_second),
            "neither": len(found.neither),
        },
        "slices": [{"by": part.trait, "value": part.value, **paired(part.paired)} for part in found.slices],
    }
    if details:
        shown["queries"] = {
            "lost": list(found.whole.lost),
            "gained": list(found.whole.gained),
            "unmatched": [_unmatched(one) for one in found.unmatched],
        }
    return shown


def paired(one: Paired) -> dict[str, Any]:
    """The figures of the pairs of one slice, or of all."""
    return {
        "n": one.n,
        "baseline_right": one.first.numerator,
        "right": one.second.numerator,
        "difference": one.difference,
        "low": one.spread.low if one.spread else None,
        "high": one.spread.high if one.spread else None,
        "scenarios": one.clusters,
        "lost": len(one.lost),
        "gained": len(one.gained),
        "mcnemar_p": one.p,
        "holm_p": one.holm,
        "small": one.small,
    }


def _unmatched(one: Unmatched) -> dict[str, Any]:
    return {"query": one.query, "baseline": _why(one.first), "this": _why(one.second)}


def _why(missing: Missing | None) -> str:
    return "" if missing is None else missing.value
