"""Push endpoints must be in the public internet. No redirect is followed, and no slow answer is awaited."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address, ip_network
from typing import Any

import pytest

from people.notices.push import service as push_service
from people.notices.push.service import Unreachable, is_public, parse_endpoint
from tests.worlds import push_server


def post(url: str, headers: dict[str, str] | None = None) -> int:
    return asyncio.run(push_service.post(url, headers or {}, b"{}"))


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name resolve to these addresses."""

    async def getaddrinfo(self: Any, host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", getaddrinfo)


@pytest.fixture
def loopback_allowed(settings: Any) -> None:
    settings.PUSH_ALLOWED_HOSTS = ["127.0.0.1"]


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/send/1",
        "ftp://push.example/send/1",
        "//push.example/send/1",
        "https://user:pass@push.example/send/1",
        "https://user@push.example/send/1",
        "https://push.example:22/send/1",
        "https://push.example:99999/send/1",
        "https://",
        "https:///send/1",
        "https://push.example",
        "https://push.example/a b",
        "https://push.example/a\r\nHost: elsewhere",
        "https://push.example\r\n/",
        "https://push.example/\u00e9",
        "https://127.0.0.1/send/1",
        "https://[::1]/send/1",
        "https://10.1.2.3/send/1",
        "https://169.254.169.254/latest",
        "https://[fe80::1%25eth0]/x",
        "nonsense",
        "",
    ],
)
def test_invalid_endpoint_is_refused(url: str):
    with pytest.raises(Unreachable):
        parse_endpoint(url)


@pytest.mark.parametrize(
    ("url", "endpoint"),
    [
        ("https://push.example/send/1?k=v", ("push.example", 443, "/send/1?k=v", True)),
        ("https://PUSH.example:443/", ("push.example", 443, "/", True)),
        ("https://[2606:4700::1111]/x", ("2606:4700::1111", 443, "/x", True)),
    ],
)
def test_valid_endpoint_is_parsed(url: str, endpoint: Any):
    assert parse_endpoint(url) == endpoint


# Every block of IANA's special-purpose registries with its first and last address, and its purpose.
# https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry
NOT_PUBLIC = {
    "0.0.0.0/8": "this network",
    "10.0.0.0/8": "private",
    "100.64.0.0/10": "shared by a provider's customers",
    "127.0.0.0/8": "this machine",
    "169.254.0.0/16": "this link, and the metadata of clouds",
    "172.16.0.0/12": "private",
    "192.0.0.0/24": "protocol assignments, 192.0.0.192 among them: the metadata of a cloud",
    "192.0.2.0/24": "documentation",
    "192.31.196.0/24": "AS112",
    "192.52.193.0/24": "AMT",
    "192.88.99.0/24": "relays of 6to4",
    "192.168.0.0/16": "private",
    "192.175.48.0/24": "AS112",
    "198.18.0.0/15": "benchmarks",
    "198.51.100.0/24": "documentation",
    "203.0.113.0/24": "documentation",
    "224.0.0.0/4": "multicast",
    "240.0.0.0/4": "reserved, and broadcast",
    "::/128": "unspecified",
    "::1/128": "this machine",
    "::/96": "IPv4-compatible",
    "::ffff:0:0:0/96": "IPv4-translated",
    "::ffff:10.0.0.0/104": "IPv4-mapped, private",
    "::ffff:127.0.0.0/104": "IPv4-mapped, this machine",
    "::ffff:192.0.0.0/120": "IPv4-mapped, protocol assignments",
    "::ffff:192.88.99.0/120": "IPv4-mapped, relays of 6to4",
    "64:ff9b::/96": "NAT64",
    "64:ff9b:1::/48": "NAT64 of a network's own",
    "100::/64": "discarded",
    "100:0:0:1::/64": "dummy",
    "2001::/23": "protocol assignments",
    "2001::/32": "Teredo",
    "2001:0:a00:1::/64": "Teredo, by the server 10.0.0.1",
    "2001:2::/48": "benchmarks",
    "2001:10::/28": "ORCHID",
    "2001:20::/28": "ORCHID",
    "2001:30::/28": "identifiers of drones",
    "2001:db8::/32": "documentation",
    "2002::/16": "6to4",
    "2002:a00:1::/48": "6to4 of 10.0.0.1",
    "2002:7f00:1::/48": "6to4 of 127.0.0.1",
    "2620:4f:8000::/48": "AS112",
    "3fff::/20": "documentation",
    "5f00::/16": "segments of routes",
    "fc00::/7": "private",
    "fe80::/10": "this link",
    "fec0::/10": "this site",
    "ff00::/8": "multicast",
}


