"""What all tests share: the domain of their own that some of them are run over."""

from __future__ import annotations

from scenarios.domains import registry

registry.add("tests.domains.glassops")
