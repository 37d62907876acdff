"""Aggregates of a three-valued program as rules of the certain and of the possible program."""

from __future__ import annotations

from scenarios.datalog.plans import Fold, Plan
from scenarios.datalog.reference_body import fold_terms
from scenarios.datalog.syntax import Const, Term
from tests.factories.two_valued import SCALE, UNK, Rule, absent, atom, let, test
from tests.factories.two_valued_clauses import ClauseWriter, Way, Ways


def fold(writer: ClauseWriter, ways: Ways, plan: Plan, step: Fold) -> None:
    """Add an aggregate to the ways of the body around it."""
    number, outer = writer.number(), writer.shared(ways, step)
    ctx, add = f"ctx{number}", writer.rules.append
    for way in ways.possible:
        add(Rule(ctx, outer, way))
    around: list[Way] = [(atom(ctx, *outer),)]
    inside = Ways(around, around, {name[1:] for name in outer}, set(ways.computed))
    writer.body(inside, step.body)
    if step.literal.function == "all":
        _counterexamples(writer, inside, step, number, outer)
    else:
        key, value = (_term(writer, plan, term) for term in fold_terms(step))
        for word, found in (("c", inside.certain), ("p", inside.possible)):
            for way in found:
                add(Rule(f"ar{word}{number}", (*outer, key, value), way))
    if step.literal.function in ("any", "all"):
        _truth(writer, number, outer, negate=step.literal.function == "all")
    elif step.at_least is not None:
        _early(writer, ways, step, number, outer)
        return
    else:
        _number(writer, step.literal.function, number, outer)
    _result(ways, step, number, outer)


def _term(writer: ClauseWriter, plan: Plan, term: Term) -> str:
    return writer.symbols.term(term.value) if isinstance(term, Const) else f"X{term.name}"


def _result(ways: Ways, step: Fold, number: str, outer: tuple[str, ...]) -> None:
    """``known`` holds the value, ``open`` says that it is unknown; neither: none."""
    known, unknown = f"known{number}", f"open{number}"
    var = f"X{step.literal.var.name}"
    if step.literal.function not in ("any", "all"):
        ways.computed.add(step.literal.var.name)
    if step.binds is not None:
        ways.bound.add(step.literal.var.name)
        possible = [(atom(known, *outer, var),), (atom(unknown, *outer), let(var, UNK))]
        ways.both([(atom(known, *outer, var),)], possible)
        return
    result = f"R{number}"
    here = (atom(known, *outer, result), test(var, "!=", UNK), test(result, "=", var))
    loose = [(atom(known, *outer, result), test(var, "=", UNK)), (atom(unknown, *outer),)]
    ways.both([here], [here, *loose])


def _blocked(writer: ClauseWriter, number: str, outer: tuple[str, ...], *, keys_only: bool) -> None:
    """``open``: a row is undecided, a key has two values, or a key or value is not known."""
    add, certain, possible = writer.rules.append, f"arc{number}", f"arp{number}"
    unknown, row = f"open{number}", (*outer, "K", "V")
    if keys_only:
        add(Rule(f"keyc{number}", (*outer, "K"), (atom(certain, *row),)))
        add(Rule(unknown, outer, (atom(possible, *row), absent(f"keyc{number}", *outer, "K"))))
        return
    add(Rule(unknown, outer, (atom(possible, *row), absent(certain, *row))))
    two = (atom(possible, *row), atom(possible, *outer, "K", "W"), test("V", "!=", "W"))
    add(Rule(unknown, outer, two))
    add(Rule(unknown, outer, (atom(possible, *outer, UNK, "V"),)))
    add(Rule(unknown, outer, (atom(possible, *outer, "K", UNK),)))


