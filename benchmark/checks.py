"""System checks of how an installation is served."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security)
def check_proxy(**_: Any) -> list[CheckMessage]:
    """``stemma.E001``: https is asked for, and nothing can say that a request came by it."""
    needs = getattr(settings, "SECURE_SSL_REDIRECT", False)
    if not needs or settings.BEHIND_PROXY:
        return []
    return [
        Error(
            "PUBLIC_URL is https, but no proxy is declared: each request would be sent to https for ever.",
            hint="Set STEMMA_BEHIND_PROXY=1 where a proxy of yours ends TLS and overwrites X-Forwarded-Proto "
            "(docs/operating.md has the configuration of nginx and Caddy).",
            id="stemma.E001",
        )
    ]
