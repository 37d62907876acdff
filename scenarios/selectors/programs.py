"""Reads the derivation programs of scenarios."""

from __future__ import annotations

from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Program
from scenarios.models import Scenario


def load(scenario: Scenario) -> Program:
    """The loaded base program of a scenario. Raises ``ProgramError`` with all faults."""
    return load_program(scenario.program, f"{scenario.slug}.dl")
