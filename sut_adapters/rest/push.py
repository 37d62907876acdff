"""A system that we call over HTTP: the push protocol of ``openapi.yaml`` (overview 4.8, ADR 22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from sut_adapters.base import (
    AskedQuestion,
    Capabilities,
    Context,
    EventRecord,
    Holdings,
    MisconfiguredError,
    SutAdapter,
)
from sut_adapters.keys import key
from sut_adapters.native.options import Options
from sut_adapters.rest import wire
from sut_adapters.rest.addresses import AllowList
from sut_adapters.rest.client import Client, checked_url

#: How the name of every secret for a pushed system begins: no other secret of the server can be sent out.
SECRET_PREFIX = "STEMMA_PUSH_KEY_"


class Push(SutAdapter):
    """Sends records and questions to ``base_url``. The session is opened at the first call.

    Options: ``base_url``; ``auth_env``, the name of the environment variable with the secret; ``timeout`` in
    seconds; ``declares``, what the server said of itself when it was registered; ``options``, handed to the
    server as they stand; ``k`` and ``budget``.
    """

    name = "push"
    capabilities = Capabilities(rebuilt=False, remote=True)

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        """Reads the configuration and calls nobody. Raises ``MisconfiguredError``."""
        super().__init__(config=config, store_key=store_key, hint=hint)
        options = Options("push", config)
        base_url = options.text("base_url", default="")
        self._auth_env = options.text("auth_env", default="")
        self._timeout = options.number("timeout", default=60.0, low=0.1, high=600.0)
        declares = _flags(options.value("declares", {}))
        self._options = _plain(options.value("options", {}))
        self._k, self._budget = options.k, options.budget
        options.done()
        self._base_url = checked_url(base_url)
        if self._auth_env and not self._auth_env.startswith(SECRET_PREFIX):
            raise MisconfiguredError(
                f"push: auth_env is {self._auth_env!r}; the name must begin with {SECRET_PREFIX}, so that no "
                "other secret of this server can be sent out"
            )
        self.capabilities = wire.capabilities(declares)
        self._client: Client | None = None
        self._session = ""
        self._holdings = Holdings()
        self._unflushed = False

    def health(self) -> wire.Health:
        """Ask the server who it is and what it can do."""
        return wire.health_of(self._call("GET", "/v1/health"))

    def declared(self) -> dict[str, Any]:
        """The capabilities that the server declares now."""
        return {"declares": self.health().declares}

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """One batch; the server drops ids that it holds."""
        if records:
            self._unflushed = True
            self._holdings = wire.holdings_of(
                self._call("POST", f"{self._place()}/events", wire.events_body(records))
            )

    def retrieve(self, question: AskedQuestion) -> Context:
        """First a checkpoint where records came since the last, so that all of them are visible."""
        if self._unflushed:
            self._call("POST", f"{self._place()}/checkpoint", {})
            self._unflushed = False
        budget = question.budget if self._budget is None else min(question.budget, self._budget)
        asked = AskedQuestion(question.text, question.cutoff, budget)
        return wire.context_of(
            self._call("POST", f"{self._place()}/query", wire.query_body(asked, k=self._k))
        )

    def holdings(self) -> Holdings:
        """As the server said after the last batch."""
        return self._holdings

    def reset(self) -> None:
        """Delete the session; the next call opens an empty one."""
        self._call("DELETE", self._place())
        self._session, self._holdings, self._unflushed = "", Holdings(), False

    def close(self) -> None:
        """Close the connections; the session stays with the server."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _place(self) -> str:
        if not self._session:
            body = wire.session_body(key=self.store_key, hint=self.hint, options=self._options)
            self._session = wire.session_of(self._call("POST", "/v1/sessions", body))
        return f"/v1/sessions/{self._session}"

    def _call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        if self._client is None:
            self._client = Client(
                self._base_url,
                allowed=AllowList.of(settings.PUSH_ALLOW),
                secret=self._secret(),
                timeout=self._timeout,
            )
        return self._client.call(method, path, body)

    def _secret(self) -> str:
        secret = key(self._auth_env) if self._auth_env else ""
        if self._auth_env and not (secret and secret.isascii() and secret.isprintable()):
            raise MisconfiguredError(
                f"push: the environment variable {self._auth_env} holds no usable secret"
            )
        return secret


def _flags(value: Any) -> dict[str, bool]:
    found = _plain(value, "declares")
    wrong = sorted(
        key for key, flag in found.items() if key not in wire.DECLARED or not isinstance(flag, bool)
    )
    if wrong:
        raise MisconfiguredError(
            f"push: declares.{wrong[0]} is none of {', '.join(wire.DECLARED)} with true or false"
        )
    return found


def _plain(value: Any, key: str = "options") -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MisconfiguredError(f"push: {key} must be a JSON object, not {value!r}")
    return value
