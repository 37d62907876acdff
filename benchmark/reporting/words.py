"""The values of a report in words, the same wherever people read them."""

from __future__ import annotations

from benchmark.reporting.sections import Column, Value, is_small
from benchmark.scoring.aggregation import Mean, Share
from benchmark.scoring.statistics import Interval
from scenarios.sentences import Sentence

NA = "n/a"
#: Stands behind figures over fewer than ten.
FEW = Sentence("few")


def cell(value: Value, column: Column) -> str:
    """A value with all its parts."""
    if isinstance(value, Share | Mean):
        return figure(value)
    if value is None:
        return NA
    if isinstance(value, float):
        least = 10**-column.digits
        return f"<{least:.{column.digits}f}" if 0 < value < least / 2 else f"{value:,.{column.digits}f}"
    if isinstance(value, str):
        return value
    return str(value) if column.key else f"{value:,}"


def figure(value: Share | Mean) -> str:
    """A share with its parts and interval, or a mean with its n; ``few`` where they are fewer than ten."""
    of, over = ends(value), value.denominator if isinstance(value, Share) else value.n
    parts = [main(value), *([of] if of else []), *([FEW] if over and is_small(value) else [])]
    return Sentence.joined(", ", parts)


def main(value: Share | Mean) -> str:
    """The figure with what it is over."""
    if isinstance(value, Share):
        if value.value is None:
            return f"{NA} (0/0)"
        return f"{value.value:.1%} ({value.numerator}/{value.denominator})"
    if value.low is None or value.high is None:
        return f"{NA} (n 0)"
    if not value.intervals:
        return f"{value.low:.1%} (n {value.n})"
    return Sentence(
        "%(low)s to %(high)s (n %(n)s, %(bounds)s bounds)",
        low=f"{value.low:.1%}",
        high=f"{value.high:.1%}",
        n=value.n,
        bounds=value.intervals,
    )


def ends(value: Share | Mean) -> str:
    """The 95 % interval, empty where there is none."""
    found = interval(value)
    if found is None:
        return ""
    return Sentence("%(low)s to %(high)s", low=f"{found.low:.1%}", high=f"{found.high:.1%}")


def interval(value: Share | Mean) -> Interval | None:
    """Wilson of a share, bootstrap of a mean; None where there is none."""
    return value.interval if isinstance(value, Share) else value.spread
