"""The effects of a ban, and of its end."""

import asyncio
from collections.abc import Callable

import pytest

from game.lobby import seeks
from game.lobby.matchmaking import open_seeks
from game.lobby.pairing import GameSettings
from game.models import Game, Player
from game.table import bot_accounts
from people.moderation import bans, rulings
from ranking.models import Kind, Standing
from ranking.standings import MIN_GAMES_TO_LIST, OF_PEOPLE
from tests.worlds.dealt_games import create_dealt_game, create_thrown_game
from tests.worlds.people import REASON, in_days, reload

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def listed(ann: Player) -> Player:
    """Return Ann with enough finished games for both lists."""
    for kind in OF_PEOPLE:
        Standing.objects.create(player=ann, kind=kind, wins=MIN_GAMES_TO_LIST, points=1600, listed=True)
    return ann


def lists(player: Player) -> list[bool]:
    return [own.listed for own in Standing.objects.filter(player=player).order_by("kind")]


@pytest.mark.slow
@pytest.mark.rows
def test_live_games_are_lost_and_before_a_count_without_points(host: Player, ann: Player, bob: Player):
    games = [
        create_thrown_game(ann, bob, rated=True),
        create_thrown_game(bot_accounts.get_or_create_account("novice"), ann),
        create_dealt_game(bob, ann),
    ]
    rulings.ban(by=host, player=ann, reason=REASON)
    ended = [Game.objects.get(pk=game.pk) for game in games]
    assert [(game.ended, game.winner) for game in ended] == [("left", 1), ("left", 0), ("void", None)]
    points = {own.player: own.points for own in Standing.objects.filter(kind=Kind.PEOPLE)}
    assert points == {ann: 1500, bob: 1500}
    assert Standing.objects.get(player=ann, kind=Kind.PEOPLE).unfinished == 1


@pytest.mark.slow
@pytest.mark.rows
def test_banned_players_seeks_are_withdrawn_and_others_stay(host: Player, ann: Player, bob: Player):
    seeks.seek_anyone(player=ann, settings=GameSettings(clock="quick"))
    seeks.challenge(player=ann, to=bob, settings=GameSettings())
    seeks.challenge_by_link(player=ann, settings=GameSettings())
    seeks.challenge(player=bob, to=host, settings=GameSettings())
    rulings.ban(by=host, player=ann, reason=REASON)
    assert [seek.player for seek in open_seeks()] == [bob]


def test_banned_player_is_hidden_in_lists_without_losing_points(host: Player, listed: Player):
    rulings.ban(by=host, player=listed, reason=REASON)
    assert lists(listed) == [False, False]
    assert set(Standing.objects.filter(player=listed).values_list("hidden", "points")) == {(True, 1600)}
    rulings.unban(by=host, player=listed, reason=REASON)
    assert lists(listed) == [True, True]


def test_lifting_a_ban_lists_only_players_with_enough_games(host: Player, listed: Player):
    Standing.objects.filter(player=listed, kind=Kind.HOUSE).update(wins=1)
    rulings.ban(by=host, player=listed, reason=REASON)
    rulings.unban(by=host, player=listed, reason=REASON)
    assert lists(listed) == [False, True]


@pytest.mark.slow
@pytest.mark.rows
def test_a_ban_ends_by_itself(host: Player, listed: Player, later: Callable[..., None]):
    rulings.ban(by=host, player=listed, reason=REASON, until=in_days(2))
    look_after_bans()
    assert (reload(listed).banned_until is None, lists(listed)) == (False, [False, False])
    later(days=2)
    look_after_bans()
    assert (reload(listed).banned_until, lists(listed)) == (None, [True, True])


def test_deleted_account_stays_out_of_the_lists(host: Player, listed: Player, later: Callable[..., None]):
    rulings.ban(by=host, player=listed, reason=REASON, until=in_days(2))
    Player.objects.filter(pk=listed.pk).update(is_active=False)
    later(days=2)
    look_after_bans()
    assert lists(listed) == [False, False]


def test_a_game_begun_at_that_very_moment_is_lost_within_the_minute(host: Player, ann: Player, bob: Player):
    rulings.ban(by=host, player=ann, reason=REASON)
    game, other = create_thrown_game(ann, bob), create_thrown_game(bob, host)
    look_after_bans()
    assert (Game.objects.get(pk=game.pk).winner, Game.objects.get(pk=other.pk).finished_at) == (1, None)


def test_a_game_that_cannot_be_ended_undoes_no_ban(
    host: Player, ann: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(player: Player) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(bans, "forfeit_live_games", broken)
    rulings.ban(by=host, player=ann, reason=REASON)
    assert reload(ann).banned_until is not None
    assert "live games could not be ended" in caplog.text


def look_after_bans() -> None:
    asyncio.run(bans.enforce_bans())
