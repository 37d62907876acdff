"""One diagnosis as JSON: what was asked, what was answered, what was lost, how it was rebuilt."""

from __future__ import annotations

from typing import Any

from benchmark.models import Answer
from probes.selectors import diagnosis_words as words
from probes.selectors.diagnosis_rows import ROOT, DiagnosisRows


def details(rows: DiagnosisRows) -> dict[str, Any]:
    """The part that lists leave out."""
    lost = words.lost(rows)
    gold = rows.query.gold
    return {
        "question": rows.answer.question.text,
        "cutoff": rows.query.cutoff.isoformat(),
        "gold": {"label": gold.label, "answer": gold.answer},
        "reader": rows.run.reader,
        "reader_knows": rows.run.reader_knows,
        "suite": {
            "slug": rows.suite.slug,
            "version": rows.run.suite_version,
            "hash": rows.run.suite_hash,
        },
        "states": [_state(rows, probe) for probe in (ROOT, *rows.probes)],
        "edges": [list(edge) for edge in rows.edges],
        "followed": [list(edge) for edge in rows.followed],
        "split": _given(rows.split),
        "lost": [
            {
                "node": one.label,
                "words": one.words,
                "via": list(one.via),
                "misleading": list(one.misleading),
                "instead": list(one.instead),
            }
            for one in lost
        ],
        "recoveries": {
            one.kind: {
                "recovered": one.recovered,
                "steps": [
                    {
                        "number": step.number,
                        "node": step.label,
                        "source": step.source,
                        "state": step.state,
                        "correct": step.correct,
                        "inputs": list(step.inputs),
                    }
                    for step in one.steps
                ],
            }
            for one in words.replays(rows)
        },
        "repair": words.repair(rows.diagnosis, lost, words.gold_words(rows, ROOT)),
    }


def _state(rows: DiagnosisRows, probe: int) -> dict[str, Any]:
    if probe == ROOT:
        return {
            "probe": ROOT,
            "node": rows.label(ROOT),
            "kind": rows.derivation.root[0],
            "question": rows.answer.question.text,
            "gold": {"label": rows.query.gold.label, "answer": rows.query.gold.answer},
            "targeted": _given(rows.answer),
            "inherited": [],
        }
    row = rows.probes[probe]
    return {
        "probe": probe,
        "node": rows.label(probe),
        "kind": row.kind,
        "question": row.text,
        "gold": {"label": row.subject["label"], "answer": row.subject["answer"]},
        "targeted": _given(rows.targeted.get(probe)),
        "inherited": [
            {"parent": parent, "answer": _given(rows.inherited.get((parent, child)))}
            for parent, child in rows.edges
            if child == probe
        ],
    }


def _given(answer: Answer | None) -> dict[str, Any] | None:
    """An answer with the records of its context; None where it was not asked for."""
    if answer is None:
        return None
    return {
        "id": answer.pk,
        "status": answer.status,
        "label": answer.label,
        "answer": answer.answer,
        "correct": answer.correct,
        "citations": answer.citations,
        "context": answer.context.event_labels,
        "items_used": answer.items_used,
    }
