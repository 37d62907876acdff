"""Vectors from any OpenAI-compatible ``/embeddings`` endpoint, at the store's number of dimensions. PURE."""

from __future__ import annotations

import base64
import binascii
import json
import struct
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any, Final

from sut_adapters.base import AdapterError, InfrastructureError, MisconfiguredError
from sut_adapters.embeddings.base import Vector
from sut_adapters.keys import key

#: Texts in one request at most.
BATCH: Final = 64
_LATER: Final = frozenset({408, 409, 425, 429})


class Endpoint:
    """Asks ``base_url``/embeddings for vectors of ``model``; the key comes from the environment variable
    ``api_key_env``, if one is named. Rate limits, timeouts and lost connections are infrastructure."""

    def __init__(
        self,
        *,
        model: str,
        base_url: str,
        api_key_env: str = "",
        dimensions: int = 384,
        timeout: float = 60.0,
    ) -> None:
        """Raises ``MisconfiguredError`` for a missing model, address or key."""
        if not model or not base_url.startswith(("http://", "https://")):
            raise MisconfiguredError(
                "embeddings by endpoint need a model and a base_url with http:// or https://"
            )
        self._key = key(api_key_env) if api_key_env else ""
        if api_key_env and not self._key:
            raise MisconfiguredError(f"embeddings: the environment variable {api_key_env} holds no key")
        self.name = model
        self.dimensions = dimensions
        self._url = base_url.rstrip("/") + "/embeddings"
        self._timeout = timeout

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order, by requests of up to ``BATCH`` texts."""
        found: list[Vector] = []
        for start in range(0, len(texts), BATCH):
            found += self._batch(list(texts[start : start + BATCH]))
        return found

    def _batch(self, texts: list[str]) -> list[Vector]:
        reply = self._post(
            {
                "model": self.name,
                "input": [text or " " for text in texts],  # endpoints refuse an empty text
                "dimensions": self.dimensions,
                "encoding_format": "base64",
            }
        )
        try:
            rows = sorted(reply["data"], key=lambda row: int(row["index"]))
            vectors: list[Vector] = [_vector(row["embedding"]) for row in rows]
        except (KeyError, TypeError, ValueError, binascii.Error, struct.error) as error:
            raise InfrastructureError(f"{self._url} sent vectors that cannot be read: {error}") from error
        if len(vectors) != len(texts):
            raise InfrastructureError(f"{self._url} sent {len(vectors)} vectors for {len(texts)} texts")
        if any(len(vector) != self.dimensions for vector in vectors):
            raise MisconfiguredError(
                f"{self.name} gives vectors of {len(vectors[0])} dimensions, "
                f"the store takes {self.dimensions}"
            )
        return vectors

    def _post(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self._url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            with error:
                raise _by_status(self._url, error) from error
        except OSError as error:
            raise InfrastructureError(f"{self._url} could not be reached: {error}") from error
        except ValueError as error:
            raise InfrastructureError(f"{self._url} did not send JSON: {error}") from error


def _by_status(url: str, error: urllib.error.HTTPError) -> AdapterError:
    if error.code in _LATER or error.code >= 500:
        text = (error.headers.get("Retry-After") or "").strip()
        seconds = float(text) if text.replace(".", "", 1).isdigit() else None
        return InfrastructureError(f"{url}: HTTP {error.code}", retry_after=seconds)
    return MisconfiguredError(f"{url}: HTTP {error.code}, check model, address and key")


def _vector(value: Any) -> list[float]:
    """A list of numbers, or the same as little-endian floats in base64."""
    if isinstance(value, str):
        data = base64.b64decode(value, validate=True)
        return list(struct.unpack(f"<{len(data) // 4}f", data))
    return [float(number) for number in value]
