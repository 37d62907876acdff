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
    """Question templates with the program text, the trigger words and the slots that belong to them."""

    templates: tuple[QuestionTemplate, ...]
    program_text: str
    question_lex: Mapping[str, frozenset[str]]
    slot_types: Mapping[str, str]


def with_references(domain: Domain, references: Iterable[Reference], kinds: Mapping[str, Slot]) -> Domain:
    """The domain with the twins of its question forms; ``kinds`` has the slots of all phrases.

    Raises ``ReferenceFault`` where a reference does not fit a form, ``ProgramError`` where it does not fit
    the program.
    """
    found = twins(domain, tuple(references), kinds)
    text = f"{domain.program_text}{found.program_text}"
    load_program(text, f"{domain.slug}/base.dl")
    return replace(
        domain,
        program_text=text,
        question_templates=(*domain.question_templates, *found.templates),
        question_lex={**domain.question_lex, **found.question_lex},
        slot_types={**domain.slot_types, **found.slot_types},
    )


def twins(domain: Domain, references: tuple[Reference, ...], kinds: Mapping[str, Slot]) -> Twins:
    """The twins of all forms that the references list. Raises as ``with_references``."""
    decls = load_program(domain.program_text, f"{domain.slug}/base.dl").decls
    templates: list[QuestionTemplate] = []
    lines: dict[str, None] = dict.fromkeys((_HEADING,))
    lex: dict[str, frozenset[str]] = {}
    slot_types: dict[str, str] = {}
    for reference in references:
        lines.update(dict.fromkeys(_referent(reference, decls)))
        words = content_lemmas(_literal(reference.phrase))
        lex.update(dict.fromkeys((reference.referent, reference.resolved), words))
        types = reference.types(decls)
        slot_types.update({slot: types[slot] for slot in reference.own})
        for slug in reference.forms:
            form = domain.question(slug)
            twin = _twin(form, reference, kinds)
            templates.append(twin)
            lines.update(dict.fromkeys(_clauses(form, twin, reference, decls)))
            lex.update(dict.fromkeys((twin.pred, _unresolved(twin)), words | domain.question_lex[form.pred]))
    return Twins(tuple(templates), "\n".join(lines) + "\n", lex, slot_types)


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


def _unresolved(twin: QuestionTemplate) -> str:
    return f"unresolved_{twin.pred}"


def _referent(reference: Reference, decls: Mapping[str, Decl]) -> list[str]:
    """The clauses that resolve a phrase: to a value where it fits one entity and surely no other."""
    types = reference.types(decls)
    keys = [_var(slot) for slot in reference.own]
    given, entity = ", ".join(types[slot] for slot in reference.own), _var(reference.slot)
    read = _atom(reference.pred, *map(_var, (*reference.key, reference.by or reference.slot)))
    if reference.backward and reference.among is not None:
        read = f"{_atom(reference.among.pred, *map(_var, reference.among.group), entity)}, {read}"
    meant = _atom(reference.referent, *keys, entity)
    return [
        f"derived {reference.referent}({given}) -> {types[reference.slot]}",
        f"derived {reference.resolved}({given}) -> bool",
        f"{meant} :- {read}.",
        f"@inline {_atom(reference.resolved, *keys)} :- {meant}.",
    ]


def _clauses(
    form: QuestionTemplate, twin: QuestionTemplate, reference: Reference, decls: Mapping[str, Decl]
) -> list[str]:
    """The declarations of a twin's predicate, and its clauses.

    The second clause makes the twin unknown where it is not known what the phrase means: ``unresolved_…``
    has no clause, so its value is never known. Without it a yes-or-no question about nothing would be
    false, and so would one whose answer is no whatever is meant, with a witness without the reference.
    """
    decl = decls[form.pred]
    if any(decl.currencies):
        raise ReferenceFault(f"reference {reference.name}: {form.pred} is in a currency of its own")
    types = {**dict(zip(form.key, decl.key_types, strict=True)), **reference.types(decls)}
    keys, given = [_var(slot) for slot in twin.key], ", ".join(types[slot] for slot in twin.key)
    own = [_var(slot) for slot in reference.own]
    truth = decl.member_type is None and decl.value_type in (None, "bool")
    recorded = truth and decl.reading is not Reading.TRUTH
    head = _atom(twin.pred, *keys, *([] if truth else ["Value"]))
    read = _atom(form.pred, *map(_var, form.key), *(["true"] if recorded else [] if truth else ["Value"]))
    answer = decl.member_type or (types[reference.slot] if truth else decl.value_type)
    mark, shape = "", f"({given}) -> {'bool' if truth else answer}"
    if decl.reading is Reading.MEMBERS:
        mark, shape = f"@set({', '.join(keys)}) ", f"({given} ; {answer})"
    return [
        f"derived {twin.pred}{shape}",
        f"derived {_unresolved(twin)}({given}) -> {answer}",
        f"{mark}{head} :- {_atom(reference.referent, *own, _var(reference.slot))}, {read}.",
        f"{mark}{head} :- not {_atom(reference.resolved, *own)}, {_atom(_unresolved(twin), *keys, 'Value')}.",
    ]
