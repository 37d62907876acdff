"""PURE. The two forms of a line of the log: plain for people, JSON for programs (ADR 33)."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

from benchmark.floor.logs import context

_HIDDEN = re.compile(
    r"(?i)\b(bearer\s+|stm_|whsec_|sk-)[A-Za-z0-9._~+/=-]{6,}"  # tokens and secrets, ours and of models
    r"|(?<=://)[^/\s:@]*:[^/\s@]+(?=@)"  # a login in an address
)


def without_secrets(text: str) -> str:
    """The text with what looks like a token, or a login in an address, taken out. No reason to log one: it
    guards against errors of libraries that repeat what they were given."""
    return _HIDDEN.sub("[hidden]", text)


class OfWhat(logging.Filter):
    """Gives each record what it belongs to, in the thread that writes it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.of = context.fields()
        return True


class Json(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message, then what it belongs to, then the error."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            "process": record.process,
            **getattr(record, "of", {}),
        }
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


class Plain(logging.Formatter):
    """Time (UTC), level, logger and message, then what it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and below it the error."""
        moment = datetime.fromtimestamp(record.created, UTC)
        of = "".join(f" {name}={value}" for name, value in getattr(record, "of", {}).items())
        text = f"{moment:%Y-%m-%d %H:%M:%S} {record.levelname} {record.name} {record.getMessage()}{of}"
        if record.exc_info:
            text = f"{text}\n{self.formatException(record.exc_info)}"
        return without_secrets(text)
