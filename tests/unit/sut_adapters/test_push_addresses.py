"""Which addresses a pushed system may have: checked after the look-up, and the connection goes to what was
checked (ADR 22)."""

from __future__ import annotations

import pytest

from sut_adapters.base import MisconfiguredError
from sut_adapters.rest.addresses import AllowList
from sut_adapters.rest.client import Client, checked_url

INSIDE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.9",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "240.0.0.1",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
]


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_on_the_list_does_not_open_what_is_not_public(address: str) -> None:
    with pytest.raises(MisconfiguredError, match="no public address"):
        AllowList.of(["memory.example.org", "*"]).checked("memory.example.org", 80, lambda *_: [address])


def test_one_address_inside_among_public_ones_refuses_the_host() -> None:
    with pytest.raises(MisconfiguredError, match=r"10\.0\.0\.1"):
        AllowList.of(["*.example.org"]).checked("a.example.org", 80, lambda *_: ["93.184.216.34", "10.0.0.1"])


@pytest.mark.parametrize(
    "entry, address",
    [
        ("10.0.0.0/8", "10.1.2.3"),
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.0/8", "::ffff:127.0.0.1"),
        ("fc00::/7", "fc00::1"),
    ],
)
def test_a_network_on_the_list_opens_its_addresses(entry: str, address: str) -> None:
    assert AllowList.of([entry]).checked("memory", 80, lambda *_: [address]) == address


def test_public_hosts_must_be_listed() -> None:
    def public(*_: object) -> list[str]:
        return ["93.184.216.34"]

    listed = AllowList.of([" *.example.org ", ""])
    assert listed.checked("Memory.Example.org.", 443, public) == "93.184.216.34"
    for host in ("example.org", "example.org.evil.net", "notexample.org"):
        with pytest.raises(MisconfiguredError, match="STEMMA_PUSH_ALLOW"):
            listed.checked(host, 443, public)
    with pytest.raises(MisconfiguredError, match="is not on the allow list"):
        AllowList.of([]).checked("memory.example.org", 443, public)


def test_a_network_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(MisconfiguredError, match="10.0.0.1/8"):
        AllowList.of(["10.0.0.1/8"])


@pytest.mark.parametrize(
    "url, word",
    [
        ("", "http"),
        ("ftp://a.example.org", "http"),
        ("http://", "host"),
        ("http://user:pw@a.example.org", "credentials"),
        ("http://@a.example.org", "credentials"),
        ("http://a.example.org?x=1", "query"),
        ("http://a.example.org#x", "fragment"),
        ("http://a.example.org:99999", "cannot be read"),
        ("http://[::1", "cannot be read"),
    ],
)
def test_addresses_that_are_refused_as_they_stand(url: str, word: str) -> None:
    with pytest.raises(MisconfiguredError, match=word) as refused:
        checked_url(url)
    assert "pw" not in str(refused.value)


def test_a_name_that_changes_is_checked_at_each_call() -> None:
    answers = iter([["127.0.0.1"], ["169.254.169.254"]])
    client = Client(
        "http://memory.example.org:9",
        allowed=AllowList.of(["127.0.0.1"]),
        find=lambda *_: next(answers),
        timeout=1,
    )
    with pytest.raises(Exception, match="ConnectError"):
        client.call("GET", "/v1/health")
    with pytest.raises(MisconfiguredError, match=r"169\.254\.169\.254"):
        client.call("GET", "/v1/health")
    client.close()


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "017700000001", "127.1", "::1", "0"])
def test_another_spelling_of_an_address_inside_opens_nothing(host: str) -> None:
    """What a look-up takes for an address is looked up, and refused by what it is."""
    with pytest.raises(MisconfiguredError, match="no public address"):
        AllowList.of(["*"]).checked(host, 80)
