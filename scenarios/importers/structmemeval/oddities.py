"""What is odd about the files of any subset, whatever their messages mean. PURE."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from scenarios.bundle import Finding
from scenarios.importers.structmemeval.layout import CaseFile, DataSet, Session

_HEADING = re.compile(r"\s*([A-Za-z ]+):")
_DECIMALS = re.compile(r"\d\.(\d+)\b")
#: Fewer answers than this can be alike by chance.
FEW = 3


def of_subset(dataset: DataSet, subset: str) -> Iterator[Finding]:
    """Every oddity of the files of one subset, file by file, then of the subset as a whole."""
    cases = dataset.of(subset)
    for case in cases:
        yield from _of_case(case)
        for session in case.sessions:
            yield from _of_session(case, session)
    yield from _constant_answers(subset, cases)
    yield from _different_formats(cases)


def _of_case(case: CaseFile) -> Iterator[Finding]:
    stem = PurePosixPath(case.file).stem
    if not case.sessions:
        yield Finding("no-sessions", case.file, "", "", "the file holds no session")
    if case.subset == "tree" and case.case_id != stem:
        yield Finding("case-id", case.file, "", "", f"case_id is {case.case_id!r}")
    for name, values in (
        ("session id", [session.id for session in case.sessions]),
        ("question", [query.question for query in case.queries]),
        ("query id", [query.id for query in case.queries if query.id]),
        ("fact id", [session.fact_id for session in case.sessions if session.fact_id]),
    ):
        for value, count in Counter(values).items():
            if count > 1:
                yield Finding(
                    f"repeated-{name.replace(' ', '-')}", case.file, "", "", f"{count} times: {value}"
                )
    known = {session.fact_id for session in case.sessions}
    for query in case.queries:
        for fact in query.required_facts:
            if fact not in known:
                detail = (
                    f"{query.id or query.question} rests on {fact!r}, which no session of the file states"
                )
                yield Finding("dangling-fact", case.file, "", "", detail)


def _of_session(case: CaseFile, session: Session) -> Iterator[Finding]:
    if not session.messages:
        yield Finding("no-messages", case.file, session.id, "", "the session holds no message")
    places: dict[str, list[int]] = {}
    for ordinal, text in enumerate(session.texts, start=1):
        places.setdefault(text, []).append(ordinal)
    for text, where in places.items():
        if text and len(where) > 1:
            numbers = ", ".join(map(str, where[:8])) + (", ..." if len(where) > 8 else "")
            detail = f"said {len(where)} times (messages {numbers}): {text}"
            yield Finding("repeated-message", case.file, session.id, str(where[0]), detail)
    if session.fact_quote and not any(session.fact_quote in text for text in session.texts):
        detail = f"the quoted fact is in no message of the session: {session.fact_quote}"
        yield Finding("quote-not-found", case.file, session.id, "", detail)


def _constant_answers(subset: str, cases: tuple[CaseFile, ...]) -> Iterator[Finding]:
    answers = Counter(query.answer for case in cases for query in case.queries)
    if len(answers) == 1 and answers.total() >= FEW:
        ((text, count),) = answers.items()
        detail = f"all {count} stated answers are the same, so a constant answer scores 100 %: {text}"
        yield Finding("constant-answer", subset, "", "", detail)
    questions = Counter(query.question for case in cases for query in case.queries)
    for question, count in questions.items():
        if count > 1:
            files = [case.file for case in cases if any(query.question == question for query in case.queries)]
            detail = f"asked {count} times in {len(files)} file(s), first in {files[0]}: {question}"
            yield Finding("question-in-many-files", subset, "", "", detail)


def _different_formats(cases: tuple[CaseFile, ...]) -> Iterator[Finding]:
    """Items whose keys, or stated answers whose form, are not those of most."""
    usual = Counter(session.keys for case in cases for session in case.sessions)
    usual_query = Counter(query.keys for case in cases for query in case.queries)
    headings = Counter(
        _form(answer) for case in cases for session in case.sessions for answer in session.answers
    )
    for case in cases:
        for session in case.sessions:
            if session.keys != usual.most_common(1)[0][0]:
                yield _odd_keys(case, session.id, session.keys, usual.most_common(1)[0][0])
            for number, answer in enumerate(session.answers, start=1):
                if _form(answer) != headings.most_common(1)[0][0]:
                    detail = f"answer {number} has a form of its own: {answer}"
                    yield Finding("answer-format", case.file, session.id, "", detail)
        for query in case.queries:
            if query.keys != usual_query.most_common(1)[0][0]:
                yield _odd_keys(case, query.id, query.keys, usual_query.most_common(1)[0][0])


def _odd_keys(case: CaseFile, place: str, keys: frozenset[str], usual: frozenset[str]) -> Finding:
    more, less = ", ".join(sorted(keys - usual)), ", ".join(sorted(usual - keys))
    detail = "; ".join(
        part for part in (f"also has {more}" if more else "", f"lacks {less}" if less else "") if part
    )
    return Finding("keys-differ", case.file, place, "", f"not the keys of most items: {detail}")


def _form(answer: str) -> tuple[str, frozenset[int]]:
    """The heading of a stated answer and how many decimals its amounts have."""
    heading = _HEADING.match(answer)
    plain = heading[1].strip() if heading and "->" not in heading.group() else ""
    return plain, frozenset(len(decimals) for decimals in _DECIMALS.findall(answer))
