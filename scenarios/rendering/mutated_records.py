"""Records whose text states mutated actions: check items of known verdict (spec 6.5). PURE."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from scenarios.bundle import LLM, EventSpec
from scenarios.datalog.history import ActionRecord
from scenarios.datalog.syntax import Decl
from scenarios.domains.base import Domain
from scenarios.rendering import checks, presence
from scenarios.rendering.fiction import is_fictional
from scenarios.rendering.mutations import Mutant, mutants
from scenarios.rendering.near_values import Known
from scenarios.rendering.patterns import EventRef, UnboundActionsError
from scenarios.rendering.templates import TemplateError

#: Changes of a whole action; these records have one action of another kind, no more and no fewer.
_WHOLE = ("dropped", "added")
#: So many false lists are tried; most fit the record's template at once.
_MOST = 60


@dataclass(frozen=True, slots=True)
class MutatedRecord:
    """A record put into the same wording with one action changed: ``event`` has the words and the actions
    that they state, ``mutant`` says what was changed of the true ones."""

    event: EventSpec
    mutant: Mutant


def mutated_record(
    domain: Domain, decls: Mapping[str, Decl], event: EventSpec, known: Known, seed: int
) -> MutatedRecord | None:
    """The record of ``event`` with one action changed and everything else of its wording kept.

    The text passes K1 against the changed actions, K3, K4, K5, K7 and K8. None where no template worded the
    record, or no change fits its template.
    """
    if not event.template or event.renderer == LLM:
        return None
    known_words = presence.source(domain, event, event.text)
    if known_words is None or not event.actions:
        return None
    for mutant in islice(mutants(decls, event, known, seed), _MOST):
        if mutant.site[1] in _WHOLE or not _invented(domain, decls, mutant):
            continue
        for text in _rendered(known_words, mutant.actions, event):
            found = replace(event, text=text, actions=_placed(mutant.actions))
            if all(result.passed for result in checks.record_checks(domain, found)):
                return MutatedRecord(found, replace(mutant, actions=found.actions))
    return None


def _placed(actions: tuple[ActionRecord, ...]) -> tuple[ActionRecord, ...]:
    return tuple(replace(action, pos=place) for place, action in enumerate(actions))


def _rendered(known: presence.Source, actions: tuple[ActionRecord, ...], event: EventSpec) -> Iterator[str]:
    """The text, none where these actions are not those of the template or a value does not fit."""
    at = EventRef(event.id, event.t, event.seq)
    try:
        yield known.template.render(actions, at, surface=known.reading.surface, extras=known.values)
    except (UnboundActionsError, TemplateError):
        return


def _invented(domain: Domain, decls: Mapping[str, Decl], mutant: Mutant) -> bool:
    """K3: no name of a kind that is invented is one that a reader may know."""
    action = mutant.action
    decl = decls.get(action.pred) if action is not None else None
    if action is None or decl is None:
        return True
    last = action.value if action.member is None else action.member
    named = [*zip(decl.key_types, action.key, strict=False), (decl.member_type or decl.value_type, last)]
    named += [(decl.member_type, member) for member in action.members]
    return all(
        kind not in domain.name_types or value is None or value == "none" or is_fictional(value)
        for kind, value in named
    )


def domain_clauses(domain: Domain) -> list[tuple[str, str]]:
    """(rule key, clause) of every rule without slots that records of the domain can declare."""
    patterns = [pattern for template in domain.templates for pattern in template.actions]
    return [(one.pred, one.clause) for one in patterns if one.clause and "{" not in one.pred + one.clause]
