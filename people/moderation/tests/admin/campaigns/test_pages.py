"""The admin refuses players with an explanation, and an unknown address is not a server error."""

import pytest

from game.models import Player
from people.moderation.tests.admin.test_pages import LISTS, as_, rows

pytestmark = pytest.mark.django_db


def test_player_is_refused_the_admin(rows: list[str], ann: Player):
    client = as_(ann)
    for path in ["/admin/", *rows]:
        assert client.get(path, follow=True).status_code == 403


def test_an_address_that_leads_nowhere_is_no_fault_of_ours(rows: list[str], host: Player):
    client = as_(host)
    for name in LISTS:
        for key in ("0", "nonsense", "9" * 30, "-1", "%C2%B2", "%00", "%27"):
            assert client.get(f"/admin/{name}/{key}/change/").status_code == 302  # redirected with a message
        for page in ("nonsense", "-1", "0", "9" * 30):
            assert client.get(f"/admin/{name}/?p={page}", follow=True).status_code == 200
