"""The minimal Redis connection: parsing, login, and a Redis that does not read."""

import asyncio
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from itertools import pairwise
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given
from hypothesis import strategies as st
from redis import RedisError

from bench.services import free_port
from game.runtime.redis_line import Incomplete, RedisLine, Reply, parse_reply
from tests.worlds.redis_server import redis_with

texts = st.binary(max_size=20)
words = texts.filter(lambda text: not set(text) & {10, 13})
replies = st.recursive(
    st.integers(-(2**63), 2**63 - 1) | texts | st.none(), lambda inner: st.lists(inner, max_size=4)
)


def as_resp(reply: Reply) -> bytes:
    match reply:
        case int():
            return b":%d\r\n" % reply
        case bytes():
            return b"$%d\r\n%b\r\n" % (len(reply), reply)
        case list():
            return b"*%d\r\n%b" % (len(reply), b"".join(map(as_resp, reply)))
    return b"$-1\r\n"


@pytest.mark.slow
@given(st.lists(replies, max_size=5), st.lists(st.integers(0, 400), max_size=6))
def test_replies_are_understood_however_they_are_cut(said: list[Reply], cuts: list[int]):
    async def receive() -> list[Reply]:
        heard: list[Reply] = []
        line, sent = RedisLine(heard.append), b"".join(map(as_resp, said))
        edges = [0, *sorted(min(cut, len(sent)) for cut in cuts), len(sent)]
        for begin, end in pairwise(edges):
            line.data_received(sent[begin:end])
        return heard

    assert asyncio.run(receive()) == said


@given(words)
def test_a_string_and_an_error_are_distinguished(word: bytes):
    assert parse_reply(b"+" + word + b"\r\n", 0) == (word, len(word) + 3)
    fault, _ = parse_reply(b"-ERR no\r\n", 0)
    assert isinstance(fault, RedisError)
    with pytest.raises(Incomplete):
        parse_reply(b"+" + word, 0)


async def publish_and_hear(url: str) -> Reply:
    """Return the reply to one connection for a message that another publishes."""
    heard: asyncio.Queue[Reply] = asyncio.Queue()
    async with asyncio.timeout(5):
        ear = await RedisLine.open(url, heard.put_nowait, 5)
        assert ear.send([b"SUBSCRIBE", b"news"])
        await heard.get()
        mouth = await RedisLine.open(url, lambda _: None, 5)
        assert mouth.send([b"PUBLISH", b"news", b"a card\r\n\xff"])
        message = await heard.get()
    for line in (ear, mouth):
        line.close()
        await line.closed
        assert not line.send([b"PING"]), "it is closed"
    return message


def test_a_password_and_a_name_are_given():
    port = free_port()
    account = ("--user", "default", "off", "--user", "ann", "on", ">s3:cret", "~*", "&*", "+@all")
    with redis_with("--port", str(port), *account, port=port, username="ann", password="s3:cret"):
        message = asyncio.run(publish_and_hear(f"redis://ann:s3%3Acret@127.0.0.1:{port}/0"))
        assert message == [b"message", b"news", b"a card\r\n\xff"]
        for url in (f"redis://ann:other@127.0.0.1:{port}/0", f"redis://127.0.0.1:{port}/0"):
            with pytest.raises(RedisError):
                asyncio.run(publish_and_hear(url))


def test_a_socket_in_a_folder_will_do():
    with redis_with("--port", "0", "--unixsocket", "WORK/redis.sock", unix_socket_path="WORK/redis.sock") as (
        folder,
        _,
    ):
        message = asyncio.run(publish_and_hear(f"unix://{folder}/redis.sock"))
        assert message == [b"message", b"news", b"a card\r\n\xff"]


def write_certificate(folder: Path) -> None:
    """Write a key and a self-signed certificate for this machine."""
    key, name = generate_private_key(SECP256R1()), x509.Name([])
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    begins = datetime.now(UTC) - timedelta(hours=1)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=1))
        .add_extension(here, critical=True)
        .sign(key, SHA256())
    )
    (folder / "cert").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


@pytest.mark.slow
def test_an_encrypted_connection_trusts_the_configured_certificate(tmp_path: Path):
    port = free_port()
    write_certificate(tmp_path)
    tls = ("--tls-cert-file", f"{tmp_path}/cert", "--tls-key-file", f"{tmp_path}/key")
    options = ("--port", "0", "--tls-port", str(port), *tls, "--tls-auth-clients", "no")
    url = f"rediss://127.0.0.1:{port}/0"
    with redis_with(*options, host="127.0.0.1", port=port, ssl=True, ssl_ca_certs=tmp_path / "cert"):
        trusting = f"{url}?ssl_ca_certs={tmp_path}/cert"
        assert asyncio.run(publish_and_hear(trusting)) == [b"message", b"news", b"a card\r\n\xff"]
        with pytest.raises(RedisError, match="certificate"):
            asyncio.run(publish_and_hear(url))


def test_a_redis_that_does_not_read_blocks_nothing_and_fills_no_memory():
    port = free_port()

    async def send_to_one_who_sleeps(pid: int) -> int:
        line = await RedisLine.open(f"redis://127.0.0.1:{port}/0", lambda _: None, 5)
        subprocess.run(["kill", "-STOP", str(pid)], check=True)
        try:
            return sum(line.send([b"PUBLISH", b"news", bytes(100_000)]) for _ in range(1000))
        finally:
            subprocess.run(["kill", "-CONT", str(pid)], check=True)
            line.close()

    with redis_with("--port", str(port), port=port) as (_, pid):
        assert 0 < asyncio.run(send_to_one_who_sleeps(pid)) < 500
