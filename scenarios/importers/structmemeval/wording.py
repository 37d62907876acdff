"""Messages of the accounting subset, read by rules: a payment, a cancellation, noise, or not readable. PURE.

A message is "Name: text" or starts with the name of who acts. A payment needs a sum with a currency and
words that say it was paid or shared. Whatever speaks of money and fits no rule is ``Unread`` with the
reason: it becomes a finding, never a guess.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from scenarios.importers.structmemeval.amounts import Amount, find_amounts
from scenarios.importers.structmemeval.readings import (
    Cancellation,
    Group,
    Noise,
    Payment,
    Reading,
    Split,
    SplitKind,
    Unread,
)
from scenarios.importers.structmemeval.sharing import SharingError, read_split

_SPEAKER = re.compile(
    r"\s*(?P<who>[A-ZÀ-Þ][\w.'’-]*(?: [A-ZÀ-Þ][\w.'’-]*){0,2}):\s+(?P<body>\S.*)", re.DOTALL
)
_CANCEL = re.compile(
    r"\b(?:need|have|want|like|going)\s+to\s+(?:cancel|undo|void|take back)\b"
    r"|\b(?:please|let's)\s+cancel\b|^cancel\b",
    re.IGNORECASE,
)
_MESSAGE = re.compile(r"\bmessage\s+#?(\d+)\b", re.IGNORECASE)
_REFUND = re.compile(
    r"\b(?:refund(?:s|ed)?|discounts?|reimburse(?:d|ment)?|rebate|money\s+back|cash\s?back)\b", re.IGNORECASE
)
_AHEAD = re.compile(r"\b(?:will|is going to|are going to|is about to)\s+(?:be|cost)\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\b(?:would|could|might|may|maybe|perhaps|if|unless|almost|nearly|about|around|approximately|roughly"
    r"|not|never|didn['’]t|don['’]t|doesn['’]t|haven['’]t|hasn['’]t|won['’]t|planning|offered|estimated?)\b",
    re.IGNORECASE,
)
_SUM = re.compile(r"\bsummary\b|\bsubtotal\b|\bso far\b|\boverall\b|\bowed\b|\bin debt\b", re.IGNORECASE)
_PAID = re.compile(
    r"\b(?:paid|pays?|bought|got|gets|purchased|covered|spent|received|booked|ordered|picked up|refunded)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:\w:|\b(?:cost|costs|was|were|is|are)(?:\s+me)?(?:\s+(?:actually|only))?)\s*$", re.IGNORECASE
)
_MONEY_WORDS = re.compile(
    r"\b(?:paid|pays?|owes?|refund(?:ed)?|split|cost|costs|lent|borrowed)\b", re.IGNORECASE
)
_EACH = re.compile(r"\s*(?:each|per\s+(?:person|head)|apiece|a\s+head)\b", re.IGNORECASE)
_TOTAL = re.compile(r"\s*(?:in\s+)?total\b", re.IGNORECASE)
_GIVES = (
    r"(?:paid|pays?|gave|gives?|lent|lends?|loaned|loans?|sent|sends?|transferred|transfers?|returned|returns?"
    r"|repaid|repays?)"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
#: Words that do not tell one payment from another.
_COMMON = frozenset(
    {"the", "and", "for", "our", "all", "was", "were", "with", "from", "need", "cancel", "payment",
     "payments", "paid", "split", "shared", "equally", "three", "ways", "total", "between", "among",
     "got", "covered", "bought", "actually", "message", "everyone", "each", "out", "new", "they", "that",
     "this", "gave"}
)  # fmt: skip


def speaker_of(text: str) -> str | None:
    """The name before the first colon, None if the message has none."""
    found = _SPEAKER.fullmatch(text)
    return found["who"] if found else None


def group_of(messages: Iterable[str]) -> Group:
    """Everyone who speaks in the session, in order of appearance: the people who share its costs."""
    return Group(tuple(Counter(name for text in messages if (name := speaker_of(text)))))


def read_message(text: str, group: Group) -> Reading:
    """Read one message of a session of ``group``."""
    speaker, body = _speaker_and_body(text, group)
    amounts = find_amounts(body)
    if not amounts:
        if speaker and re.search(r"\d", body) and _MONEY_WORDS.search(body):
            return Unread("it speaks of money, but no sum has a currency")
        return Noise("no sum of money")
    if any(amount.value is None for amount in amounts):
        wrong = ", ".join(amount.text for amount in amounts if amount.value is None)
        return Unread(
            f"no number by the rules: {wrong} (a comma groups three digits, a point is the decimal mark)"
        )
    if speaker is None:
        return Unread("a sum of money, but nobody of the group says or does it")
    return _read_money(speaker, body, amounts, group)


def _speaker_and_body(text: str, group: Group) -> tuple[str | None, str]:
    found = _SPEAKER.fullmatch(text)
    if found and found["who"] in group.names:
        return found["who"], found["body"]
    for name in sorted(group.members, key=len, reverse=True):
        if re.match(rf"\s*{re.escape(name)}\s+(?:{_GIVES}|{_PAID.pattern}|borrow(?:ed|s))\b", text):
            return name, "I" + text.strip()[len(name) :]
    return None, text


def _read_money(speaker: str, body: str, amounts: tuple[Amount, ...], group: Group) -> Reading:
    first = amounts[0]
    if _asks(body, first):
        return Noise("a question asserts nothing")
    if first.value == 0:
        return Unread("a sum of zero")
    if len({amount.currency for amount in amounts}) > 1:
        return Unread("two currencies in one message")
    if _CANCEL.search(body):
        return _cancellation(speaker, body, first)
    for pattern, reason in (
        (_HEDGE, "hedged or denied"),
        (_SUM, "it sums up or restates, it pays for nothing"),
    ):
        found = pattern.search(body)
        if found:
            return Unread(f"{reason}: {found.group()!r}")
    return _handed_over(speaker, body, group) or _payment(speaker, body, amounts, group)


def _asks(body: str, amount: Amount) -> bool:
    """Whether the sentence of the amount, or the last one, is a question."""
    end = re.search(r"[.!?](?:\s|$)", body[amount.end :])
    return body.rstrip().endswith("?") or (end is not None and end.group()[0] == "?")


def _cancellation(speaker: str, body: str, amount: Amount) -> Reading:
    number = _MESSAGE.search(body)
    assert amount.value is not None
    return Cancellation(
        speaker, amount.value, amount.currency, int(number[1]) if number else None, content_words(body)
    )


def _handed_over(speaker: str, body: str, group: Group) -> Payment | None:
    """Money from hand to hand: lent, paid back, sent, borrowed. Nothing is shared then."""
    money = r"(?P<money>.+?)"
    names = "|".join(re.escape(name) for name in sorted(group.members, key=len, reverse=True))
    person = rf"(?P<other>{names}|me)"
    end = r"(?:\s+(?:back|for\s+[^.!]*|that\s+[^.!]*))?[.!]?"
    for pattern, gives in (
        (rf"(?:\w+,\s+)?I\s+{_GIVES}\s+(?:back\s+)?{person}\s+(?:back\s+)?(?:the\s+)?{money}{end}", True),
        (
            rf"(?:\w+,\s+)?I\s+{_GIVES}\s+(?:back\s+)?(?:the\s+)?{money}\s+(?:back\s+)?to\s+{person}{end}",
            True,
        ),
        (rf"(?:\w+,\s+)?I\s+borrow(?:ed|s)?\s+{money}\s+from\s+{person}{end}", False),
    ):
        found = re.fullmatch(pattern, body)
        if found is None:
            continue
        other = speaker if found["other"] == "me" else found["other"]
        amounts = find_amounts(found["money"])
        if len(amounts) != 1 or amounts[0].text.strip() != found["money"].strip() or other == speaker:
            continue
        assert amounts[0].value is not None
        payer, payee = (speaker, other) if gives else (other, speaker)
        split = Split(SplitKind.PEOPLE, frozenset({payee}))
        return Payment(payer, amounts[0].value, amounts[0].currency, split, words=content_words(body))
    return None


def _payment(speaker: str, body: str, amounts: tuple[Amount, ...], group: Group) -> Reading:
    first, before, after = amounts[0], body[: amounts[0].start], body[amounts[0].end :]
    each = _EACH.match(after)
    after = after[each.end() :] if each else _TOTAL.sub("", after, count=1)
    try:
        split = read_split(before, after, speaker, group)
    except SharingError as error:
        return Unread(str(error))
    if len(amounts) > 1 and not (len(amounts) == 2 and split.each == amounts[1].value):
        return Unread("more than one sum of money")
    if split.kind is SplitKind.UNSAID and not (_PAID.search(body) or _LABEL.search(before)):
        return Unread("a sum of money, but nothing says that it was paid or shared")
    assert first.value is not None
    return Payment(
        payer=speaker,
        amount=first.value,
        currency=first.currency,
        split=split,
        refund=_REFUND.search(body) is not None,
        per_person=each is not None,
        announced=_AHEAD.search(body) is not None,
        words=content_words(body),
    )


def content_words(text: str) -> frozenset[str]:
    """The words that can tell one payment from another, in lower case and without a plural s."""
    words = (found.group().lower() for found in _WORD.finditer(text))
    return frozenset(word.rstrip("s") for word in words if word not in _COMMON)
