"""Settings of systems under test that are called, or run in processes of their own (ADR 22, ADR 29)."""

from __future__ import annotations

import os

from benchmark.settings import environment

PUSH_ALLOW: tuple[str, ...] = tuple(environment.text("STEMMA_PUSH_ALLOW", default="").split(","))
"""Hosts (``*.example.org``) and networks (``10.0.0.0/8``) of systems that we call; empty: nobody is called.
What is not a public address is allowed by its network alone."""
SUT_UID: int = environment.whole("STEMMA_SUT_UID", default=0)
"""The first of 64 numbers of users that nobody else uses: each external system that runs has one of them
where the server is root's (ADR 31). 0: none, and their runs say "same user: not isolated"."""
SUT_FOLDERS: tuple[str, ...] = (
    str(environment.ROOT / "sut_adapters" / "external"),
    *filter(None, environment.text("STEMMA_SUT_FOLDERS", default="").split(os.pathsep)),
)
"""Where external systems are packaged, a folder each with ``sut.toml``; ours first."""
