"""Bring the catalogs up to the pages: ``python -m benchmark.messages [CATALOG …] [--fill FILE]``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Update and compile the named catalogs (all of them without a name); 1 where German is missing."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    # Settings want the address of a database; none is asked for words.
    os.environ.setdefault("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    django.setup()
    from benchmark.messages import rooms

    names = ", ".join(rooms.CATALOGS)
    parser = argparse.ArgumentParser(prog="benchmark.messages", description=main.__doc__)
    parser.add_argument("catalogs", nargs="*", help=f"of {names}; all where none is named")
    parser.add_argument("--fill", type=Path, help="lines of English, tab, German; plural forms parted by |")
    given = parser.parse_args()
    unknown = sorted(set(given.catalogs) - set(rooms.CATALOGS))
    if unknown:
        parser.error(f"{unknown[0]}: no such catalog; there are {names}.")
    german = _lines(given.fill) if given.fill else {}
    missing = 0
    for name in given.catalogs or rooms.CATALOGS:
        gone = len(rooms.stored(ROOT, name).keys() - rooms.marked(ROOT, name).keys())
        messages = rooms.updated(ROOT, name, german)
        rooms.write(ROOT, name, messages)
        open_ones = [message for message in messages if not message.is_complete]
        missing += len(open_ones)
        sys.stdout.write(
            f"{name}: {len(messages)} messages, {len(open_ones)} without German, {gone} dropped\n"
        )
        for message in open_ones:
            sys.stdout.write(f"  {message.english!r}  ({message.places[0]})\n")
    return 1 if missing else 0


def _lines(path: Path) -> dict[str, str]:
    """English to German; ``\\\\n`` in either stands for a line's end."""
    pairs = (line.split("\t", 1) for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return {english.replace("\\n", "\n"): german.replace("\\n", "\n") for english, german in pairs}


if __name__ == "__main__":
    sys.exit(main())
