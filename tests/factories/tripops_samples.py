"""Sample slot values for every TripOps template, drawn from a seed."""

from __future__ import annotations

from collections.abc import Iterator

from tests.factories import domain_samples
from tests.factories.domain_samples import RecordSample, at

TRIPOPS = domain_samples.TRIPOPS.domain

__all__ = ["TRIPOPS", "at", "sample_records"]


def sample_records(seed: int) -> Iterator[RecordSample]:
    """(template, surface, text, actions, values) for every surface of the domain."""
    return domain_samples.TRIPOPS.records(seed)
