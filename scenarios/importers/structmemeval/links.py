"""Messages and questions of the tree subset: a link between two people, and what is asked of it. PURE."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scenarios.importers.structmemeval.readings import Noise, Unread

_NAME = r"[A-ZÀ-Þ][\w.'’-]*?(?: (?:(?:van|von|de|der|den|da|di|la|le|el|bin|al) )*[A-ZÀ-Þ][\w.'’-]*?){0,4}"
_KIN = (
    "mother|father|parent|son|daughter|child|brother|sister|sibling|twin|husband|wife|spouse|partner|aunt|uncle"
    "|niece|nephew|cousin|grand(?:mother|father|parent|son|daughter|child)|(?:great-)+grand(?:mother|father|parent"
    "|son|daughter|child)|step-?(?:mother|father|parent|son|daughter|child|brother|sister)"
    "|(?:mother|father|parent|son|daughter|brother|sister)-in-law|half-(?:brother|sister)|god(?:mother|father|child)"
)
_WORK = (
    "colleague|co-?worker|team-?mate|manager|boss|supervisor|mentor|mentee|deputy|assistant|subordinate|report"
    "|direct report|business partner|successor|predecessor"
)
_RELATION = rf"(?:{_KIN}|{_WORK})"
_PLURAL = rf"(?:{_RELATION}s|husband and wife|(?:brother|sister)s-in-law|married(?: to each other)?)"
#: Only words that leave the relation standing: "a former colleague" or "no relative" must not fit.
_ADJECTIVE = (
    r"(?:old|older|elder|eldest|young|younger|youngest|close|good|great|first|second|maternal|paternal|only"
    r"|new|direct|fellow|twin|adopted|biological) "
)
_VERB = (
    r"works? (?:together )?with|reports? (?:directly )?to|manages|supervises|mentors|leads|assists"
    r"|is (?:the one )?married to|is related to|is engaged to|collaborates? with|shares an office with"
)
_LINKS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<a>{_NAME}) (?:{_VERB}) (?P<b>{_NAME})",
        rf"(?P<a>{_NAME}) is (?:an? |the )?(?:{_ADJECTIVE})?{_RELATION} (?:of|to) (?P<b>{_NAME})",
        rf"(?P<a>{_NAME}) is (?P<b>{_NAME})['’]s? (?:{_ADJECTIVE})?{_RELATION}",
        rf"(?P<a>{_NAME}) and (?P<b>{_NAME}) are (?:{_ADJECTIVE})?{_PLURAL}",
        rf"(?P<a>{_NAME}) and (?P<b>{_NAME}) work (?:together|with each other)",
    )
)
_ASKED = (
    re.compile(
        rf"Are (?P<a>{_NAME}) and (?P<b>{_NAME}) (?:related|connected|linked|colleagues|relatives)\b.*\?"
    ),
    re.compile(
        rf"Is (?P<a>{_NAME}) (?:indirectly )?(?:related|connected|linked) (?:to|with) (?P<b>{_NAME})\b.*\?"
    ),
)
_HINTS = re.compile(r"\b(?:colleague|work|report|married|related|" + _KIN + r")", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """Two people who are linked; the direction of the wording does not matter for being related."""

    first: str
    second: str


def read_link(text: str) -> Link | Noise | Unread:
    """Read one message. What speaks of a relation and fits no wording is ``Unread``."""
    sentence = " ".join(text.split()).rstrip(".!")
    for pattern in _LINKS:
        found = pattern.fullmatch(sentence)
        if found:
            if found["a"] == found["b"]:
                return Unread(f"{found['a']} is linked to the same name")
            return Link(found["a"], found["b"])
    if _HINTS.search(sentence):
        return Unread("it speaks of a relation in words no rule fits")
    return Noise("no relation")


def read_question(text: str) -> Link | None:
    """The two people asked about, None if it is not a question whether two people are related."""
    sentence = " ".join(text.split())
    for pattern in _ASKED:
        found = pattern.fullmatch(sentence)
        if found:
            return Link(found["a"], found["b"])
    return None


def read_yes_no(text: str) -> bool | None:
    """What a stated answer says first: yes or no; None if neither."""
    found = re.match(r"\W*(yes|no)\b", text, re.IGNORECASE)
    return None if found is None else found[1].lower() == "yes"
