"""No test leaves this machine."""

from __future__ import annotations

import socket

import pytest


def test_an_outside_address_is_refused() -> None:
    with socket.socket() as probe, pytest.raises(RuntimeError, match="loopback only"):
        probe.connect(("192.0.2.1", 80))


def test_loopback_is_reached() -> None:
    with socket.socket() as server, socket.socket() as client:
        server.bind(("127.0.0.1", 0))
        server.listen()
        client.connect(server.getsockname())
