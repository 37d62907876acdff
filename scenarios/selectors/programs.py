"""Reads the derivation programs of scenarios."""

from __future__ import annotations

from functools import lru_cache

from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Program
from scenarios.models import Scenario


def load(scenario: Scenario) -> Program:
    """The loaded base program of a scenario. Raises ``ProgramError`` with all faults."""
    return _loaded(scenario.program, f"{scenario.slug}.dl")


@lru_cache(maxsize=64)
def _loaded(text: str, filename: str) -> Program:
    """Programs are frozen values, so one load serves every caller with the same text."""
    return load_program(text, filename)
