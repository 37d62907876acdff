"""A gate for people and machines: lines, JUnit XML, and a comment for a review (ux.md 17)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from junitparser import Failure, JUnitXml, TestCase, TestSuite

from probes.report import comparison_markdown
from probes.report.comparison_markdown import escaped
from probes.selectors import discordant
from probes.selectors.gates import Check, Gate


def lines(gate: Gate) -> Iterator[str]:
    """One line a check, and what was decided."""
    for check in gate.checks:
        about = f"{check.line}: " if check.line else ""
        yield f"{'passed' if check.passed else 'FAILED'}  {about}{check.name}. {check.says}"
    failed = sum(not check.passed for check in gate.checks)
    decided = "passed" if gate.passed else f"FAILED: {failed} of {len(gate.checks)} checks"
    yield f"Run {gate.run.pk}: {decided}."


def junit(gate: Gate) -> str:
    """JUnit XML: a suite for each line of the run, a case for each check; figures stand in the output."""
    document = JUnitXml("stemma")
    for line, checks in groupby(gate.checks, key=lambda one: one.line):
        suite = TestSuite(line or f"run {gate.run.pk}")
        suite.add_testcases([_case(gate, check) for check in checks])
        document.add_testsuite(suite)
    document.update_statistics()
    return str(document.tostring().decode())


def _case(gate: Gate, check: Check) -> TestCase:
    case = TestCase(check.name, classname=f"stemma.{gate.run.suite.slug}")
    if check.passed:
        case.system_out = check.says
    else:
        case.result = [Failure(check.says)]
    return case


def comment(gate: Gate, *, origin: str) -> str:
    """Markdown for a review: what was decided, each check, then each comparison with the queries it lost.
    Links start with ``origin``."""
    head = f"## Stemma: run [{gate.run.pk}]({origin}/runs/{gate.run.pk}/) " + (
        "passed" if gate.passed else "failed"
    )
    parts = [head, "", "| | line | check | figures |", "|---|---|---|---|"]
    for one in gate.checks:
        if not (one.passed and one.of_part):
            cells = ("✓" if one.passed else "✗ failed", *map(escaped, (one.line, one.name, one.says)))
            parts.append(f"| {' | '.join(cells)} |")
    passed = sum(one.passed and one.of_part for one in gate.checks)
    parts += ["", *([f"{passed} checks of single families passed.", ""] if passed else [])]
    for found in gate.comparisons:
        differ = discordant.rows(found, discordant.queries(found, discordant.Wanted()))
        parts.append(comparison_markdown.comment(found, differ, origin=origin))
    return "\n".join(parts)
