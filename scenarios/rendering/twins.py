"""Twins of question forms: the same asked of an entity that a phrase refers to (spec 4.7, ADR 15). PURE.

A twin's goal is a derived predicate of its own, made out of the form's by a clause that resolves the phrase
first. So both evaluators carry the evidence of a reference into derivation and witnesses like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Decl, Reading
from scenarios.domains.base import Domain
from scenarios.rendering.lexicon import content_lemmas
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.references import Reference, ReferenceFault
from scenarios.rendering.slots import Slot
from scenarios.rendering.templates import Surface

_HEADING = "\n# ---- made from references.py: what a phrase of a question refers to, and what is asked of it"


#: Stands between the slug of a form and the name of a reference.
VIA = "__via_"


def plain_slug(template: QuestionTemplate) -> str:
    """The slug of the form that a twin is of; of any other form its own."""
    return template.slug.partition(VIA)[0] if template.reference is not None else template.slug


@dataclass(frozen=True, slots=True)
class Twins:
    """Question templates with the program text and the trigger words that belong to them."""

    templates: tuple[QuestionTemplate, ...]
    program_text: str
    question_lex: Mapping[str, frozenset[str]]


def with_references(domain: Domain, references: Iterable[Reference], kinds: Mapping[str, Slot]) -> Domain:
    """The domain with the twins of its question forms; ``kinds`` has the slots of all phrases.

    Raises ``ReferenceFault`` where a reference does not fit a form, ``ProgramError`` where it does not fit
    the program.
    """
    found = twins(domain, tuple(references), kinds)
    return replace(
        domain,
        program_text=f"{domain.program_text}{found.program_text}",
        question_templates=(*domain.question_templates, *found.templates),
        question_lex={**domain.question_lex, **found.question_lex},
    )


def twins(domain: Domain, references: tuple[Reference, ...], kinds: Mapping[str, Slot]) -> Twins:
    """The twins of all forms that the references list. Raises as ``with_references``."""
    decls = load_program(domain.program_text, f"{domain.slug}/base.dl").decls
    templates: list[QuestionTemplate] = []
    lines: dict[str, None] = dict.fromkeys((_HEADING,))
    lex: dict[str, frozenset[str]] = {}
    for reference in references:
        lines.update(dict.fromkeys(_referent(reference, decls)))
        words = content_lemmas(_literal(reference.phrase))
        lex[reference.referent] = words
        for slug in reference.forms:
            form = domain.question(slug)
            twin = _twin(form, reference, kinds)
            templates.append(twin)
            lines.update(dict.fromkeys(_clauses(form, twin, reference, decls)))
            lex[twin.pred] = words | domain.question_lex[form.pred]
    return Twins(tuple(templates), "\n".join(lines) + "\n", lex)


# ---------------------------------------------------------------- the question
def _twin(form: QuestionTemplate, reference: Reference, kinds: Mapping[str, Slot]) -> QuestionTemplate:
    """The form with the phrase in the place of the name. Raises ``ReferenceFault``."""
    rest = [slot for slot in form.key if slot != reference.slot]
    wrong = (
        "asks for versions of a record" if form.family == "temporal"
        else "asks of one member" if form.member
        else f"has no slot {reference.slot}" if len(rest) != len(form.key) - 1
        else "has a slot of the phrase" if set(rest) & set(reference.own)
        else ""
    )  # fmt: skip
    if wrong:
        raise ReferenceFault(f"reference {reference.name}: {form.slug} {wrong}")
    key = tuple(part for slot in form.key for part in (reference.own if slot == reference.slot else (slot,)))
    return replace(
        form,
        slug=f"{form.slug}{VIA}{reference.name}",
        kinds={slot: {**form.kinds, **kinds}[slot] for slot in sorted(key)},
        surfaces=tuple(_phrased(form, surface, reference) for surface in form.surfaces),
        pred=f"{form.pred}_by_{reference.name}",
        key=key,
        reference=reference,
    )


def _phrased(form: QuestionTemplate, surface: Surface, reference: Reference) -> Surface:
    noun = reference.noun or f"{{{reference.slot}}}"
    if surface.source.count(noun) != 1 or surface.source.count(f"{{{reference.slot}}}") != 1:
        raise ReferenceFault(f"reference {reference.name}: {form.slug} says {surface.source!r}, not {noun!r}")
    said = surface.source.replace(noun, reference.phrase)
    return Surface(surface.register, said[0].upper() + said[1:])


def _literal(phrase: str) -> str:
    return Surface("question", phrase).literal_text()


# ---------------------------------------------------------------- the program
def _var(slot: str) -> str:
    return slot.capitalize()


def _atom(pred: str, *terms: str) -> str:
    return f"{pred}({', '.join(terms)})"


def _referent(reference: Reference, decls: Mapping[str, Decl]) -> list[str]:
    """The clauses that resolve a phrase.

    A phrase that fits nothing refers to nothing known. The second clause makes that unknown: ``unresolved_…``
    has no clause, so its value is never known. Without it the referent would be ``none``, and a yes-or-no
    question about it false, even with no record at all.
    """
    types = reference.types(decls)
    keys = [_var(slot) for slot in reference.own]
    entity = _var(reference.slot)
    given, meant = ", ".join(types[slot] for slot in reference.own), types[reference.slot]
    fits, unresolved = f"fits_{reference.name}", f"unresolved_{reference.name}"
    head, read = _atom(reference.referent, *keys, entity), _read(reference)
    otherwise = f"not {_atom(fits, *keys)}, {_atom(unresolved, *keys, entity)}"
    return [
        f"derived {reference.referent}({given}) -> {meant}",
        f"derived {fits}({given}) -> bool",
        f"derived {unresolved}({given}) -> {meant}",
        f"@inline {_atom(fits, *keys)} :- {read}.",
        f"{head} :- {read}.",
        f"{head} :- {otherwise}.",
    ]


def _read(reference: Reference) -> str:
    """The body that finds what a phrase fits."""
    value = reference.by or reference.slot
    read = _atom(reference.pred, *map(_var, (*reference.key, value)))
    if not reference.backward or reference.among is None:
        return read
    return f"{_atom(reference.among.pred, *map(_var, (*reference.among.group, reference.slot)))}, {read}"


def _clauses(
    form: QuestionTemplate, twin: QuestionTemplate, reference: Reference, decls: Mapping[str, Decl]
) -> list[str]:
    """The declaration of a twin's predicate, and its clause."""
    decl = decls[form.pred]
    if any(decl.currencies):
        raise ReferenceFault(f"reference {reference.name}: {form.pred} is in a currency of its own")
    types = {**dict(zip(form.key, decl.key_types, strict=True)), **reference.types(decls)}
    keys, given = [_var(slot) for slot in twin.key], ", ".join(types[slot] for slot in twin.key)
    meant = _atom(reference.referent, *map(_var, (*reference.own, reference.slot)))
    read, answer, value = list(map(_var, form.key)), ["Value"], f"-> {decl.value_type or 'bool'}"
    if value == "-> bool" and decl.reading is not Reading.MEMBERS:
        # a recorded truth is a value there, of which the twin is the truth
        read, answer = [*read, *([] if decl.reading is Reading.TRUTH else ["true"])], []
    head = f"{_atom(twin.pred, *keys, *answer)} :- {meant}, {_atom(form.pred, *read, *answer)}."
    if decl.reading is Reading.MEMBERS:
        return [f"derived {twin.pred}({given} ; {decl.member_type})", f"@set({', '.join(keys)}) {head}"]
    return [f"derived {twin.pred}({given}) {value}", head]