def _number(writer: ClauseWriter, function: str, number: str, outer: tuple[str, ...]) -> None:
    add, row = writer.rules.append, (*outer, "K", "V")
    some, known, folded, ctx = f"some{number}", f"known{number}", f"fold{number}", f"ctx{number}"
    _blocked(writer, number, outer, keys_only=function == "count")
    add(Rule(some, outer, (atom(f"arc{number}", *row),)))
    add(Rule(folded, outer, (atom(f"arc{number}", *row),), fold=function))
    decided = absent(f"open{number}", *outer)
    scaled = f"R * {SCALE}" if function == "count" else "R"
    add(Rule(known, (*outer, "S"), (atom(folded, *outer, "R"), decided, let("S", scaled))))
    if function in ("count", "sum"):
        add(Rule(known, (*outer, "0"), (atom(ctx, *outer), absent(some, *outer), decided)))


def _truth(writer: ClauseWriter, number: str, outer: tuple[str, ...], *, negate: bool) -> None:
    """``any``, and ``all`` as "no counterexample"."""
    yes, no = (writer.symbols.term(word) for word in (not negate, negate))
    add, row, ctx = writer.rules.append, (*outer, "K", "V"), f"ctx{number}"
    for word in "cp":
        add(Rule(f"some{word}{number}", outer, (atom(f"ar{word}{number}", *row),)))
    add(Rule(f"known{number}", (*outer, yes), (atom(f"somec{number}", *outer),)))
    add(Rule(f"known{number}", (*outer, no), (atom(ctx, *outer), absent(f"somep{number}", *outer))))
    add(Rule(f"open{number}", outer, (atom(f"somep{number}", *outer), absent(f"somec{number}", *outer))))


def _counterexamples(
    writer: ClauseWriter, inside: Ways, step: Fold, number: str, outer: tuple[str, ...]
) -> None:
    """Rows of the domain whose condition is not certain (possible ones), or not possible (certain ones)."""
    assert step.condition is not None
    seen = tuple(f"X{name}" for name in sorted(inside.bound))
    domain = f"domain{number}"
    for way in inside.possible:
        writer.rules.append(Rule(domain, seen, way))
    around: list[Way] = [(atom(domain, *seen),)]
    held = Ways(around, around, set(inside.bound), set(inside.computed))
    writer.body(held, step.condition)
    for word, found in (("c", held.certain), ("p", held.possible)):
        for way in found:
            writer.rules.append(Rule(f"held{word}{number}", seen, way))
    row = (*outer, UNK, UNK)
    for way in inside.certain:
        writer.rules.append(Rule(f"arc{number}", row, (*way, absent(f"heldp{number}", *seen))))
    for way in inside.possible:
        writer.rules.append(Rule(f"arp{number}", row, (*way, absent(f"heldc{number}", *seen))))


def _early(writer: ClauseWriter, ways: Ways, step: Fold, number: str, outer: tuple[str, ...]) -> None:
    """``count >= k``: enough certain keys make it certain; too few possible ones, all named, refute it."""
    assert step.at_least is not None
    add, row = writer.rules.append, (*outer, "K", "V")
    for word in "cp":
        add(Rule(f"some{word}{number}", outer, (atom(f"ar{word}{number}", *row),)))
        add(Rule(f"fold{word}{number}", outer, (atom(f"ar{word}{number}", *row),), fold="count"))
        counted = (atom(f"fold{word}{number}", *outer, "R"), let("S", f"R * {SCALE}"))
        add(Rule(f"number{word}{number}", (*outer, "S"), counted))
        nothing = (atom(f"ctx{number}", *outer), absent(f"some{word}{number}", *outer))
        add(Rule(f"number{word}{number}", (*outer, "0"), nothing))
    add(Rule(f"unnamed{number}", outer, (atom(f"arp{number}", *outer, UNK, "V"),)))
    certain, possible = [], []
    for place, (way, least) in enumerate(writer.expression(step.at_least)):
        if least == UNK:
            possible.append(way)
            continue
        many, all_of_them = f"N{number}x{place}", f"P{number}x{place}"
        known = (*way, test(least, "!=", UNK))
        certain.append((*known, atom(f"numberc{number}", *outer, many), test(many, ">=", least)))
        enough = (atom(f"numberp{number}", *outer, all_of_them), test(all_of_them, ">=", least))
        possible.append((*known, *enough))
        unnamed = (atom(f"unnamed{number}", *outer),)
        possible.append((*known, *unnamed))
        possible.append((*way, test(least, "=", UNK)))
    ways.both(certain, possible)
