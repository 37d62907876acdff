"""Faults of declarations (spec 1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from scenarios.datalog.errors import Fault, fault_at
from scenarios.datalog.syntax import AGGREGATES, NOWHERE, Decl, Program, Shape
from scenarios.datalog.values import NONE_TEXT, ValueTextError, parse_value

RESERVED = frozenset(
    {*AGGREGATES, "days", "convert", "coalesce", "date", "not", "complete", "assume", "rule"}
)

#: Characters of a predicate's name: version rows and their index hold it.
MAX_NAME = 100

#: Keys of a recorded predicate, or group arguments of a recorded collection: version rows have a column each.
MAX_RECORDED_KEYS = 3


def _fault(program: Program, decl: Decl, code: str, message: str, hint: str = "") -> Fault:
    return fault_at(code, message, file=program.filename, span=decl.span, rule=decl.pred, hint=hint)


def check_declarations(program: Program) -> Iterator[Fault]:
    """Every declaration has the parts its shape needs and no others."""
    for decl in program.decls.values():
        yield from _check_names(program, decl)
        yield from _check_shape(program, decl)
        yield from _check_options(program, decl)
    for pred in sorted(program.assumed_complete):
        found = program.decls.get(pred)
        if found is None or found.shape is not Shape.SET:
            message = f"assume complete({pred}) names no recorded collection"
            yield fault_at("assumption", message, file=program.filename, span=NOWHERE, rule=pred)


def _check_names(program: Program, decl: Decl) -> Iterator[Fault]:
    if len(decl.pred) > MAX_NAME:
        shown = f"{decl.pred[:20]}…"
        yield _fault(program, decl, "name-length", f"the name {shown} has more than {MAX_NAME} characters")
    if decl.pred in RESERVED:
        yield _fault(program, decl, "reserved-name", f"{decl.pred} is a word of the language")
    if not decl.pred[0].islower():
        yield _fault(program, decl, "reserved-name", f"{decl.pred} must start in lower case")
    types = (*decl.key_types, decl.member_type, decl.value_type)
    for type_name in sorted({name for name in types if name is not None and not name[0].islower()}):
        yield _fault(program, decl, "type-name", f"the type {type_name} must start in lower case")


def _check_shape(program: Program, decl: Decl) -> Iterator[Fault]:
    if decl.shape is not Shape.DERIVED and len(decl.key_types) > MAX_RECORDED_KEYS:
        hint = f"version rows hold {MAX_RECORDED_KEYS}: join some into one entity, or use two predicates"
        message = f"{decl.pred} has {len(decl.key_types)} keys"
        yield _fault(program, decl, "key-count", message, hint)
    if decl.member_type is not None and decl.value_type is not None:
        yield _fault(program, decl, "shape", f"{decl.pred} cannot have both members and a value")
    if decl.shape in (Shape.FUNC, Shape.PARAM, Shape.INVERSE):
        if decl.member_type is not None:
            yield _fault(program, decl, "shape", f"a {decl.shape} has no members; {decl.pred} needs no ';'")
        if decl.value_type is None:
            hint = f"{decl.shape} {decl.pred}(…) -> type"
            yield _fault(program, decl, "shape", f"{decl.pred} does not say the type of its value", hint)
    if decl.shape is Shape.SET and (decl.member_type is None or decl.value_type is not None):
        hint = f"set {decl.pred}(group ; member)"
        yield _fault(program, decl, "shape", f"{decl.pred} does not say what its members are", hint)
    if decl.shape is Shape.INVERSE:
        yield from _check_inverse(program, decl)
    elif decl.inverse_of is not None:
        yield _fault(program, decl, "shape", f"only an inverse reads another collection, {decl.pred} is none")


def _check_inverse(program: Program, decl: Decl) -> Iterator[Fault]:
    hint = f"inverse {decl.pred}(member) -> group of collection"
    base = program.decls.get(decl.inverse_of or "")
    if base is None or base.shape is not Shape.SET:
        message = f"{decl.pred} reads no recorded collection backwards"
        yield _fault(program, decl, "inverse", message, hint)
        return
    if decl.key_types != (base.member_type,):
        message = f"the argument of {decl.pred} is not the member type {base.member_type} of {base.pred}"
        yield _fault(program, decl, "inverse", message, hint)
    if decl.inverse_key is None:
        count = base.key_types.count(decl.value_type or "")
        what = "no group argument" if count == 0 else "more than one group argument"
        message = f"{what} of {base.pred} has the type {decl.value_type} that {decl.pred} returns"
        yield _fault(program, decl, "inverse", message, hint)


def _check_options(program: Program, decl: Decl) -> Iterator[Fault]:
    cancel_default = (
        decl.on_cancel.removeprefix("default:") if decl.on_cancel.startswith("default:") else None
    )
    if decl.shape in (Shape.DERIVED, Shape.INVERSE) and (decl.on_cancel != "unknown" or decl.default):
        message = f"{decl.pred} is computed: on_cancel and default belong to recorded predicates"
        yield _fault(program, decl, "option", message)
        return
    if decl.shape is Shape.SET and (decl.default is not None or cancel_default is not None):
        yield _fault(program, decl, "option", f"the collection {decl.pred} cannot have a default value")
        return
    if decl.group_probe and decl.shape is not Shape.SET:
        yield _fault(program, decl, "option", f"group_probe belongs to collections, {decl.pred} is none")
    for text in (decl.default, cancel_default):
        if text is None or text == NONE_TEXT or decl.value_type is None:
            continue
        try:
            parse_value(text, decl.value_type)
        except ValueTextError as error:
            yield _fault(program, decl, "option", f"the default of {decl.pred} does not fit: {error}")
