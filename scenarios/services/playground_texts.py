"""What someone typed into the playground: its limits, its link and its file. Nothing of it is stored."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from dataclasses import asdict, dataclass, fields
from typing import Any

from scenarios.exceptions import PlaygroundTextsError

#: Characters that each text may have. A notebook has no limit.
LONGEST = {"program": 60_000, "history": 200_000, "goal": 500, "cutoff": 60}
#: Characters of a link's state. Servers and proxies take addresses of about 8 kB.
LONGEST_LINK = 7_600
_VERSION = 1
_LONGEST_FILE = 4 * sum(LONGEST.values())


@dataclass(frozen=True, slots=True)
class Texts:
    """A program, a history, a goal and a cutoff as typed. Lines end in ``\\n``."""

    program: str = ""
    history: str = ""
    goal: str = ""
    cutoff: str = ""

    @classmethod
    def of(cls, values: Any) -> Texts:
        """From a mapping of texts, line ends made one. Raises ``PlaygroundTextsError`` naming each text
        that is none or too long."""
        found: dict[str, str] = {}
        wrong: dict[str, str] = {}
        for field in fields(cls):
            text = values.get(field.name, "")
            if not isinstance(text, str):
                wrong[field.name] = f"the {field.name} is not a text"
                continue
            text = text.replace("\r\n", "\n").replace("\r", "\n")
            if text.encode(errors="replace").decode() != text:
                wrong[field.name] = f"the {field.name} holds half a character (a surrogate): paste it anew"
            most = LONGEST[field.name]
            if len(text) > most:
                wrong[field.name] = (
                    f"the {field.name} has {len(text):,} characters, and the playground takes {most:,}. "
                    "Shorten it, or use scenarios.datalog.notebook, which has no limit."
                )
            found[field.name] = text
        if wrong:
            raise PlaygroundTextsError(wrong)
        return cls(**found)


def link_state(texts: Texts) -> str:
    """The texts for an address: JSON, deflated, in base64 for addresses. May be longer than
    ``LONGEST_LINK``: then no address takes it, and ``link_size`` says so."""
    values = list(asdict(texts).values())
    raw = json.dumps([_VERSION, *values], ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(raw.encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def of_link_state(state: str) -> Texts:
    """The texts of an address. Raises ``PlaygroundTextsError`` for an address that was cut or changed."""
    damaged = PlaygroundTextsError(
        {"link": "this link is damaged: part of it is missing or was changed. Ask for it again."}
    )
    if len(state) > LONGEST_LINK:
        raise PlaygroundTextsError(
            {"link": f"this link has {len(state):,} characters, and links have at most {LONGEST_LINK:,}."}
        )
    try:
        packed = base64.b64decode(state.encode() + b"=" * (-len(state) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        raw = unpacker.decompress(packed, _LONGEST_FILE)
        whole = unpacker.eof and not unpacker.unconsumed_tail and not unpacker.unused_data
        version, *values = json.loads(raw.decode()) if whole else (None,)
    except (binascii.Error, zlib.error, ValueError, TypeError, RecursionError) as error:
        raise damaged from error
    if version != _VERSION or len(values) != len(fields(Texts)):
        raise damaged
    return Texts.of(dict(zip((field.name for field in fields(Texts)), values, strict=True)))


def file_text(texts: Texts) -> str:
    """The texts as a JSON file that ``of_file`` reads."""
    return json.dumps({"stemma_playground": _VERSION, **asdict(texts)}, ensure_ascii=False, indent=1) + "\n"


def of_file(content: bytes) -> Texts:
    """The texts of a file. Raises ``PlaygroundTextsError`` for a file that is none of ours."""
    if len(content) > _LONGEST_FILE:
        raise PlaygroundTextsError(
            {"file": f"the file has {len(content):,} bytes, more than a file of the playground can have"}
        )
    try:
        found = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise PlaygroundTextsError(
            {"file": f"the file is not JSON in UTF-8 ({error}). Files come from “Download as a file”."}
        ) from error
    if not isinstance(found, dict) or found.get("stemma_playground") != _VERSION:
        raise PlaygroundTextsError(
            {"file": "the file is none of the playground: stemma_playground is not 1 in it"}
        )
    return Texts.of(found)
