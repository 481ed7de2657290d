"""People with accounts, and the browsers they sit at."""

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
    """What somebody does at the pages of an account."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def get(self, page: str = "") -> Any:
        return self.client.get(f"/accounts/{page}/" if page else "/accounts/")

    def post(self, page: str, **fields: Any) -> Any:
        return self.client.post(f"/accounts/{page}/", fields)

    def is_logged_in(self) -> bool:
        return bool(self.get().status_code == 200)


def form_errors(answer: Any) -> dict[str, str]:
    """What a page finds wrong, by field; "" for the form as a whole."""
    form = answer.context["form"]
    return {field if field != "__all__" else "": says[0] for field, says in form.errors.items()}


def page_text(answer: Any) -> str:
    """A page as it reads."""
    return unescape(re.sub(r"\s+", " ", answer.content.decode()))


def last_mail_path() -> str:
    """Where the last mail leads, without the site."""
    found = re.search(r"https?://[^/\s]+(/accounts/\S+)", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]
