"""Calls to a system that speaks the push protocol over HTTP: bounded, pinned, sorted by who must act."""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import httpx

from sut_adapters.base import AdapterError, InfrastructureError, MisconfiguredError, SystemFailedError
from sut_adapters.rest.addresses import AllowList, Resolve, resolve
from sut_adapters.rest.pinning import Pinned

#: Bytes of one reply at most; a longer one is cut off and is the system's failure.
MOST_BYTES = 8 * 1024 * 1024
_LATER = frozenset({408, 425, 429, 502, 503, 504})
_NOT_LET_IN = frozenset({401, 403, 407})


def checked_url(base_url: str) -> str:
    """The address as it is called, without a closing slash. Raises ``MisconfiguredError`` for one with
    credentials, a query, or another scheme than http and https."""
    example = "write it like https://memory.example.org"
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except ValueError as error:
        raise MisconfiguredError(f"base_url cannot be read: {error}; {example}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise MisconfiguredError(f"base_url needs http:// or https:// and a host; {example}")
    if parts.username is not None or parts.password is not None:
        raise MisconfiguredError("base_url holds credentials; name them by auth_env instead")
    if parts.query or parts.fragment:
        raise MisconfiguredError(f"base_url takes no query and no fragment; {example}")
    return base_url.rstrip("/")


class Client:
    """JSON calls to one base address. ``secret`` goes in ``Authorization: Bearer`` and into no message."""

    def __init__(
        self,
        base_url: str,
        *,
        allowed: AllowList,
        secret: str = "",
        timeout: float = 60.0,
        find: Resolve = resolve,
    ) -> None:
        """``timeout`` in seconds, for the connection and each wait for bytes.

        Raises ``MisconfiguredError``."""
        self._base = checked_url(base_url)
        headers = {"Accept": "application/json", "User-Agent": "stemma-push/1"}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        self._http = httpx.Client(
            transport=Pinned(allowed, find),
            headers=headers,
            timeout=timeout,
            follow_redirects=False,
            trust_env=False,
        )

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """The JSON of the reply, None where it is empty.

        Raises ``InfrastructureError`` for what passes (limits, timeouts, lost connections),
        ``MisconfiguredError`` where we are not let in, ``SystemFailedError`` for everything else.
        """
        where = f"{method} {self._base}{path}"
        try:
            with self._http.stream(method, f"{self._base}{path}", json=body) as reply:
                return _json(_bounded(reply, where), reply, where)
        except httpx.TransportError as error:
            raise InfrastructureError(f"{where}: {type(error).__name__}: {error}") from error
        except httpx.DecodingError as error:
            raise SystemFailedError(f"{where}: the reply cannot be decoded: {error}") from error
        except httpx.InvalidURL as error:
            raise MisconfiguredError(f"{where}: {error}; mend base_url") from error

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


def _bounded(reply: httpx.Response, where: str) -> bytes:
    found = bytearray()
    for part in reply.iter_bytes():
        found += part
        if len(found) > MOST_BYTES:
            raise SystemFailedError(f"{where}: the reply is longer than {MOST_BYTES} bytes")
    return bytes(found)


def _json(data: bytes, reply: httpx.Response, where: str) -> Any:
    if not reply.is_success:
        raise _by_status(reply, data, where)
    if not data.strip():
        return None
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SystemFailedError(f"{where}: the reply is no JSON: {error}") from error


def _by_status(reply: httpx.Response, data: bytes, where: str) -> AdapterError:
    status = reply.status_code
    said = data[:200].decode("utf-8", "replace").strip()
    message = f"{where}: HTTP {status}" + (f", {said}" if said else "")
    if status in _LATER:
        return InfrastructureError(message, retry_after=_retry_after(reply.headers))
    if status in _NOT_LET_IN:
        return MisconfiguredError(f"{where}: HTTP {status}, check auth_env and the secret it names")
    if reply.is_redirect:
        return SystemFailedError(
            f"{where}: HTTP {status}, redirects are not followed; register the address itself"
        )
    return SystemFailedError(message)


def _retry_after(headers: httpx.Headers) -> float | None:
    """Seconds to wait: as told, or from the server's own clock to the date it names."""
    text = headers.get("Retry-After", "").strip()
    if text.replace(".", "", 1).isdigit() and text.isascii():
        return float(text)
    try:
        then, now = parsedate_to_datetime(text), parsedate_to_datetime(headers.get("Date", ""))
        return max(0.0, (then - now).total_seconds())
    except (ValueError, TypeError):
        return None
