"""What somebody who attaches actions to a record is shown: the record, what stands around it, what may be
said of it, and the names there are (spec 1.2, 6.5). Nothing here tells what others said."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.db.models import Q

from scenarios.datalog.inference import category
from scenarios.datalog.syntax import Program
from scenarios.models import Entity, Event, Scenario
from scenarios.rendering.action_words import ActionWords
from scenarios.rendering.entered_values import Names, folded, names_of
from scenarios.review.services.entry_choices import ArgumentChoice, PredicateChoice, choices
from scenarios.selectors import programs

#: Records shown before and after the one at hand.
BEFORE, AFTER = 6, 2
#: Words of the record that are tried together as one name, names that one list offers, and that are read.
LONGEST_NAME, OFFERED, MOST_READ = 4, 300, 3000
_WORD = re.compile(r"[^\W_](?:[\w'\u2019.-]*\w)?")
_NAME = re.compile(r"(?:[^\W\d_a-z][\w'\u2019-]*)(?: (?:[^\W\d_a-z][\w'\u2019-]*))*")


@dataclass(frozen=True, slots=True)
class Around:
    """The records next to one in time, oldest first; words alone."""

    before: tuple[Event, ...]
    after: tuple[Event, ...]


def around(event: Event) -> Around:
    """What somebody reads to understand a record. Two queries."""
    rows = Event.objects.filter(scenario_id=event.scenario_id).with_text()
    same = Q(observed_at=event.observed_at)  # all of a session often have one time
    earlier = rows.filter(Q(observed_at__lt=event.observed_at) | same & Q(seq__lt=event.seq))
    later = rows.filter(Q(observed_at__gt=event.observed_at) | same & Q(seq__gt=event.seq))
    before = list(earlier.order_by("-observed_at", "-seq")[:BEFORE])
    after = list(later.order_by("observed_at", "seq")[:AFTER])
    return Around(tuple(reversed(before)), tuple(after))


def offered(scenario: Scenario, text: str, speaker: str | None) -> dict[str, list[str]]:
    """Names by entity type, to be completed from; under an empty type those that the record itself has.
    One query."""
    found: dict[str, list[str]] = {"": own_names(text, speaker)}
    rows = Entity.objects.filter(scenario=scenario).order_by("name").values_list("type", "name")
    for kind, name in rows[:MOST_READ]:
        if len(found.setdefault(kind, [])) < OFFERED:
            found[kind].append(name)
    return found


def own_names(text: str, speaker: str | None) -> list[str]:
    """What looks like a name in a record, and who says it."""
    names = [speaker] if speaker else []
    names += [match.group() for match in _NAME.finditer(text)]
    return list(dict.fromkeys(name for name in names if len(name) > 1))[:OFFERED]


def spellings(scenario: Scenario, text: str) -> Names:
    """The names that entries are read with: those of the scenario with their aliases, and for what is new the
    spelling of the record, so that two people who type a name in other letters say the same. One query."""
    rows = Entity.objects.filter(scenario=scenario).values_list("name", "type", "aliases")
    known = dict(names_of((name, kind, aliases) for name, kind, aliases in rows))
    words = list(_WORD.finditer(text))
    for first in range(len(words)):
        for last in words[first : first + LONGEST_NAME]:
            name = text[words[first].start() : last.end()]
            known.setdefault(folded(name), frozenset({(" ".join(name.split()), "")}))
    return known


@dataclass(frozen=True, slots=True)
class Choice:
    """A predicate as a form offers it: in words, with what its arguments are."""

    choice: PredicateChoice
    words: str
    arguments: tuple[tuple[ArgumentChoice, str], ...]

    @property
    def hints(self) -> str:
        """The arguments in a line: ``person, year; trip``."""
        return ", ".join(
            f"{argument.name[1:]} {argument.type.replace('_', ' ')}" for argument, _ in self.arguments
        )


def worded_choices(program: Program, words: ActionWords) -> list[Choice]:
    """What may be said, in the words of the domain where it has some."""
    found = []
    for choice in choices(program):
        keys = [f"… ({one.type.replace('_', ' ')})" for one in choice.arguments if one.role == "key"]
        said = words.noun_with(choice.pred, keys) if choice.pred in program.decls else choice.words
        listed = tuple((one, "" if category(one.type) != "text" else one.type) for one in choice.arguments)
        found.append(Choice(choice, said, listed))
    return found


def words_for(scenario: Scenario) -> ActionWords:
    """How the actions of a scenario are said in plain words."""
    from scenarios.domains import registry  # a domain is loaded when it is asked for

    domain = registry.get(scenario.domain) if scenario.domain in registry.names() else None
    return ActionWords.speaking(programs.load(scenario).decls, domain)
