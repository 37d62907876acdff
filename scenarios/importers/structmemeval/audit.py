"""``audit``: every stated answer of StructMemEval beside the derived one, and all that is odd. PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from scenarios.bundle import Finding
from scenarios.datalog.derivation import Gold
from scenarios.importers.deriving import ImportedScenario
from scenarios.importers.folds import position
from scenarios.importers.netting import money_text, net, parse_settlement, settle, settlement_text
from scenarios.importers.structmemeval import accounting, oddities, tree
from scenarios.importers.structmemeval.checkpoints import places, rules
from scenarios.importers.structmemeval.layout import SUBSETS, Asked, DataSet, read_dataset
from scenarios.importers.structmemeval.ledger import build
from scenarios.importers.structmemeval.links import Link, read_question, read_yes_no
from scenarios.importers.structmemeval.options import Options
from scenarios.importers.structmemeval.report import AccountingRow, AuditReport, RuleCount, TreeRow
from scenarios.importers.structmemeval.verdicts import SessionJudge, Verdict


def audit(path: Path, options: Options | None = None) -> AuditReport:
    """Audit everything below ``path``. Files that cannot be read are findings, with their place.

    Raises ``NotThisDataSetError`` where the path holds no file of the data set.
    """
    chosen = options or Options()
    dataset = read_dataset(path)
    sessions = list(accounting.read_sessions(dataset.of("accounting"), chosen))
    cases = [tree.read_case(case) for case in dataset.of("tree")]
    names = {name for read in cases for name in read.near}
    findings: list[Finding] = list(dataset.findings)
    findings += [note for read in sessions for note in accounting.findings(read, chosen)]
    findings += [note for read in cases for note in tree.findings(read)]
    findings += [note for subset in SUBSETS for note in oddities.of_subset(dataset, subset)]
    return AuditReport(
        accounting=tuple(row for read in sessions for row in _accounting_rows(read, chosen)),
        tree=tuple(row for read in cases for row in _tree_rows(read, names)),
        findings=tuple(findings),
        rules=tuple(_rule_counts(sessions, chosen)),
        files=_file_counts(dataset),
        options=chosen.as_config(),
    )


def _accounting_rows(read: accounting.ReadSession, options: Options) -> Iterator[AccountingRow]:
    scenario = ImportedScenario(accounting.scenario(read, read.slug, options))
    judge = _judge(read, options)
    for place, query in zip(read.places, scenario.spec.queries, strict=True):
        balance = position(query.target, scenario.derived(query), scenario.ask(query.cutoff))
        assert not isinstance(balance, Gold)  # nothing is unknown where completeness is assumed
        text = read.session.answers[place.number - 1]
        stated = parse_settlement(text, read.group.members, read.ledger.currency)
        judged = judge.judge(place.number, stated, balance)
        yield AccountingRow(
            file=read.case.file,
            session=read.session.id,
            checkpoint=place.messages,
            verdict=judged.verdict.value,
            convention=judged.convention,
            turned=judged.turned,
            net=_cents(balance),
            stated=text,
            derived=settlement_text(settle(balance), read.ledger.currency),
            left=_cents(dict(judged.left)),
        )


def _judge(read: accounting.ReadSession, options: Options) -> SessionJudge:
    return SessionJudge(read.session.texts, read.group, read.readings, len(read.session.answers), options)


def _cents(balance: dict[str, Fraction]) -> dict[str, str]:
    return {person: money_text(value) for person, value in balance.items()}


def _rule_counts(sessions: list[accounting.ReadSession], options: Options) -> Iterator[RuleCount]:
    """How each hypothesis about the checkpoints fares, with every other convention as chosen."""
    for rule in rules(options):
        verdicts: Counter[Verdict] = Counter()
        for read in sessions:
            ledger = build(read.session.texts, read.group, read.readings, rule.options)
            judge = _judge(read, rule.options)
            for place in places(ledger, len(read.session.answers), rule.options):
                text = read.session.answers[place.number - 1]
                stated = parse_settlement(text, read.group.members, ledger.currency)
                balance = net(ledger.items(place.messages), read.group.members)
                verdicts[judge.judge(place.number, stated, balance, try_others=False).verdict] += 1
        yield RuleCount(rule.name, verdicts[Verdict.AGREE], verdicts[Verdict.REVERSED], verdicts.total())


def _tree_rows(read: tree.ReadCase, names: set[str]) -> Iterator[TreeRow]:
    scenario = ImportedScenario(tree.scenario(read, accounting.slug(read.case.file), names))
    asked = {query.question: query for query in reversed(scenario.spec.queries) if query.stated is not None}
    for stated in read.case.queries:
        pair = read_question(stated.question)
        derived = scenario.answer(asked[stated.question]).answer if pair else None
        yield _tree_row(read, stated, pair, derived)


def _tree_row(read: tree.ReadCase, asked: Asked, pair: Link | None, derived: bool | None) -> TreeRow:
    said = read_yes_no(asked.answer)
    path, ways = (read.path(pair) if pair else None) or ((), 0)
    flag = tree.unsupported(read, pair) if pair else ""
    readable = said is not None and derived is not None
    verdict = Verdict.UNREADABLE if not readable else Verdict.AGREE if said == derived else Verdict.DISAGREE
    return TreeRow(
        file=read.case.file,
        links=len(read.links),
        question=asked.question,
        stated=said,
        derived=derived,
        verdict=verdict.value,
        path=path,
        path_events=read.path_events(path),
        shortest_paths=ways,
        flagged=bool(flag),
        flag=flag,
    )


def _file_counts(dataset: DataSet) -> dict[str, dict[str, int]]:
    return {
        subset: {"read": len(dataset.of(subset)), "reported": len(dataset.errors_of(subset))}
        for subset in SUBSETS
    }
