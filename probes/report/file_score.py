"""What is found of a file of answers or contexts, as the sections of a report (ux 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchmark.reporting import answers, marks
from benchmark.reporting.sections import Section, Table, keys
from benchmark.services.scoring_files import FileScore
from probes.models import DiagnosisStatus, FrontierNode
from probes.report.sections import diagnosis as section
from probes.selectors.diagnoses import ROOT_LABEL, DiagnosisFacts, NodeFacts
from probes.selectors.diagnosis_rows import ROOT, DiagnosisRows
from probes.services.file_diagnosis import FileDiagnosis
from probes.services.file_scores import ScoredFile
from scenarios.exceptions import NotVisibleError
from scenarios.models import Query, Suite
from scenarios.selectors import derivations


@dataclass(frozen=True)
class FileReport:
    """What is told of a scored file."""

    file: ScoredFile

    @property
    def suite(self) -> Suite:
        return self.file.suite

    @property
    def scored(self) -> FileScore:
        return self.file.scored

    @property
    def diagnoses(self) -> Sequence[FileDiagnosis]:
        return self.file.diagnoses

    @cached_property
    def repeated(self) -> set[str]:
        """Labels that several queries of the suite bear."""
        counts = Counter(Query.objects.filter(scenario__suite=self.suite).values_list("label", flat=True))
        return {label for label, count in counts.items() if count > 1}

    def name(self, query: Query) -> str:
        """A query by its label, with its scenario where the label repeats."""
        return f"{query.scenario.slug}/{query.label}" if query.label in self.repeated else query.label

    @cached_property
    def facts(self) -> list[DiagnosisFacts]:
        """The diagnoses as tables and lists take them."""
        return [self._facts(number, one) for number, one in enumerate(self.diagnoses, 1)]

    def _facts(self, number: int, one: FileDiagnosis) -> DiagnosisFacts:
        found, query = one.found.diagnosis, self._query(one)
        return DiagnosisFacts(
            diagnosis=number,
            answer=number,
            system=self.scored.run.title,
            adapter="",
            hint=self.scored.variant.hint,
            repetition=1,
            knows=(),
            scenario=query.scenario.slug,
            query=query.label,
            query_id=query.pk,
            family=query.family,
            question=one.probed.original.question.text,
            complete=found.status == DiagnosisStatus.DONE,
            correct=found.correct,
            self_recovered=found.self_recovered,
            gold_recovered=found.gold_recovered,
            reason=found.reason,
            split=None if one.split is None else one.split.correct,
            frontier=tuple(_node(node) for node in one.found.frontier),
        )

    def _query(self, one: FileDiagnosis) -> Query:
        """The query of a diagnosis, as the file's line names it."""
        return self.scored.answers[one.probed.plan.query_id].question.query

    # ------------------------------------------------------------------ sections
    def sections(self) -> list[Section]:
        """What was answered, and where it was lost."""
        return [self._answers(), self._diagnosis()]

    def _answers(self) -> Section:
        result, run = self.scored.result, self.scored.run
        missing = ", ".join(self.name(query) for query in self.scored.missing)
        notes = [
            marks.reader(run) if self.scored.contexts else "Nothing was read: the file holds answers.",
            f"Suite {self.suite.slug} v{self.suite.version}. {self.suite.verification_text}.",
            *([f"n/a: {result.na_reason}."] if result.na_reason else []),
            *(f"wrong {self.name(query)}: {why}" for query, why in self.scored.wrong),
            *([f"Not answered, not scored: {missing}"] if missing else []),
        ]
        tables = (answers.systems([result], "Answers of the file"), answers.labels([result]))
        return Section("answers", "Answers", tables, notes)

    def _diagnosis(self) -> Section:
        if not self.facts:
            if self.file.probed:
                return Section("diagnosis", "Diagnosis", absent="Nothing is diagnosed: no answer counts.")
            return Section("diagnosis", "Diagnosis", absent=self._why_not(), command=self._command)
        found = section.section(self.facts, self.scored.run)
        notes = [*found.notes, *self._lacking()]
        return Section(found.slug, found.title, [self._lost(), *found.tables], notes)

    @property
    def _command(self) -> str:
        return f"manage.py probes {self.suite.slug} --questions"

    def _why_not(self) -> str:
        """Why there is no diagnosis, and how to get one."""
        of = f"{self.file.planned} queries of it" if self.file.planned else "queries of it"
        return (
            f"Nothing is diagnosed: the file holds no probes. The suite asks about the derivations of {of}; "
            'this prints what to ask of your memory, one line a probe. Add the lines {"query", "probe", '
            '"context"}.'
        )

    def _lacking(self) -> list[str]:
        return [
            f"{self.name(self._query(one))} is not diagnosed; its lines lack {'; '.join(one.missing)}."
            for one in self.diagnoses
            if one.missing and not one.found.diagnosis.correct
        ]

    def _lost(self) -> Table:
        """A row a wrong answer that is diagnosed."""
        columns = (*keys("Query"), *keys("Lost at", "How", "Repaired by"))
        rows = [
            (
                self.name(self._query(one)),
                "; ".join(node.label for node in facts.frontier) or "not known yet",
                "; ".join(node.title for node in facts.frontier),
                facts.repaired_by,
            )
            for one, facts in zip(self.diagnoses, self.facts, strict=True)
            if not facts.correct
        ]
        return Table("lost", "Wrong answers", columns, rows)

    # ------------------------------------------------------------------ one answer
    def rows_of(self, name: str) -> DiagnosisRows:
        """All about the diagnosis of one query, as a card shows it. Raises ``NotVisibleError`` where the file
        has none."""
        by_name = {self.name(self._query(one)): one for one in self.diagnoses}
        if name not in by_name:
            known = ", ".join(by_name) or "none"
            raise NotVisibleError(f"There is no diagnosis of query {name!r} in the file; diagnosed: {known}.")
        one = by_name[name]
        if one.missing and not one.found.diagnosis.correct:
            raise NotVisibleError(f"{name} is not diagnosed; its lines lack {'; '.join(one.missing)}.")
        return _rows(one, self._query(one))

    # ------------------------------------------------------------------ JSON
    def as_json(self) -> dict[str, Any]:
        """The figures flat, and each wrong answer."""
        result, suite = self.scored.result, self.suite
        return {
            **result.as_json(),
            "run": None,
            "suite": suite.slug,
            "suite_version": suite.version,
            "verification": suite.verification_text,
            "missing": [self.name(query) for query in self.scored.missing],
            "wrong": [{"query": self.name(query), "why": why} for query, why in self.scored.wrong],
            "diagnoses": [
                self._diagnosis_json(one, facts)
                for one, facts in zip(self.diagnoses, self.facts, strict=True)
            ],
        }

    def _diagnosis_json(self, one: FileDiagnosis, facts: DiagnosisFacts) -> dict[str, Any]:
        return {
            "query": self.name(self._query(one)),
            "correct": facts.correct,
            "complete": facts.complete,
            "missing": list(one.missing),
            "split": facts.split,
            "self_recovered": facts.self_recovered,
            "gold_recovered": facts.gold_recovered,
            "reason": facts.reason,
            "frontier": [
                {
                    "node": node.label,
                    "kind": node.kind,
                    "class": node.failure,
                    "dimension": node.dimension,
                    "depth": node.depth,
                    "load_bearing": node.load_bearing,
                    "unverified": node.unverified,
                    "misleading": row.misleading,
                }
                for node, row in zip(facts.frontier, one.found.frontier, strict=True)
            ],
        }


def _rows(one: FileDiagnosis, query: Query) -> DiagnosisRows:
    """A diagnosis that is no row, as those that are."""
    probed, found = one.probed, one.found
    derivation, refs = derivations.with_ids(query)
    number = {node: ROOT if node == probed.dag.root else int(node) for node in probed.dag.nodes}
    return DiagnosisRows(
        diagnosis=found.diagnosis,
        probes={probe.pk: probe for probe in probed.probes.values()},
        edges=tuple((number[parent], number[child]) for parent, child in probed.dag.edges),
        targeted={number[node]: answer for node, answer in probed.targeted.items()},
        inherited={
            (number[parent], number[child]): answer for (parent, child), answer in probed.inherited.items()
        },
        split=one.split,
        frontier=tuple(found.frontier),
        recoveries=tuple(found.recoveries),
        derivation=derivation,
        refs=refs,
    )


def _node(row: FrontierNode) -> NodeFacts:
    return NodeFacts(
        label=ROOT_LABEL if row.probe is None else row.probe.node.node_label,
        kind=row.kind,
        failure=row.failure,
        dimension=row.dimension,
        depth=row.depth,
        load_bearing=row.load_bearing,
        unverified=row.unverified,
    )
