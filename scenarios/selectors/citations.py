"""The sentences by which a suite is cited: title, slug, version, and the hash that says which data it was."""

from __future__ import annotations

from scenarios.models import Suite


def of_suite(suite: Suite) -> str:
    """How a suite is cited: as whoever made it states, else by its content hash. Empty for a draft, which
    may still change."""
    if not suite.is_released:
        return ""
    stated = suite.config.get("citation")
    return stated if isinstance(stated, str) and stated else by_hash(suite)


def by_hash(suite: Suite, *, version: int | None = None, content_hash: str = "") -> str:
    """The same by title, slug, version and hash, of an earlier release where these are given."""
    return (
        f"{suite.title} (suite {suite.slug}, version {version or suite.version}), "
        f"content hash {content_hash or suite.content_hash}."
    )
