"""A cached template only gets its values: no visitor, no request."""

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.template import engines
from django.test import Client, RequestFactory
from django.utils import translation
from django.utils.html import escape

from common.rendered import forget_rendered
from cribbage_site import drawn as drawing
from game.models import Player


def render(text: str, **context: object) -> str:
    return str(engines["django"].from_string(text).render(context, RequestFactory().get("/")))


def test_each_language_and_value_is_rendered_separately() -> None:
    bell, hidden = (
        '{% drawn "people/notices/bell.html" is_hidden=False %}',
        '{% drawn "people/notices/bell.html" is_hidden=True %}',
    )
    assert render(bell) == render(bell)
    assert render(bell).replace("calls", "") == render(hidden).replace(" hidden>", ">", 1).replace(
        "calls", ""
    )
    with translation.override("fr"):
        french = render(bell)
    assert french != render(bell)


def test_a_template_sees_only_its_values() -> None:
    switch = '{% drawn "game/table/opponent/bot_pause.html" %}'
    assert 'aria-checked="true"' in render(switch, bot_pause="none")
    assert 'aria-checked="false"' in render(
        '{% drawn "game/table/opponent/bot_pause.html" bot_pause=pause %}', pause="none"
    )


def test_the_visitors_own_values_are_rendered_and_never_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    nav = (
        '{% drawn "site_menu.html" section="play" has_account=True is_guest=False is_staff=False'
        " own_name=name own_initial=name own_token=name own_profile=name own_path=name %}"
    )
    kept: list[object] = []
    rendered: list[str] = []
    forget_rendered()
    render_once, render_to_string = drawing.render_once, drawing.render_to_string

    def keep(*key: Any) -> Any:
        pieces = render_once(*key)
        kept.append((key, pieces))
        return pieces

    def count(name: str, values: Any) -> str:
        rendered.append(name)
        return render_to_string(name, values)

    monkeypatch.setattr("cribbage_site.drawn.render_once", keep)
    monkeypatch.setattr("cribbage_site.drawn.render_to_string", count)
    for name in ("Annabella", "Bobadilla", "<Catharina>"):
        drawn = render(nav, name=name)
        assert drawn.count(escape(name)) == 4
        assert "<Catharina>" not in drawn
    assert rendered == ["site_menu.html"]
    assert not [name for name in ("Annabella", "Bobadilla", "Catharina") if name in repr(kept)]


@pytest.mark.parametrize(
    "text", ["{{ own_name|urlencode }}", "{% if own_name %}you{% endif %}", "{{ own_name|default:'you' }}"]
)
def test_a_template_can_only_print_the_visitors_own_values(text: str) -> None:
    changing = engines["django"].from_string(text)
    with (
        patch("cribbage_site.drawn.render_to_string", lambda name, values: changing.render(values)),
        pytest.raises(ValueError, match="visitor’s own"),
    ):
        render('{% drawn "changing" own_name=name %}', name="Ann")


@pytest.mark.django_db
def test_pages_of_two_players_differ_only_in_their_own_values(client: Client) -> None:
    # Long enough that no key or token on a page contains one by chance.
    players = {"Annabella": "none", "Bobadilla": "natural", "Catharina": "none"}
    for name, pause in players.items():
        player = Player.objects.create_user(name, password="a long way to the crib", bot_pause=pause)
        client.force_login(player)
        page = client.post("/play", {"against": "novice"}, follow=True).content.decode()
        assert f'data-name="{name}"' in page
        assert ('aria-checked="false"' in page) is (pause == "none")
        assert not [other for other in players if other != name and other in page]


@pytest.mark.slow
@pytest.mark.django_db
def test_each_visitor_gets_the_frame_of_their_kind_with_their_own_values(client: Client) -> None:
    accounts = {"Annabella": {}, "Bobadilla": {"is_staff": True}, "Guest-Catharina": {"is_guest": True}}
    kinds = {"Annabella": "Log out", "Bobadilla": "Dashboard", "Guest-Catharina": "playing as"}
    players = {
        name: Player.objects.create_user(name, None, "to the crib", **is_) for name, is_ in accounts.items()
    }
    tokens = set()
    for name in [*players, *players]:
        client.force_login(players[name])
        page = client.get("/privacy").content.decode()
        assert name in page
        assert not [other for other in players if other != name and other in page]
        assert [kind for kind in kinds.values() if kind in page][-1] == kinds[name]
        tokens |= set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page))
    assert len(tokens) == 4, "each page of an account has a token of its own, and a guest logs nothing out"
    client.logout()
    visitors = client.get("/privacy").content.decode()
    assert not [name for name in players if name in visitors]
    assert "next=/privacy" in visitors
