"""Visitors who ask Django itself, without a server between: for what a call or a page answers."""

from urllib.request import Request

from django.contrib.auth import get_user
from django.http import HttpRequest
from django.test import Client

from rng import entropy
from tests.worlds.scripted_player import Visitor


class LocalVisitor(Visitor):
    """A browser's cookies, and what it asks of this process."""

    def __init__(self) -> None:
        self.url = "http://testserver"
        self.client = Client(enforce_csrf_checks=True)
        self.get("/")

    @property
    def cookies(self) -> dict[str, str]:
        return {name: morsel.value for name, morsel in self.client.cookies.items() if morsel.value}

    def _request(self, request: Request) -> tuple[int, str]:
        headers = dict(request.header_items())
        path = request.full_url.removeprefix(self.url)
        if request.data is None:
            answer = self.client.get(path, follow=True, headers=headers)
        else:
            kind = headers.pop("Content-type", "application/x-www-form-urlencoded")
            answer = self.client.post(path, request.data, content_type=kind, follow=True, headers=headers)
        return answer.status_code, answer.content.decode()


def name_of(visitor: LocalVisitor) -> str:
    """Return a visitor's displayed name."""
    request = HttpRequest()
    request.session = visitor.client.session
    return get_user(request).get_username()


def local_guest() -> LocalVisitor:
    """A visitor who has a name, from a game against a bot."""
    visitor = LocalVisitor()
    visitor.new_game("novice")
    return visitor


def local_account() -> LocalVisitor:
    """Return a visitor with an account, under a unique name."""
    visitor = LocalVisitor()
    visitor.sign_up(f"Player-{entropy.name_suffix()}")
    return visitor
