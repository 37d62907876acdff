"""The small site of ``tests/factories/web_world.py``, for the pages of this room."""

from __future__ import annotations

from tests.factories.web_site import quiet_world, site, world

__all__ = ["quiet_world", "site", "world"]
