"""Random bodies and the aggregates in them: all ten, with ``@`` and ``|``, nested, compared at once."""

from __future__ import annotations

from scenarios.datalog.inference import category
from tests.factories.random_clauses import NUMBERS, ORDERED, BodyWriter

FUNCTIONS = ("count", "count", "sum", "sum", "min", "max", "avg", "argmax", "argmin", "any", "all", "mode")


def write_body(writer: BodyWriter, count: int) -> None:
    """So many literals, chosen by chance."""
    for _ in range(count):
        chance = writer.rng.random()
        if chance < 0.46:
            writer.read(writer.pick(writer.positive))
        elif chance < 0.58:
            writer.negated()
        elif chance < 0.7:
            writer.comparison()
        elif chance < 0.83:
            writer.binding()
        elif writer.depth < 2:
            aggregate(writer)


def aggregate(writer: BodyWriter) -> None:
    """One aggregate over what ``writer`` has bound; its result is compared, tested or bound."""
    rng = writer.rng
    inner = writer.inside()
    collections = [decl for decl in inner.positive if decl.member_type is not None]
    inner.read(inner.pick(collections), new=rng.random() < 0.85)
    write_body(inner, rng.choice([0, 1, 1, 2]))
    function = rng.choice(FUNCTIONS)
    found = _head(inner, function)
    if found is None:
        return
    head, type_name = found
    condition = _condition(inner) if function == "all" else ""
    rng.shuffle(inner.literals)
    result = _result(writer, type_name)
    writer.literals.append(f"{result} = {function}{{ {head} : {', '.join(inner.literals)}{condition} }}")
    if function == "count" and rng.random() < 0.4:
        op = rng.choice([">=", ">=", ">=", "<", "=", "!="])
        writer.literals.append(f"{result} {op} {rng.choice([0, 1, 2])}")


def _local(inner: BodyWriter, kinds: tuple[str, ...] | None = None) -> str | None:
    """A variable within the braces, those that the braces bind first."""
    fits = [name for name, kind in inner.bound.items() if kinds is None or category(kind) in kinds]
    own = [name for name in fits if name not in inner.outer]
    return inner.rng.choice(own if own and inner.rng.random() < 0.95 else fits) if fits else None


def _head(inner: BodyWriter, function: str) -> tuple[str, str] | None:
    """What stands before the colon, and the type of the result."""
    rng, name = inner.rng, _local(inner)
    if name is None:
        return None
    if function in ("any", "all"):
        return name, "bool"
    if function == "count":
        return name, "int"
    if function == "mode":
        key = _local(inner)
        at = f" @ {key}" if rng.random() < 0.7 else ""
        return f"{name}{at}", inner.bound[name]
    value = _value(inner, ("number",) if function in ("sum", "avg") else ORDERED)
    if value is None:
        return None
    if function in ("argmax", "argmin"):
        return f"{name} @ {value}", inner.bound[name]
    kind = inner.bound.get(value, "int")
    at = f" @ {name}" if function in ("sum", "avg") or rng.random() < 0.5 else ""
    if function == "avg":
        kind = "money" if kind == "money" else "decimal"
    return f"{value}{at}", kind


def _value(inner: BodyWriter, kinds: tuple[str, ...]) -> str | None:
    """A number (or date) within the braces: read if there is none, now and then a constant."""
    if kinds == ("number",) and inner.rng.random() < 0.05:
        return inner.rng.choice(["1", "0.5"])
    found = _local(inner, kinds)
    if found is not None:
        return found
    for kind in inner.rng.sample((*NUMBERS, "date"), 4):
        if category(kind) in kinds and inner.source_of(kind) is not None:
            name = inner.need(kind)
            return name if name in inner.bound else None
    return None


def _condition(inner: BodyWriter) -> str:
    around = BodyWriter(
        inner.rng, inner.schema, inner.lower, inner.lower, inner.names, dict(inner.bound), depth=2
    )
    while not around.literals:
        write_body(around, inner.rng.choice([1, 1, 2]))
    return f" | {', '.join(around.literals)}"


def _result(writer: BodyWriter, type_name: str) -> str:
    """A new variable for the result; now and then one that is bound already, which makes it a test."""
    same = [name for name, kind in writer.bound.items() if category(kind) == category(type_name)]
    if same and writer.rng.random() < 0.08:
        return writer.rng.choice(same)
    return writer.bind(type_name)
