"""Connections that go to an address which the allow list has passed, under the host's own name (ADR 22)."""

from __future__ import annotations

import asyncio

import httpx

from sut_adapters.rest.addresses import AllowList, Resolve


class Pinned(httpx.HTTPTransport):
    """For calls one after the other. ``Host`` header and name of the certificate stay those of the host."""

    def __init__(self, allowed: AllowList, find: Resolve) -> None:
        super().__init__(retries=0, trust_env=False)
        self._allowed, self._find = allowed, find

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Raises ``MisconfiguredError`` where the host may not be called."""
        _lead(request, self._allowed.checked(*_place(request), self._find))
        return super().handle_request(request)


class AsyncPinned(httpx.AsyncHTTPTransport):
    """The same for many calls at once; names are looked up in threads."""

    def __init__(self, allowed: AllowList, find: Resolve) -> None:
        super().__init__(retries=0, trust_env=False)
        self._allowed, self._find = allowed, find

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Raises ``MisconfiguredError`` where the host may not be called."""
        address = await asyncio.to_thread(self._allowed.checked, *_place(request), self._find)
        _lead(request, address)
        return await super().handle_async_request(request)


def _place(request: httpx.Request) -> tuple[str, int]:
    url = request.url
    return url.host, url.port or (443 if url.scheme == "https" else 80)


def _lead(request: httpx.Request, address: str) -> None:
    request.extensions = {**request.extensions, "sni_hostname": request.url.host}
    request.url = request.url.copy_with(host=address)
