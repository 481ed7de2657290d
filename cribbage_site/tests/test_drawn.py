"""What is rendered once is given the values alone: no visitor, no request."""

import pytest
from django.template import engines
from django.test import Client, RequestFactory
from django.utils import translation

from game.models import Player


def render(text: str, **context: object) -> str:
    return str(engines["django"].from_string(text).render(context, RequestFactory().get("/")))


def test_each_language_and_each_value_has_its_own() -> None:
    bell, hidden = '{% drawn "bell.html" is_hidden=False %}', '{% drawn "bell.html" is_hidden=True %}'
    assert render(bell) == render(bell)
    assert render(bell).replace("calls", "") == render(hidden).replace(" hidden>", ">", 1).replace(
        "calls", ""
    )
    with translation.override("fr"):
        french = render(bell)
    assert french != render(bell)


def test_a_template_sees_nothing_that_it_is_not_given() -> None:
    switch = '{% drawn "table/bot_pause.html" %}'
    assert 'aria-checked="true"' in render(switch, bot_pause="none")
    assert 'aria-checked="false"' in render(
        '{% drawn "table/bot_pause.html" bot_pause=pause %}', pause="none"
    )


@pytest.mark.django_db
def test_pages_of_two_players_differ_where_they_should(client: Client) -> None:
    # So long that no key or token on a page has one by chance.
    players = {"Annabella": "none", "Bobadilla": "natural", "Catharina": "none"}
    for name, pause in players.items():
        player = Player.objects.create_user(name, password="a long way to the crib", bot_pause=pause)
        client.force_login(player)
        page = client.post("/play", {"against": "novice"}, follow=True).content.decode()
        assert f'data-name="{name}"' in page
        assert ('aria-checked="false"' in page) is (pause == "none")
        assert not [other for other in players if other != name and other in page]
