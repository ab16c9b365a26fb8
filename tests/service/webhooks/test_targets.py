"""Tests that no webhook reaches what only this machine, or this network, should reach."""

import socket
from typing import Any

import pytest

from service.webhooks.targets import Blocked, Target, read_target, resolve
from tests.service.webhooks.receiver import receiving
from workers.webhooks.outbound import Unreachable, post

NOT_PUBLIC = (
    *("127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "100.100.100.200", "192.0.0.192", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("[::1]", "[::]", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[::ffff:127.0.0.1]"),
    *("[::ffff:169.254.169.254]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[::127.0.0.1]"),
    *("2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "localhost.", "nowhere.invalid"),
)
SPECIAL = {
    "0.1.2.3": "this network",
    "100.127.255.254": "shared address space",
    "168.63.129.16": "the wire server of a cloud",
    "169.254.170.2": "metadata of containers",
    "172.31.255.255": "private",
    "192.0.0.10": "protocol assignments, of which Python calls some global",
    "192.0.2.1": "documentation",
    "192.31.196.1": "AS112",
    "192.52.193.1": "AMT",
    "192.88.99.1": "relays of 6to4",
    "192.175.48.1": "AS112",
    "198.19.255.255": "benchmarks",
    "198.51.100.1": "documentation",
    "203.0.113.1": "documentation",
    "239.255.255.250": "multicast",
    "250.0.0.1": "reserved",
    "[::ffff:168.63.129.16]": "the same in IPv6",
    "[::ffff:192.88.99.1]": "the same in IPv6",
    "[::ffff:0:127.0.0.1]": "translated by SIIT",
    "[64:ff9b::a9fe:a9fe]": "translated by NAT64",
    "[64:ff9b:1::7f00:1]": "translated by a network's own NAT64",
    "[100::1]": "discarded",
    "[100:0:0:1::1]": "dummy prefix",
    "[2001::1]": "Teredo",
    "[2001:1::1]": "protocol assignments",
    "[2001:2::1]": "benchmarks",
    "[2001:20::1]": "ORCHID",
    "[2001:30::1]": "drone remote ids",
    "[2001:db8::1]": "documentation",
    "[2002:a9fe:a9fe::1]": "6to4",
    "[2620:4f:8000::1]": "AS112",
    "[3ffe::1]": "an old test network",
    "[3fff::1]": "documentation",
    "[4000::1]": "given to nobody",
    "[5f00::1]": "segment routing",
    "[fd00:ec2::254]": "metadata of a cloud",
    "[fd20:ce::254]": "metadata of a cloud",
    "[fec0::1]": "site-local",
    "[fe80::1]": "link-local",
    "[ff0e::1]": "multicast",
}
PUBLIC = ("8.8.8.8", "168.63.129.17", "192.88.98.255", "[2606:4700:4700::1111]", "[2a00:1450::1]")
MALFORMED = (
    *("", "x", "https://", "https:///x", "ftp://example.org", "file:///etc/passwd", "gopher://example.org"),
    *("https://user:word@example.org", "https://example.org#x", "https://exa mple.org", "https://example.org\n"),
    *("https://example.org:99999", "https://example.org:22", "https://example.org:25", "https://[::1", "//example.org"),
    *("https://example.org\\@127.0.0.1", "https://ex\xe4mple.org", "https://" + "x" * 500, "http://example.org"),
)


@pytest.mark.parametrize("host", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_blocked(host: str) -> None:
    with pytest.raises(Blocked):
        resolve(read_target(f"https://{host}/x", loopback=False), loopback=False)


@pytest.mark.parametrize("host", SPECIAL)
def test_an_address_of_a_special_purpose_is_blocked(host: str) -> None:
    for loopback in (False, True):
        with pytest.raises(Blocked):
            resolve(read_target(f"https://{host}/x", loopback=loopback), loopback=loopback)


@pytest.mark.parametrize("url", MALFORMED)
def test_what_is_no_plain_https_address_is_blocked(url: str) -> None:
    with pytest.raises(Blocked):
        read_target(url, loopback=False)


@pytest.mark.parametrize("host", PUBLIC)
def test_a_public_address_may_be_reached(host: str) -> None:
    target = read_target(f"https://{host}:8443/a?b=c", loopback=False)
    assert (target.port, target.path) == (8443, "/a?b=c")
    assert resolve(target, loopback=False) == host.strip("[]")


@pytest.mark.parametrize("host", ["10.0.0.1", "169.254.169.254", "[fc00::1]", "[::ffff:10.0.0.1]", "0.0.0.0"])
def test_where_loopback_is_allowed_nothing_else_is(host: str) -> None:
    assert resolve(read_target("http://127.0.0.1:9999", loopback=True), loopback=True) == "127.0.0.1"
    for scheme in ("http", "https"):
        with pytest.raises(Blocked):
            resolve(read_target(f"{scheme}://{host}:9999", loopback=True), loopback=True)
    with pytest.raises(Blocked):  # not in plain text over the network
        resolve(read_target("http://8.8.8.8", loopback=True), loopback=True)


def answering(*addresses: str) -> Any:
    return lambda host, port, **_: [(socket.AF_INET, 1, 6, "", (address, port)) for address in addresses]


def test_a_name_with_one_private_address_is_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", answering("8.8.8.8", "10.0.0.1"))
    with pytest.raises(Blocked):
        resolve(read_target("https://mixed.example", loopback=False), loopback=False)


def test_a_name_that_changes_its_mind_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is public when the webhook is made and private when it is used is not followed (DNS rebinding)."""
    monkeypatch.setattr(socket, "getaddrinfo", answering("8.8.8.8"))
    target = read_target("https://rebinding.example", loopback=False)
    assert resolve(target, loopback=False) == "8.8.8.8"
    monkeypatch.setattr(socket, "getaddrinfo", answering("127.0.0.1"))
    with pytest.raises(Unreachable):
        post(target, b"{}", {}, loopback=False)


def test_the_request_goes_to_the_very_address_that_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is resolved once, and the request goes to the address that was found then."""
    with receiving() as receiver:
        port = int(receiver.url.rpartition(":")[2].partition("/")[0])
        asked: list[str] = []

        def once(host: str, port: int, *args: Any, **settings: Any) -> Any:
            if host == "bot.example":
                asked.append(host)
            return answering("127.0.0.1")(host, port)

        monkeypatch.setattr(socket, "getaddrinfo", once)
        status, _ = post(Target("http", "bot.example", port, "/told"), b"{}", {}, loopback=True)
        assert (status, asked) == (204, ["bot.example"])
        assert receiver.told[0][0]["Host"] == f"bot.example:{port}"


def test_an_endless_answer_is_cut_and_a_dead_port_is_unreachable() -> None:
    with receiving() as receiver:
        receiver.answer = lambda message: (200, b"x" * 300_000)
        port = int(receiver.url.rpartition(":")[2].partition("/")[0])
        target = Target("http", "127.0.0.1", port, "/told")
        assert len(post(target, b"{}", {}, loopback=True)[1]) == 64 * 1024
    with pytest.raises(Unreachable):
        post(target, b"{}", {}, loopback=True)
