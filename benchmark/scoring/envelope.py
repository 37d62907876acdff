"""The answer object in the words of a model: found, read and checked (spec 12.1, overview 5). PURE.

A reply is read if it is a JSON object alone, an object in a code fence, or holds exactly one JSON
object. Everything else is a format error, counted apart from wrong; the raw text is always kept.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

LABELS: Final = ("answerable", "justified-zero", "unknown")

_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n?(.*?)```", re.DOTALL)
#: Exponents beyond this would make plain decimal texts of absurd length.
_MAX_EXPONENT = 100


@dataclass(frozen=True, slots=True)
class AnswerObject:
    """What a reply says. ``answer`` is the typed text as given (a number with a decimal point stays
    its own text, so no binary float enters). With a ``format_error`` label and answer are None."""

    label: str | None
    answer: Any
    citations: tuple[str, ...]
    format_error: str | None
    raw: str


class EnvelopeError(ValueError):
    """The reply holds no readable answer object; the message says what to do about it."""


def parse(raw: str | None) -> AnswerObject:
    """Read a reply. Never raises: a fault is told in ``format_error``."""
    text = raw or ""
    try:
        label, answer, citations = _fields(_only_object(text))
    except EnvelopeError as error:
        return AnswerObject(None, None, (), str(error), text)
    return AnswerObject(label, answer, citations, None, text)


def format_error(raw: str | None) -> str | None:
    """What is wrong with the form of a reply, None if nothing: what a repair retry is told."""
    return parse(raw).format_error


def _fields(found: dict[str, Any]) -> tuple[str, Any, tuple[str, ...]]:
    if "label" not in found:
        raise EnvelopeError('the key "label" is missing')
    label = _label(found["label"])
    for key in ("answer", "citations"):
        if label != "unknown" and key not in found:
            raise EnvelopeError(f'the key "{key}" is missing')
    return label, found.get("answer"), _citations(found.get("citations"))


def _label(value: object) -> str:
    label = value.strip().casefold().replace("_", "-") if isinstance(value, str) else value
    if not isinstance(label, str) or label not in LABELS:
        raise EnvelopeError(f"label {value!r} is none of {', '.join(LABELS)}")
    return label


def _citations(value: object) -> tuple[str, ...]:
    """Cited ids without brackets, each once, in order of first mention."""
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise EnvelopeError("citations must be a JSON list of id strings")
    return tuple(dict.fromkeys(item.strip().strip("[]").strip() for item in value))


def _only_object(text: str) -> dict[str, Any]:
    """The one JSON object of a reply: alone, then in a fence, then anywhere in the text."""
    stripped = text.strip()
    if not stripped:
        raise EnvelopeError("the reply is empty")
    if stripped.startswith("{"):
        try:
            return _object(stripped)
        except json.JSONDecodeError:
            pass  # not alone: other words or a second object follow, so look further
    fenced = [body for body in _FENCE.findall(text) if "{" in body]
    if len(fenced) == 1:
        return _scan(fenced[0])
    return _scan(text)


def _scan(text: str) -> dict[str, Any]:
    """The only JSON object in ``text``. Raises if there is none, more than one, or a broken one."""
    found: list[dict[str, Any]] = []
    position = text.find("{")
    while position != -1:
        try:
            value, end = _decoder().raw_decode(text, position)
        except json.JSONDecodeError:
            end = position + 1
        except (ValueError, RecursionError) as error:
            raise EnvelopeError(_reason(error)) from error
        else:
            if _inside_braces(text, position, end):
                raise EnvelopeError("the JSON object stands inside another, broken one")
            if found:
                raise EnvelopeError("more than one JSON object was found; give exactly one")
            found.append(value)
        position = text.find("{", end)
    if not found:
        raise EnvelopeError("no JSON object was found (keys and texts need double quotes)")
    return found[0]


def _inside_braces(text: str, start: int, end: int) -> bool:
    before, after = text[:start], text[end:]
    opened = before.count("{") > before.count("}")
    return opened and after.count("}") > after.count("{")


def _object(text: str) -> dict[str, Any]:
    try:
        value = _decoder().decode(text)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise EnvelopeError(_reason(error)) from error
    return dict(value)


def _reason(error: BaseException) -> str:
    return "the JSON is nested too deeply" if isinstance(error, RecursionError) else str(error)


def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_no_doubles, parse_float=_plain_number, parse_constant=_no_constant
    )


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise EnvelopeError(f'the key "{key}" occurs twice')
        found[key] = value
    return found


def _plain_number(text: str) -> str:
    """A JSON number with a point or exponent as plain decimal text."""
    try:
        number = Decimal(text)
    except InvalidOperation as error:
        raise EnvelopeError(f"the number {text} is out of range") from error
    if abs(number.adjusted()) > _MAX_EXPONENT:
        raise EnvelopeError(f"the number {text} is out of range")
    return format(number, "f")


def _no_constant(text: str) -> Any:
    raise EnvelopeError(f"{text} is not a JSON value")
