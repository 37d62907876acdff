"""PURE. Catalogs of gettext: read and write ``.po``, compile ``.mo``. Only what our catalogs use."""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterable
from dataclasses import dataclass

HEADER = (
    "Project-Id-Version: Stemma\n"
    "Language: de\n"
    "MIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\n"
)
"""The entry of the empty word: German has two forms."""
FORMS = 2


@dataclass(frozen=True, slots=True)
class Message:
    """One word or sentence of the pages: English, and where they are known the German forms.

    ``plural`` is the English plural where there is one; ``context`` tells equal words apart; ``places`` are
    the files that use it.
    """

    english: str
    plural: str | None = None
    context: str | None = None
    german: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    fuzzy: bool = False

    @property
    def key(self) -> str:
        """What gettext looks it up by."""
        return self.english if self.context is None else f"{self.context}\x04{self.english}"

    @property
    def is_complete(self) -> bool:
        """Whether every form is there in German."""
        wanted = 1 if self.plural is None else FORMS
        return len(self.german) == wanted and all(self.german) and not self.fuzzy


def parse(text: str) -> dict[str, Message]:
    """The messages of a ``.po`` file by their key, without its header.

    Raises ValueError for a line that is none of a catalog, and where a key stands twice.
    """
    found: dict[str, Message] = {}
    for block in text.split("\n\n"):
        message = _message(block)
        if message is None or not message.english:
            continue
        if message.key in found:
            raise ValueError(f"{message.english!r} stands twice in the catalog; remove one.")
        found[message.key] = message
    return found


def _message(block: str) -> Message | None:
    fields: dict[str, str] = {}
    places: list[str] = []
    fuzzy, field = False, ""
    for line in block.splitlines():
        if line.startswith("#:"):
            places.extend(line[2:].split())
        elif line.startswith("#,"):
            fuzzy = fuzzy or "fuzzy" in line
        elif line.startswith("#") or not line.strip():
            continue
        else:
            name, quote, rest = line.partition('"')
            if not quote:
                raise ValueError(
                    f"{line!r} is no line of a catalog; write msgid or msgstr and a text in quotes."
                )
            field = name.strip() or field
            fields[field] = fields.get(field, "") + ast.literal_eval(f'"{rest}')
    if "msgid" not in fields:
        return None
    forms = [fields[name] for name in ("msgstr", *(f"msgstr[{n}]" for n in range(FORMS))) if name in fields]
    return Message(
        english=fields["msgid"],
        plural=fields.get("msgid_plural"),
        context=fields.get("msgctxt"),
        german=tuple(forms),
        places=tuple(places),
        fuzzy=fuzzy,
    )


def render(messages: Iterable[Message]) -> str:
    """The text of a ``.po`` file, sorted by the English words: adding one changes nothing around it."""
    blocks = [f'msgid ""\nmsgstr ""\n{_quoted(HEADER)}']
    for message in sorted(messages, key=lambda one: (one.english, one.context or "")):
        lines = [f"#: {place}" for place in message.places]
        if message.fuzzy:
            lines.append("#, fuzzy")
        if message.context is not None:
            lines.append(f"msgctxt {_text(message.context)}")
        lines.append(f"msgid {_text(message.english)}")
        if message.plural is None:
            lines.append(f"msgstr {_text(''.join(message.german[:1]))}")
        else:
            forms = (*message.german, *[""] * FORMS)[:FORMS]
            lines.append(f"msgid_plural {_text(message.plural)}")
            lines.extend(f"msgstr[{n}] {_text(form)}" for n, form in enumerate(forms))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _text(value: str) -> str:
    return f'""\n{_quoted(value)}' if "\n" in value.rstrip("\n") else _quoted(value)


def _quoted(value: str) -> str:
    escaped = [
        part.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        for part in value.splitlines(keepends=True) or [""]
    ]
    return "\n".join(f'"{part}"' for part in escaped)


def compiled(messages: Iterable[Message]) -> bytes:
    """The ``.mo`` file: what is complete, sorted, without a hash table (GNU gettext, "MO Files")."""
    texts = {"": HEADER}
    for message in messages:
        if message.is_complete:
            plural = "" if message.plural is None else f"\0{message.plural}"
            texts[message.key + plural] = "\0".join(message.german)
    pairs = sorted((english.encode(), german.encode()) for english, german in texts.items())
    count, start = len(pairs), 28
    keys_at = start + 16 * count
    values_at = keys_at + sum(len(key) + 1 for key, _ in pairs)
    key_table, value_table = b"", b""
    for key, value in pairs:
        key_table += struct.pack("<II", len(key), keys_at)
        value_table += struct.pack("<II", len(value), values_at)
        keys_at += len(key) + 1
        values_at += len(value) + 1
    head = struct.pack("<7I", 0x950412DE, 0, count, start, start + 8 * count, 0, start + 16 * count)
    body = b"".join(key + b"\0" for key, _ in pairs) + b"".join(value + b"\0" for _, value in pairs)
    return head + key_table + value_table + body
