"""People with accounts, and their browsers."""

import re
from html import unescape
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.test import Client

from game.accounts.names import likeness
from game.models import Player

PASSWORD = "every other hand"
OTHER_PASSWORD = "fifteen two, and a pair"


def create_account(name: str, email: str = "", *, verified: bool = True) -> Player:
    player = Player.objects.create(
        username=name, likeness=likeness(name), password=make_password(PASSWORD), email=email
    )
    if email:
        EmailAddress.objects.create(user=player, email=email, verified=verified, primary=True)
    return player


class AccountClient:
    """A browser at the pages of an account."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def get(self, page: str = "") -> Any:
        return self.client.get(f"/accounts/{page}/" if page else "/accounts/")

    def post(self, page: str, **fields: Any) -> Any:
        return self.client.post(f"/accounts/{page}/", fields)

    def is_logged_in(self) -> bool:
        return bool(self.get().status_code == 200)


def form_errors(answer: Any) -> dict[str, str]:
    """The errors that a page shows, by field; "" for the form as a whole."""
    form = answer.context["form"]
    return {field if field != "__all__" else "": says[0] for field, says in form.errors.items()}


def page_text(answer: Any) -> str:
    """The text of a page."""
    return unescape(re.sub(r"\s+", " ", answer.content.decode()))


def last_mail_path() -> str:
    """The path of the link in the last mail."""
    found = re.search(r"https?://[^/\s]+(/accounts/\S+)", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]
