"""Predicates without keys: one value, one collection or one truth for the whole history (spec 1.2)."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import check, world

PROGRAM = """
param floor() -> money
set watched( ; country)
derived strict() -> bool
derived calm() -> bool
derived quiet( ; country)
derived n_quiet() -> int
derived fee() -> money
derived note(country) -> text
strict()       :- floor(F), F > 5.
calm()         :- not strict(), watched(_).
quiet(N)       :- watched(N), not strict().
n_quiet(K)     :- K = count{ N : quiet(N) }.
fee(V)         :- floor(F), V = F * 2.
note(N,"loud") :- watched(N), strict().
note(N,"still"):- watched(N), not strict().
"""


def test_they_are_read_and_asked_as_others_are(engine: Engine) -> None:
    history = """
    e1: watched(Corvia), complete(watched).
    e2: floor(4).
    e3: revise floor(6).
    """
    check(
        engine,
        world(PROGRAM, history),
        """
        | at         | strict() | calm()  | quiet()  | n_quiet() | fee()   | note(Corvia) |
        | 2026-01-01 | unknown  | unknown | unknown  | unknown   | unknown | unknown      |
        | 2026-01-02 | false    | true    | {Corvia} | 1         | 8       | still        |
        | 2026-01-03 | true     | false   | zero {}  | zero 0    | 12      | loud         |
        """,
    )
