"""Profile pages as a browser gets them."""

from django.test import Client

from game.models import Player


def page(client: Client, path: str, status: int = 200) -> str:
    """The text of a page, without what is on every page."""
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode().split("<main")[1].split("</main>")[0]


def enter(client: Client, player: Player) -> None:
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
