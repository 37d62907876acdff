"""Posting messages to addresses outside: pinned, no redirects, many at once, each within a time (ADR 27)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

import httpx

from sut_adapters.base import AdapterError
from sut_adapters.rest.addresses import AllowList, Resolve, resolve
from sut_adapters.rest.pinning import AsyncPinned

TIMEOUT_SECONDS = 15.0
"""For one post as a whole: look-up, connection, and whatever is read of the reply."""
EXCERPT_BYTES = 200
"""As much of a refusing reply is read and kept."""
MOST_TEXT = 300


@dataclass(frozen=True, slots=True)
class Letter:
    """What is posted where."""

    url: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """``status``: of the reply, None where none came. ``error`` is empty where the letter arrived.
    ``retry_after``: seconds that the receiver asked for."""

    status: int | None
    error: str = ""
    retry_after: float | None = None

    @property
    def arrived(self) -> bool:
        """Whether the receiver took it."""
        return not self.error

    @property
    def gone(self) -> bool:
        """Whether the receiver wants nothing more (410)."""
        return self.status == HTTPStatus.GONE


def post_all(letters: Sequence[Letter], *, allowed: AllowList, find: Resolve = resolve) -> list[Outcome]:
    """Post all at once; an outcome for each, in their order, and no error for any of them."""

    async def post() -> list[Outcome]:
        async with httpx.AsyncClient(
            transport=AsyncPinned(allowed, find),
            timeout=TIMEOUT_SECONDS,
            follow_redirects=False,
            trust_env=False,
        ) as client:
            return list(await asyncio.gather(*(_post(client, letter) for letter in letters)))

    return asyncio.run(post())


async def _post(client: httpx.AsyncClient, letter: Letter) -> Outcome:
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await _answered(client, letter)
    except TimeoutError:
        return Outcome(None, f"no whole reply within {TIMEOUT_SECONDS:.0f} s")
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        return Outcome(None, _clean(f"{type(error).__name__}: {error}"))
    except AdapterError as error:
        return Outcome(None, _clean(str(error)))


async def _answered(client: httpx.AsyncClient, letter: Letter) -> Outcome:
    headers = {"Content-Type": "application/json", "User-Agent": "stemma-hooks/1", **letter.headers}
    async with client.stream("POST", letter.url, content=letter.body, headers=headers) as reply:
        status = reply.status_code
        if reply.is_success:
            return Outcome(status)
        if reply.is_redirect:
            return Outcome(status, f"HTTP {status}: redirects are not followed; give the address itself")
        said = _clean((await _excerpt(reply)).decode("utf-8", "replace"))
        error = f"HTTP {status}" + (f": {said}" if said else "")
        return Outcome(status, error[:MOST_TEXT], _seconds(reply.headers.get("Retry-After", "")))


async def _excerpt(reply: httpx.Response) -> bytes:
    found = bytearray()
    async for part in reply.aiter_raw():  # raw: nothing is unpacked to more than was sent
        found += part
        if len(found) >= EXCERPT_BYTES:
            break
    return bytes(found[:EXCERPT_BYTES])


def _clean(text: str) -> str:
    """What may be stored and shown: one line, no control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MOST_TEXT]


def _seconds(text: str) -> float | None:
    text = text.strip()
    return float(text) if text.isascii() and text.isdigit() else None
