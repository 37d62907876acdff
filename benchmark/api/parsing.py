"""How bodies of the API are read: bounded, UTF-8, strict (limits in the settings)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from benchmark.api import strict_json

_PIECE = 1 << 20
_DRAINED = 256 * _PIECE
"""A body that is too large is read to its end up to here, so that a client that still sends it hears why."""


class TooLarge(APIException):
    """413: the body is larger than this route takes."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class StrictJSONParser(BaseParser):
    """JSON of at most ``API_BODY_BYTES`` bytes and ``API_BODY_DEPTH`` levels, with every name once, finite
    numbers and texts that a database can hold. Raises ``TooLarge``, ``ParseError`` or ``ValidationError``
    with the place."""

    # Not a JSONParser of the framework: of those it reads the body before the parser may refuse its size.
    media_type = "application/json"
    renderer_class = JSONRenderer

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value of the body."""
        raw = bounded(stream, most=settings.API_BODY_BYTES)
        try:
            return strict_json.read(raw, deepest=settings.API_BODY_DEPTH)
        except strict_json.NotJsonError as error:
            raise ParseError(
                f"The body is not JSON that can be read: {error}. Nothing was stored."
            ) from error
        except strict_json.BadValueError as error:
            raise ValidationError({error.place or "body": [str(error)]}) from error


def bounded(stream: IO[bytes], *, most: int) -> bytes:
    """The whole body. Raises ``TooLarge`` where it is longer than ``most`` bytes."""
    raw = stream.read(most + 1)
    if len(raw) <= most:
        return raw
    read = len(raw)
    while read < _DRAINED and (piece := stream.read(_PIECE)):
        read += len(piece)
    raise TooLarge(f"The body has more than {most} bytes. Send less at once. Nothing was stored.")
