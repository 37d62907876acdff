"""``Idempotency-Key``: which request came with it, and the answer that was kept of the first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.calls.exceptions import KeyRefusedError
from benchmark.floor.calls.models import KeptReply
from benchmark.floor.calls.services import replies

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
LONGEST = 200


class ReplayError(Exception):
    """Not an error: the call was answered before, and ``response`` is that answer. Ends the handling."""

    def __init__(self, response: Response) -> None:
        self.response = response


@dataclass(frozen=True, slots=True)
class KeyedCall:
    """A call with a key of its sender."""

    by: Any
    route: str
    key: str
    request_hash: str

    @classmethod
    def of(cls, request: Request) -> KeyedCall:
        """Raises ``KeyRefusedError`` for a key that is none."""
        key = request.headers[HEADER].strip().strip('"')
        if not 0 < len(key) <= LONGEST or not key.isascii() or not key.isprintable():
            raise KeyRefusedError(f"{HEADER}: send 1 to {LONGEST} ASCII characters, such as a UUID.")
        found = hashlib.sha256(request.META.get("QUERY_STRING", "").encode())
        for piece in _pieces(request):
            found.update(piece)
        return cls(request.user, f"{request.method} {request.path}"[:500], key, found.hexdigest())

    def replay(self) -> None:
        """Raises ``ReplayError`` with the answer that was kept, and what ``replies.kept`` raises."""
        found = replies.kept(by=self.by, route=self.route, key=self.key, request_hash=self.request_hash)
        if found is not None:
            raise ReplayError(_response(found))

    def keep(self, response: Response) -> None:
        """Keep a success; a refused call did nothing and may come again with the same key."""
        body = b"" if response.data is None else JSONRenderer().render(response.data)
        replies.keep(
            by=self.by,
            route=self.route,
            key=self.key,
            request_hash=self.request_hash,
            status=response.status_code,
            body=body.decode(),
            now=timezone.now(),
        )


def _response(found: KeptReply) -> Response:
    data = json.loads(found.body) if found.body else None
    return Response(data, status=found.status, headers={REPLAYED: "true"})


def _pieces(request: Request) -> Iterator[bytes]:
    """The body, whatever order its names came in; of files in a form their content, of a body that is a file
    its length alone, for it is read while it is worked on."""
    if hasattr(request.data, "read"):
        yield request.META.get("CONTENT_LENGTH", "").encode()
        return
    if not hasattr(request.data, "lists"):
        yield json.dumps(request.data, sort_keys=True, default=repr).encode()
        return
    for name, values in sorted(request.data.lists()):
        for value in values:
            yield f"\x00{name}\x00".encode()
            if isinstance(value, UploadedFile):
                yield from value.chunks()
                value.seek(0)
            else:
                yield str(value).encode()
