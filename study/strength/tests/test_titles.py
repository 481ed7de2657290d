from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from common import clock
from cribbage_site.environment import TITLES, parse_titles
from game.engine.state import Rules
from game.models import Game, Player, Scoresheet
from study.strength.models import Title
from study.strength.titles import GAMES, award_title, error_rate, highest_title
from tests.worlds.people import host
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db


def review(
    player: Player, opponent: Player, games: int, lost: float, *, clock_kind: str = "quick", **about: Any
) -> Game:
    """Store so many reviewed games, in each of which a player's twenty decisions lost so much of a game."""
    game = create_game(clock_kind, Rules(), (player, opponent), rated=True)
    at = about.pop("at", clock.now())
    fields = {"rated": True, "decisions": 20, "lost_by_play": lost} | about
    games_played = [
        Game(
            **{field.attname: getattr(game, field.attname) for field in Game._meta.fields}
            | {"id": f"{game.pk[:8]}{n:04}"}
        )
        for n in range(games)
    ]
    Game.objects.bulk_create(games_played)
    Scoresheet.objects.bulk_create(
        Scoresheet(
            game=each, seat=0, player=player, opponent=opponent, at=at + timedelta(seconds=n),
            won=True, value=1, ended="played", dealt_first=True, points=121, points_against=100, **fields,
        )
        for n, each in enumerate(games_played)
    )  # fmt: skip
    return game


def held(player: Player) -> set[str]:
    return set(Title.objects.filter(player=player).values_list("name", flat=True))


def test_titles_are_for_a_hundred_games_that_lost_little(ann: Player, bob: Player):
    review(ann, bob, GAMES - 1, 0.08)
    award_title(ann)
    assert held(ann) == set()
    review(ann, bob, 1, 0.08)
    award_title(ann)
    assert error_rate(ann.pk) == (pytest.approx(0.4), GAMES)
    assert held(ann) == {"expert", "club"}


def test_only_the_last_hundred_count(ann: Player, bob: Player):
    review(ann, bob, 30, 5.0, at=clock.now() - timedelta(days=2))
    review(ann, bob, GAMES, 0.02)
    award_title(ann)
    assert held(ann) == {"master", "expert", "club"}


@pytest.mark.parametrize(
    "about",
    [
        {"clock_kind": "relaxed"},
        {"clock_kind": "none"},
        {"rated": False},
        {"voided": True},
        {"decisions": None},
    ],
)
def test_other_games_do_not_count(about: dict[str, Any], ann: Player, bob: Player):
    review(ann, bob, 1, 0.0, **about)
    assert error_rate(ann.pk) is None


def test_games_with_bots_do_not_count(ann: Player, novice: Player):
    review(ann, novice, 1, 0.0)
    assert error_rate(ann.pk) is None


@pytest.mark.slow
def test_title_keeps_its_day(ann: Player, bob: Player):
    review(ann, bob, GAMES, 0.08)
    award_title(ann)
    day = Title.objects.get(player=ann, name="expert").at
    review(ann, bob, GAMES, 5.0, at=clock.now() + timedelta(days=1))
    award_title(ann)
    assert held(ann) == {"expert", "club"}
    title = highest_title(ann.pk)
    assert title is not None
    assert (str(title.said), title.at) == ("Expert", day)
    assert "Expert" in Client().get("/@Ann").content.decode()


class TestTheSetting:
    def test_missing_thresholds_have_defaults(self):
        assert parse_titles("") == TITLES
        assert parse_titles("master=0.1, club=1") == TITLES | {"master": 0.1, "club": 1.0}

    @pytest.mark.parametrize("text", ["master", "grandmaster=0.1", "master=low", "master=0.9"])
    def test_invalid_thresholds_are_refused(self, text: str):
        with pytest.raises(ImproperlyConfigured, match="TITLES"):
            parse_titles(text)


@pytest.mark.slow
def test_host_sees_titles_and_their_dates(ann: Player, bob: Player, client: Client):
    client.force_login(host())
    for name, player, lost in (("master", ann, 0.214), ("club", bob, 0.774)):
        Title.objects.create(player=player, name=name, at=clock.now(), lost_percent=lost)
    shown = client.get("/admin/strength/title/").content.decode()
    for words in ("Ann", "Master", "0.21%", "0.25%", "Bob", "Club player", "0.77%", f"{clock.now():%Y}"):
        assert words in shown
    assert "0.21%" not in client.get("/admin/strength/title/?name=club").content.decode()
    assert "0.77%" not in client.get("/admin/strength/title/?q=an").content.decode()
