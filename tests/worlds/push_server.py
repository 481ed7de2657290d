"""A push service on this machine, and browsers that read what it is sent, by code of their own."""

import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from common.formats.base64url import to_base64url
from people.notices.push.vapid import public_bytes


def decrypt(body: bytes, key: EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Decrypt a message like a browser (RFC 8291, section 3.4, in plain steps with HMAC alone)."""
    salt, size, id_length = body[:16], int.from_bytes(body[16:20]), body[20]
    sender, record = body[21 : 21 + id_length], body[21 + id_length :]
    assert len(record) <= size == 4096
    shared = key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
    info = b"WebPush: info\0" + public_bytes(key) + sender
    secret = _hmac(_hmac(auth, shared), info + b"\1")
    prk = _hmac(salt, secret)
    content_key = _hmac(prk, b"Content-Encoding: aes128gcm\0\1")[:16]
    nonce = _hmac(prk, b"Content-Encoding: nonce\0\1")[:12]
    padded = AESGCM(content_key).decrypt(nonce, record, None)
    message, last = padded.rstrip(b"\0")[:-1], padded.rstrip(b"\0")[-1:]
    assert last == b"\2", "this is not the last record"
    return message


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, sha256)


@dataclass
class PushedMessage:
    """A message for a browser: its headers, and its decrypted text."""

    headers: dict[str, str]
    told: dict[str, Any]
    raw: bytes


@dataclass
class PushService:
    """Stores the messages for each browser, and answers as configured."""

    url: str
    status: int = 201
    browsers: dict[str, "FakeBrowser"] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def new_browser(self, name: str) -> "FakeBrowser":
        browser = FakeBrowser(f"{self.url}/send/{name}", generate_private_key(SECP256R1()))
        self.browsers[f"/send/{name}"] = browser
        return browser


@dataclass
class FakeBrowser:
    """A browser that is subscribed."""

    endpoint: str
    key: EllipticCurvePrivateKey
    auth: bytes = b"sixteen letters!"
    messages: list[PushedMessage] = field(default_factory=list)

    @property
    def subscription(self) -> dict[str, Any]:
        """As a page sends it."""
        return {
            "endpoint": self.endpoint,
            "expirationTime": None,
            "keys": {"p256dh": to_base64url(public_bytes(self.key)), "auth": to_base64url(self.auth)},
        }

    def take(self, headers: dict[str, str], body: bytes) -> None:
        said = decrypt(body, self.key, self.auth)
        self.messages.append(PushedMessage(headers, json.loads(said), said))


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service, as long as this lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            service.asked.append(self.path)
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if service.status == 201:
                service.browsers[self.path].take(dict(self.headers), body)
            self.send_response(service.status)
            if service.status in (301, 302, 307, 308):
                self.send_header("Location", f"{service.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


# A browser's keys, as RFC 8291 has them in its example.
BROWSER = {
    "endpoint": "https://push.example/send/1",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
