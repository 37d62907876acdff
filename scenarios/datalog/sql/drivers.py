"""Variables that range over collections: the candidates that drive a body (spec 1.7)."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.datalog.plans import Choose, Read
from scenarios.datalog.sql.body import Body, Compiling, SelfReference, key_texts
from scenarios.datalog.sql.columns import Column, Emission, storage


def choose(compiler: Compiling, body: Body, step: Choose) -> None:
    """Range over the candidates of a collection, the unnamed one of an open collection too."""
    first = step.drivers[0]
    if body.itself is not None and any(read.atom.pred == body.itself.pred for read in step.drivers):
        _choose_self(body, step, body.itself)
        return
    for read in step.drivers[1:]:
        body.mark(read.index)
    alias = compiler.emission.alias("l")
    body.scope[step.var] = Column(f"{alias}.m", first.decl.member_type or "text")
    body.drivers.append(f"{alias}.m")
    keys = [
        key_texts(compiler.emission, body.scopes[step.index], read.atom.args[: len(read.decl.key_types)])
        for read in step.drivers
    ]
    if len(step.drivers) == 1:
        body.truths[first.index] = _single_driver(compiler, body, alias, first, keys[0])
        return
    reads = [_candidates(compiler, body, read, key) for read, key in zip(step.drivers, keys, strict=True)]
    member_type = first.decl.member_type or "text"
    body.join(_driven(body, _common_candidates(compiler.emission, reads), alias, member_type))
    for read, key in zip(step.drivers, keys, strict=True):
        test = compiler.emission.alias("l")
        member_test = compiler.test_atom(read.atom, key, body.scope[step.var])
        body.join(f"CROSS JOIN LATERAL ({member_test}) {test}")
        truth = f"CASE WHEN {alias}.m IS NOT NULL THEN {test}.tr END"
        body.truths[read.index] = _present(body, alias, truth)


def _candidates(compiler: Compiling, body: Body, read: Read, keys: Sequence[str]) -> str:
    """The rows of a driver; unfolded, those that a derived collection rejects too."""
    if body.unfolded and not read.recursive:
        return compiler.candidates(read.atom.pred, keys)
    return compiler.read_atom(read.atom, keys)


def _common_candidates(emission: Emission, reads: Sequence[str]) -> str:
    """The named candidates of several collections, each once; the unnamed one if all of them are open."""
    rows = " UNION ALL ".join(
        f"SELECT {name}.m, {place} AS place FROM ({read}) {name}"
        f" WHERE {name}.m IS NOT NULL OR {name}.tr IS NOT FALSE"
        for place, read in enumerate(reads)
        for name in [emission.alias("s")]
    )
    everywhere = f"count(DISTINCT place) = {len(reads)}"
    source = f"({rows}) {emission.alias('s')}"
    columns = "m, NULL::boolean AS tr, TRUE AS there"
    return f"SELECT {columns} FROM {source} GROUP BY m HAVING m IS NOT NULL OR {everywhere}"


def _single_driver(compiler: Compiling, body: Body, alias: str, read: Read, keys: Sequence[str]) -> str:
    rows = _candidates(compiler, body, read, keys)
    if body.unfolded:
        name = compiler.emission.alias("s")
        rows = f"SELECT {name}.m, {name}.tr, TRUE AS there FROM ({rows}) {name}"
    body.join(_driven(body, rows, alias, read.decl.member_type or "text"))
    return _present(body, alias, f"{alias}.tr")


def _driven(body: Body, rows: str, alias: str, member_type: str) -> str:
    """The join of candidates; unfolded, an unnamed one stands beside them even if the driver is closed."""
    if body.unfolded:
        rows = f"{rows} UNION ALL SELECT NULL::{storage(member_type)}, NULL::boolean, FALSE"
    return f"CROSS JOIN LATERAL ({rows}) {alias}"


def _present(body: Body, alias: str, truth: str) -> str:
    return f"CASE WHEN {alias}.there THEN {truth} ELSE FALSE END" if body.unfolded else truth


def _choose_self(body: Body, step: Choose, itself: SelfReference) -> None:
    """The rows of the closure so far drive its step."""
    found = Column(f"{itself.table}.m", step.drivers[0].decl.member_type or "text")
    body.start_with(itself)
    body.scope[step.var] = found
    body.drivers.append(found.sql)
    body.truths[step.index] = f"{itself.table}.tr"