@pytest.mark.parametrize("block", NOT_PUBLIC)
def test_no_address_of_a_special_block_is_public(block: str):
    network = ip_network(block)
    middle = network[network.num_addresses // 2]
    for address in (network[0], middle, network[-1]):
        assert not is_public(address), address
        host = f"[{address}]" if address.version == 6 else str(address)
        with pytest.raises(Unreachable):
            parse_endpoint(f"https://{host}/send")


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1", "142.250.1.1", "191.255.255.255", "192.0.1.0", "192.88.98.255", "192.88.100.0",
        "223.255.255.255", "2000::1", "2001:200::1", "2003::1", "2606:4700::1111",
        "2a00:1450:4001::1", "3ffe:ffff::1", "3fff:1000::1", "::ffff:1.1.1.1",
    ],
)  # fmt: skip
def test_addresses_next_to_special_blocks_are_public(address: str):
    assert is_public(ip_address(address))


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::1"], []])
def test_name_that_resolves_to_a_private_network_is_not_contacted(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch
):
    resolve_to(monkeypatch, *addresses)
    monkeypatch.setattr(asyncio, "open_connection", None)  # a call would raise another error
    with pytest.raises(Unreachable, match=r"public internet|does not resolve"):
        post("https://rebound.example/send/1")


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch):
    asked = []

    async def open_connection(address: str, port: int, **how: Any) -> None:
        asked.append((address, port, how["server_hostname"], how["ssl"].check_hostname))
        raise ConnectionRefusedError

    resolve_to(monkeypatch, "1.1.1.1", "8.8.8.8")
    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    with pytest.raises(Unreachable, match="does not answer"):
        post("https://push.example/send/1")
    assert asked == [(address, 443, "push.example", True) for address in ("1.1.1.1", "8.8.8.8")]


@pytest.mark.usefixtures("loopback_allowed")
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_an_answer_and_is_not_followed(status: int):
    with push_server.push_service() as service:
        service.status = status
        assert post(f"{service.url}/send/1") == status
        assert service.asked == ["/send/1"]


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """Return a server that accepts one connection and handles it like this."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(4096)
            answer(connection)

    thread = threading.Thread(target=serve)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    thread.join()
    listener.close()


@pytest.mark.usefixtures("loopback_allowed")
class TestOtherEnds:
    def test_silent_server_times_out(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(push_service, "PATIENCE_SECONDS", 0.2)
        gone = threading.Event()
        with answering(lambda _: gone.wait() and None) as url:
            with pytest.raises(Unreachable, match="Timeout"):
                post(url)
            gone.set()

    def test_dripping_server_times_out(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(push_service, "PATIENCE_SECONDS", 0.3)

        def drip(connection: socket.socket) -> None:
            with suppress(OSError):  # the connection is reset when the other end has gone
                while True:
                    connection.sendall(b"H")
                    threading.Event().wait(0.01)

        with answering(drip) as url, pytest.raises(Unreachable):
            post(url)

    def test_only_a_little_of_a_long_answer_is_read(self):
        def flood(connection: socket.socket) -> None:
            with suppress(OSError):
                while True:
                    connection.sendall(b"H" * 65536)

        with answering(flood) as url, pytest.raises(Unreachable):
            post(url)

    @pytest.mark.parametrize("says", [b"SSH-2.0\r\n", b"HTTP/1.1 OK\r\n", b""])
    def test_answer_that_is_not_http_is_an_error(self, says: bytes):
        with answering(lambda connection: connection.sendall(says)) as url, pytest.raises(Unreachable):
            post(url)

    def test_missing_server_is_an_error(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        with pytest.raises(Unreachable):
            post(f"http://127.0.0.1:{port}/")
