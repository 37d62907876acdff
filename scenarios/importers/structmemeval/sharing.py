"""Who shares an amount, read clause by clause with patterns that must fit a clause whole. PURE.

A clause that names a person is either understood from its first word to its last or refused
(``SharingError``); a clause that names nobody may still name the group ("split three ways").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scenarios.importers.structmemeval.amounts import find_amounts
from scenarios.importers.structmemeval.readings import UNSAID, Group, Split, SplitKind

_NUMBERS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_COUNT = r"\d+|two|three|four|five|six|seven|eight"
_GROUP = rf"(?:our|the)(?:\s+whole)?\s+group\b(?:\s+of\s+(?P<group>{_COUNT})\b)?"
#: After the amount: the whole group, with the number of its members where it is stated.
_WHOLE = re.compile(
    rf"\b(?:all\s+(?:the\s+)?(?P<all>{_COUNT})\b|(?:the\s+)?(?P<of>{_COUNT}|both)\s+of\s+us\b|{_GROUP}"
    rf"|(?P<ways>{_COUNT})[- ](?:ways?|people|persons|participants|shares)\b|for\s+(?P<for>{_COUNT})$"
    r"|all(?:\s+(?:of\s+us|participants|together))?\b|every(?:one|body)\b|equal(?:ly)?\b|evenly\b"
    r"|shared?\b(?:\s+(?:cost|payment|expense)s?\b)?|split\b|divided\b)",
    re.IGNORECASE,
)
#: Before the amount only "for all ..." speaks of sharing; "all" or "share" alone are ordinary words there.
_WHOLE_BEFORE = re.compile(
    rf"\bfor\s+(?:all(?:\s+(?:the\s+)?(?P<all>{_COUNT})|\s+of\s+us|\s+participants)?$|every(?:one|body)\b"
    rf"|(?:the\s+)?(?P<of>{_COUNT}|both)\s+of\s+us\b|{_GROUP})",
    re.IGNORECASE,
)
_LINK = re.compile(r"\b(?P<link>for|between|among|amongst|with|by)(?:\s+(?:just|only))?$", re.IGNORECASE)
_VERB = r"(?:will |can |to |should )?(?:each |both )?(?:shared?|split|pays?)"
_TAIL = re.compile(
    rf"(?:only|alone|both|each|back|equally|evenly"
    rf"|{_VERB}(?: (?:this|that|it|equally|evenly|the (?:cost|bill)|this (?:cost|one|bill)))?)?",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"(?:for )?(?:(?:their|his|her|its|a|an|the) )?(?:equal )?(?:shares?|portions?|parts?)", re.IGNORECASE
)
_CLAUSES = re.compile(r"(?<=[.!;])\s+|\s+[-–—]+\s+|;\s*")
_STRANGER = re.compile(
    r"\b(?i:split|shared?|divided)\s+(?:\w+ly\s+)?(?:with|between|among)\s+(?P<who>[A-ZÀ-Þ]\w+)"
    r"|\b(?i:for)\s+(?P<for>[A-ZÀ-Þ]\w+)(?:\s+only)?$|^(?P<pair>[A-ZÀ-Þ]\w+ and [A-ZÀ-Þ]\w+)$"
)


class SharingError(ValueError):
    """A clause names people in a way that is not understood, or contradicts another clause."""


def read_split(before: str, after: str, speaker: str, group: Group) -> Split:
    """Who shares, from the clauses after the amount, else from the words before it.

    Raises ``SharingError`` with the reason.
    """
    reader = _Reader(speaker, group)
    found = [split for clause in _clauses(after) if (split := reader.clause(clause)) is not None]
    if found:
        return _combined(found, speaker, group)
    return reader.before((_clauses(before) or [""])[-1]) or UNSAID


def _clauses(text: str) -> list[str]:
    return [clause.strip(" .!,:") for clause in _CLAUSES.split(text) if clause.strip(" .!,:")]


def _combined(found: list[Split], speaker: str, group: Group) -> Split:
    """One split out of several clauses; "all three" and "the others owe me" are the same people."""
    first = found[0]
    if all(split == first for split in found):
        return first
    owed = [split for split in found if split.kind is SplitKind.OWED]
    if len(owed) == 1 and {split.kind for split in found} == {SplitKind.OWED, SplitKind.GROUP}:
        if owed[0].people | {speaker} == group.names:
            return owed[0]
    raise SharingError("two clauses name different people")


class _Reader:
    """Reads single clauses of one speaker in one group."""

    def __init__(self, speaker: str, group: Group) -> None:
        self.speaker = speaker
        self.group = group
        names = "|".join(re.escape(name) for name in sorted(group.members, key=len, reverse=True))
        person = rf"\b(?:{names}|me|myself|I)\b(?!['’])"
        people = rf"{person}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s+plus\s+){person})*"
        self._person = re.compile(person)
        self._people = re.compile(people)
        self._mention = re.compile(rf"\b(?:{names})\b")
        self._owed = re.compile(
            rf"(?:and\s+)?(?P<who>{people})\s+(?:both\s+|each\s+)?owes?(?:\s+me)?\b(?P<rest>.*)"
        )
        self._except = re.compile(
            r"(?:.*\s)?(?i:everyone|everybody|all(?:\s+of\s+us)?|(?:the|our)(?:\s+whole)?\s+group),?\s+"
            rf"(?i:except|but|besides|apart\s+from|without)(?:\s+for)?\s+(?P<who>{people})"
        )

    def clause(self, text: str) -> Split | None:
        """The split named by one clause after the amount, None if it names none."""
        excluded = self._except.fullmatch(text)
        if excluded:
            return Split(SplitKind.EXCEPT, self._named(excluded["who"]))
        if re.search(r"\bowes?\b", text):
            return self._owing(text)
        if self._person.search(text) or self._mention.search(text):
            return self._few(text)
        stranger = _STRANGER.search(text)
        if stranger:
            raise SharingError(f"{next(filter(None, stranger.groups()))} is nobody of this group")
        return self._whole(_WHOLE.finditer(text), text)

    def before(self, text: str) -> Split | None:
        """The split named before the amount ("I paid for lunch for Ada and me: ...")."""
        excluded = self._except.fullmatch(text)
        if excluded:
            return Split(SplitKind.EXCEPT, self._named(excluded["who"]))
        for run in self._people.finditer(text):
            link = _LINK.search(text[: run.start()].rstrip())
            if link and not self._mention.search(text[: link.start()]):
                return self._few(text[link.start() :])
        if self._mention.search(text):
            raise SharingError("a person is named before the amount, but not as one who shares")
        return self._whole(_WHOLE_BEFORE.finditer(text), text)

    def _named(self, text: str) -> frozenset[str]:
        return frozenset(
            self.speaker if found.group() in ("me", "myself", "I") else found.group()
            for found in self._person.finditer(text)
        )

    def _owing(self, text: str) -> Split:
        found = self._owed.fullmatch(text)
        if found is None:
            raise SharingError(f"who owes whom in {text!r}?")
        people, rest = self._named(found["who"]), found["rest"].strip()
        if not rest:
            return Split(SplitKind.OWED, people)
        if rest == "half" and len(people) == 1:
            return Split(SplitKind.OWED, people, shares_said=True, halved=True)
        if _SHARE.fullmatch(rest):
            return Split(SplitKind.OWED, people, shares_said=True)
        for amount in find_amounts(rest):
            if amount.value and f"{rest[: amount.start]}{rest[amount.end :]}".strip() in (
                "",
                "each",
                "apiece",
            ):
                return Split(SplitKind.OWED, people, each=amount.value, shares_said=True)
        raise SharingError(f"how much is owed in {text!r}?")

    def _few(self, text: str) -> Split:
        runs = list(self._people.finditer(text))
        if len(runs) != 1:
            raise SharingError(f"who shares in {text!r}?")
        lead, tail = text[: runs[0].start()].rstrip(), text[runs[0].end() :].strip()
        people = self._named(runs[0].group())
        link = _LINK.search(lead)
        understood = (link or not lead) and _TAIL.fullmatch(tail)
        if not understood or self._mention.search(lead):
            raise SharingError(f"who shares in {text!r}?")
        _refuse_miscount(_WHOLE.finditer(lead), text, len(people))
        kind = SplitKind.WITH if link and link["link"].lower() == "with" else SplitKind.PEOPLE
        return Split(kind, people)

    def _whole(self, found: Iterator[re.Match[str]], text: str) -> Split | None:
        matches = list(found)
        _refuse_miscount(iter(matches), text, len(self.group.members))
        return Split(SplitKind.GROUP) if matches else None


def _refuse_miscount(found: Iterator[re.Match[str]], text: str, people: int) -> None:
    for match in found:
        for stated in filter(None, match.groupdict().values()):
            count = _NUMBERS.get(stated.lower()) or int(stated)
            if count != people:
                raise SharingError(f"{text!r} speaks of {count} people, there are {people}")
