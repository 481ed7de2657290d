"""An authenticator app, and accounts that use one."""

import base64
import hashlib
import hmac
import re
import struct
import time
from typing import Any

import pytest

from tests.worlds.accounts import PASSWORD, AccountClient
from tests.worlds.scripted_player import Visitor


def code_for(key: str, at: float | None = None) -> str:
    """The code an authenticator app shows (RFC 6238)."""
    count = struct.pack(">Q", int(time.time() if at is None else at) // 30)
    digest = hmac.new(base64.b32decode(key), count, hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def turn_on(browser: AccountClient) -> str:
    """Turn the second factor on, and return its key."""
    browser.post("confirm", password=PASSWORD)
    key = str(browser.get("second-factor/on").context["form"].secret)
    assert browser.post("second-factor/on", code=code_for(key)).status_code == 302
    return key


@pytest.fixture
def key(annas: AccountClient) -> str:
    return turn_on(annas)


@pytest.fixture
def phone(key: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The key in an app, once the code that turned it on has expired."""
    later = time.time() + 60
    monkeypatch.setattr(time, "time", lambda: later)
    return key


def asked_for_a_code(browser: AccountClient) -> Any:
    return browser.client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD}, follow=True)


def turn_on_a_second_factor(visitor: Visitor) -> tuple[str, str]:
    """Turn a second factor on; returns its key, and one of the recovery codes."""
    visitor.submit("/accounts/confirm/", password=PASSWORD)
    page = visitor.get("/accounts/second-factor/on/")[1]
    (key,) = re.findall(r'class="key">([A-Z2-7]+)<', page)
    visitor.submit("/accounts/second-factor/on/", code=code_for(key))
    kept = visitor.get("/accounts/second-factor/codes/file/")[1]
    return key, re.findall(r"(?m)^\w{8}$", kept)[0]
