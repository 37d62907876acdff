"""Which addresses may be called: an allow list, checked after the name is resolved (ADR 22).

A name may resolve to anything, and to something else a moment later. So every address a name resolves to is
checked, and the connection goes to an address that was checked, never through a second look-up.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from sut_adapters.base import InfrastructureError, MisconfiguredError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Resolve = Callable[[str, int], Iterable[str]]


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name. Raises ``InfrastructureError`` where the look-up itself fails for now,
    ``MisconfiguredError`` for a name that does not exist."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        if error.errno == socket.EAI_AGAIN:
            raise InfrastructureError(f"the name {host} cannot be looked up now: {error.strerror}") from error
        raise MisconfiguredError(f"no host is called {host}: {error.strerror}; mend the address") from error
    except UnicodeError as error:
        raise MisconfiguredError(f"{host!r} is no name of a host: {error}; mend the address") from error
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass(frozen=True, slots=True)
class AllowList:
    """``hosts`` are names with ``*``; ``networks`` are addresses or networks.

    A public address is allowed if the host's name or a network is listed. One that is loopback, private,
    link-local, of a cloud's metadata or otherwise not public is allowed by a network alone: whoever owns a
    name chooses what it resolves to.
    """

    hosts: tuple[str, ...] = ()
    networks: tuple[Network, ...] = ()

    @classmethod
    def of(cls, entries: Iterable[str]) -> AllowList:
        """Read entries such as ``*.example.org``, ``127.0.0.1`` and ``10.0.0.0/8``.

        Raises ``MisconfiguredError`` for a network that cannot be read.
        """
        hosts, networks = [], []
        for entry in (text.strip() for text in entries):
            if not entry:
                continue
            try:
                networks.append(ipaddress.ip_network(entry))
            except ValueError as error:
                if "/" in entry or ":" in entry:
                    raise MisconfiguredError(
                        f"STEMMA_PUSH_ALLOW: {entry!r} is no network: {error}"
                    ) from error
                hosts.append(entry.lower().rstrip("."))
        return cls(tuple(hosts), tuple(networks))

    def checked(self, host: str, port: int, find: Resolve = resolve) -> str:
        """The address to connect to. Raises ``MisconfiguredError`` if any address of the host is not
        allowed, naming what to list."""
        addresses = list(find(host, port))
        if not addresses:
            raise MisconfiguredError(f"{host} has no address; mend the address")
        for address in map(_address, addresses):
            if not self._allows(host, address):
                raise MisconfiguredError(_refusal(host, address))
        return addresses[0]

    def _allows(self, host: str, address: Address) -> bool:
        reached = _reached(address)
        if any(reached.version == net.version and reached in net for net in self.networks):
            return True
        return is_public(address) and any(fnmatchcase(host.lower().rstrip("."), name) for name in self.hosts)


def is_public(address: Address) -> bool:
    """Whether anybody may own it: not loopback, private, link-local, shared, multicast or reserved."""
    reached = _reached(address)
    return reached.is_global and not reached.is_multicast and not reached.is_reserved


def _address(text: str) -> Address:
    return ipaddress.ip_address(text.partition("%")[0])


def _reached(address: Address) -> Address:
    """The IPv4 address that an IPv6 address leads to (mapped, 6to4, NAT64), else the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    inner = address.ipv4_mapped or address.sixtofour
    if inner is None and address in ipaddress.ip_network("64:ff9b::/96"):
        inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return inner or address


def _refusal(host: str, address: Address) -> str:
    if is_public(address):
        return f"{host} ({address}) is not on the allow list; an operator adds {host} to STEMMA_PUSH_ALLOW"
    return (
        f"{host} ({address}) is no public address; an operator adds the address or its network to "
        "STEMMA_PUSH_ALLOW, a name does not do"
    )
