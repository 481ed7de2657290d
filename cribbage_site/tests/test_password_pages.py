"""While a password is hashed, all other pages are answered and no second password is hashed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from threading import Event
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.asgi import get_asgi_application
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse

from cribbage_site import password_pages
from cribbage_site.password_pages import PASSWORD_VIEW_NAMES, PasswordPages
from game.accounts import password_queue
from game.models import Player
from people.settings.account_urls import urlpatterns
from tests.worlds.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    AccountClient,
    create_account,
    last_mail_path,
)

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "t" * 32

going_on, done = Event(), Event()
hashed: list[str] = []


class HeldHasher(MD5PasswordHasher):
    """A hasher that waits for the test before it hashes "held"."""

    def encode(self, password: str, salt: str) -> str:
        hashed.append(password)
        if password == "held":
            going_on.wait(30)
            done.set()
        return str(super().encode(password, salt))


@pytest.fixture(autouse=True)
def held(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = [f"{__name__}.HeldHasher"]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    hashed.clear()
    going_on.clear()
    done.clear()
    yield
    going_on.set()


class Request:
    """A request in process, over ASGI."""

    def __init__(
        self, app: Any, path: str, form: dict[str, str] | None = None, *, language: str = "en"
    ) -> None:
        headers = {
            "host": "localhost", "accept-language": language, "cookie": f"csrftoken={TOKEN}",
            "x-forwarded-for": "192.0.2.1", "content-type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        scope = {
            "type": "http",
            "method": "GET" if form is None else "POST",
            "path": path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
        body = b"" if form is None else urlencode({"csrfmiddlewaretoken": TOKEN, **form}).encode()
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "http.request", "body": body})
        self.sent: list[dict[str, Any]] = []
        self.task = asyncio.create_task(app(scope, self.inbox.get, self.send))

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def hang_up(self) -> None:
        self.inbox.put_nowait({"type": "http.disconnect"})

    async def status(self) -> int:
        await asyncio.wait_for(self.task, 20)
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode().lower(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()


def log_in(app: Any, name: str, password: str, **more: Any) -> Request:
    return Request(app, "/accounts/login/", {"login": name, "password": password}, **more)


def run(story: Callable[[Any], Awaitable[None]]) -> None:
    async def tell() -> None:
        await asyncio.wait_for(story(PasswordPages(get_asgi_application())), 30)

    asyncio.run(tell())


async def until_hashed(*passwords: str) -> None:
    while hashed != list(passwords):
        await asyncio.sleep(0.01)


def test_other_pages_are_answered_meanwhile_and_the_next_password_waits() -> None:
    create_account("Anna")
    hashed.clear()

    async def story(app: Any) -> None:
        first = log_in(app, "Berta", "held")
        await until_hashed("held")
        second = log_in(app, "Anna", PASSWORD)
        assert await Request(app, "/accounts/login/").status() == 200
        assert await Request(app, "/rules").status() == 200
        assert hashed == ["held"]
        going_on.set()
        assert await second.status() == 302
        assert await first.status() == 400
        assert hashed == ["held", PASSWORD]

    run(story)


@pytest.mark.parametrize(("language", "says"), [("en", "password wasn’t checked"), ("fr", "mot de passe")])
def test_a_full_queue_refuses_with_a_retry_in_the_visitors_language(
    monkeypatch: pytest.MonkeyPatch, language: str, says: str
) -> None:
    monkeypatch.setattr(password_queue, "MAX_WAITING", 0)

    async def story(app: Any) -> None:
        log_in(app, "Berta", "held")
        await until_hashed("held")
        refused = log_in(app, "Anna", PASSWORD, language=language)
        assert await refused.status() == 503
        assert says in refused.text
        headers = refused.headers
        assert (headers["retry-after"], headers["content-language"]) == ("5", language)
        assert "no-store" in headers["cache-control"]
        usual = Request(app, "/rules")
        await usual.status()
        guards = ("content-security-policy", "x-frame-options", "x-content-type-options", "referrer-policy")
        assert [headers[name] for name in guards] == [usual.headers[name] for name in guards]
        going_on.set()

    run(story)


def test_a_disconnected_client_keeps_its_turn_until_the_hash_is_done() -> None:
    async def story(app: Any) -> None:
        first = log_in(app, "Berta", "held")
        await until_hashed("held")
        first.hang_up()
        second = log_in(app, "Anna", "wrong")
        assert await Request(app, "/rules").status() == 200
        assert hashed == ["held"]
        going_on.set()
        assert await second.status() == 400
        assert done.is_set()

    run(story)


class HeldMail(EmailBackend):
    """A mail server that waits for the test."""

    def send_messages(self, messages: Any) -> int:
        done.set()
        going_on.wait(30)
        return int(super().send_messages(messages))


def test_a_slow_mail_server_blocks_no_other_request(settings: Any) -> None:
    create_account("Anna")
    settings.EMAIL_BACKEND = f"{__name__}.HeldMail"

    async def story(app: Any) -> None:
        form = {"username": "Berta", "password1": PASSWORD, "email": "berta@example.com"}
        signing_up = Request(app, "/accounts/signup/", form)
        await asyncio.to_thread(done.wait)
        assert await log_in(app, "Anna", PASSWORD).status() == 302
        going_on.set()
        assert await signing_up.status() == 302

    run(story)


def test_a_wrong_login_takes_the_same_time_for_every_kind_of_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(password_pages, "WRONG_LOG_IN_SECONDS", 0.5)
    create_account("Anna")

    async def story(app: Any) -> None:
        loop = asyncio.get_running_loop()
        for name in ("Anna", "Nobody"):
            began = loop.time()
            assert await log_in(app, name, "wrong").status() == 400
            assert loop.time() - began >= 0.5
        monkeypatch.setattr(password_pages, "WRONG_LOG_IN_SECONDS", 1000)
        assert await log_in(app, "Anna", PASSWORD).status() == 302

    run(story)


@pytest.mark.slow
def test_every_page_that_hashes_is_listed() -> None:
    create_account("Anna", "anna@example.com")
    fields = {
        "login": "Anna", "password": "wrong", "oldpassword": "wrong", "password1": OTHER_PASSWORD,
        "username": "Berta", "email": "berta@example.com", "code": "123456",
    }  # fmt: skip
    hashing = set()
    for name in (str(pattern.name) for pattern in urlpatterns):
        for is_logged_in in (False, True):
            client = Client()
            if is_logged_in:
                client.force_login(
                    Player.objects.get(username="Anna"), "game.accounts.password.ByNameOrEmail"
                )
            address = address_of(name, client)
            hashed.clear()
            client.post(address, fields)
            if hashed:
                hashing.add(name)
    assert hashing == PASSWORD_VIEW_NAMES


def address_of(name: str, client: Client) -> str:
    if name == "account_reset_password_from_key":
        AccountClient(client).post("password/reset", email="anna@example.com")
        return str(client.get(last_mail_path())["Location"])
    return reverse(name, args=["abc"] if name == "account_confirm_email" else [])
