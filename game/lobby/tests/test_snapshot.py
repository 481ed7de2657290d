"""The lobby as each viewer sees it, from one snapshot for all."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from common import clock
from game.accounts import blocks
from game.engine.state import Rules
from game.lobby import seeks, upkeep
from game.lobby.display import figures
from game.lobby.display.snapshot import MAX_GAMES, MAX_SEEKS, LobbyFrames, load_snapshot
from game.lobby.pairing import GameSettings
from game.lobby.rematch import request_rematch
from game.models import Game, Player, Seek
from game.table.opening import open_game
from ranking.models import Kind, Standing
from ranking.standings import load_points
from rng import entropy
from tests.worlds.bot_games import open_bot_game

pytestmark = pytest.mark.django_db

QUICK = GameSettings(121, "auto", "quick")
Count = Callable[..., Any]


def shown(*viewers: Player | None) -> list[dict[str, Any]]:
    """Return the frames of these viewers in one lobby."""
    people = [viewer for viewer in viewers if viewer is not None]
    here = {str(viewer.pk) for viewer in people}
    lobby = LobbyFrames(load_snapshot({viewer.pk for viewer in people}, here), len(here))
    return [json.loads(lobby.frame(viewer)) for viewer in viewers]


def begun(*players: Player) -> Game:
    game = open_game(entropy.game_id(), (players[0], players[1]), Rules(61), "quick")
    Game.objects.filter(pk=game.pk).update(ply=2, score_a=12, score_b=34)
    return game


def test_a_seek_has_all_fields(ann: Player, bob: Player, later: Callable[..., None]):
    place = seeks.seek_anyone(player=ann, settings=QUICK, quick=True)
    later(seconds=7)
    anns, bobs = shown(ann, bob)
    seek = {
        "id": place.game,
        "by": "Ann",
        "nickname": None,
        "guest": False,
        "points": 1500,
        "to": None,
        "invite": None,
        "target": 121,
        "counting": "auto",
        "clock": "quick",
        "rated": False,
        "best_of": 1,
        "quick": True,
        "waited_s": 7,
    }
    assert bobs["seeks"] == anns["mine"] == [seek]
    assert bobs["mine"] == []


def test_present_players_are_listed_accounts_first(ann: Player, bob: Player):
    guest = Player.objects.create(username="A guest", is_guest=True)
    frame = shown(guest, bob, ann)[0]
    assert frame["here"] == [
        {"name": "Ann", "nickname": None, "guest": False, "points": 1500},
        {"name": "Bob", "nickname": None, "guest": False, "points": 1500},
        {"name": "A guest", "nickname": None, "guest": True, "points": None},
    ]
    assert (frame["count"], frame["you"], frame["guest"]) == (3, "A guest", True)


def test_points_are_shown_for_every_account(ann: Player, bob: Player):
    guest = Player.objects.create(username="A guest", is_guest=True)
    Standing.objects.create(player=ann, kind=Kind.PEOPLE, points=1713)
    Standing.objects.create(player=ann, kind=Kind.HOUSE, points=2100)
    seeks.seek_anyone(player=guest, settings=QUICK)
    seeks.seek_anyone(player=ann, settings=GameSettings(121, "auto", "standard", rated=True))
    anns, bobs, guests, nobodys = shown(ann, bob, guest, None)
    assert [frame["points"] for frame in (anns, bobs, guests, nobodys)] == [1713, 1500, None, None]
    assert [(seek["by"], seek["points"], seek["rated"]) for seek in bobs["seeks"]] == [
        ("A guest", None, False),
        ("Ann", 1713, True),
    ]
    assert [one["points"] for one in bobs["here"]] == [1713, 1500, None]


def test_challenges_and_rematch_offers_are_shown_to_the_challenged_player(
    ann: Player, bob: Player, cat: Player
):
    game = begun(ann, bob)
    Game.objects.filter(pk=game.pk).update(finished_at=clock.now())
    challenge = seeks.challenge(player=ann, to=bob, settings=QUICK).game
    again = request_rematch(game_id=game.pk, player=ann).game
    anns, bobs, cats = shown(ann, bob, cat)
    assert [seek["id"] for seek in bobs["challenges"]] == [challenge, again]
    assert [seek["id"] for seek in anns["mine"]] == [challenge, again]
    assert cats["challenges"] == cats["seeks"] == anns["challenges"] == []


def test_blocked_players_do_not_see_each_others_seeks(ann: Player, bob: Player, cat: Player):
    seeks.seek_anyone(player=ann, settings=QUICK)
    seeks.challenge(player=ann, to=bob, settings=QUICK)
    blocks.block(player=bob, other=ann)
    _, bobs, cats, nobodys = shown(ann, bob, cat, None)
    assert bobs["seeks"] == bobs["challenges"] == []
    assert len(cats["seeks"]) == len(nobodys["seeks"]) == 1


def test_games_between_people_are_there_to_watch_and_my_own_to_go_back_to(
    ann: Player, bob: Player, cat: Player
):
    game, mine = begun(ann, bob), open_bot_game(cat, "novice", Rules())
    over = begun(ann, bob)
    Game.objects.filter(pk=over.pk).update(finished_at=clock.now())
    cats, anns = shown(cat, ann)
    expected = {
        "id": game.pk,
        "players": ["Ann", "Bob"],
        "nicknames": [None, None],
        "scores": [12, 34],
        "target": 61,
        "clock": "quick",
    }
    expected |= {"rated": False, "best_of": 1, "bot": None}
    assert cats["games"] == [expected]
    assert anns["playing"] == [expected | {"my_turn": False, "left_ms": None, "away_until": None}]
    assert [(game["id"], game["bot"]) for game in cats["playing"]] == [(mine.pk, "novice")]


def test_a_game_that_has_not_begun_cannot_be_watched(ann: Player, bob: Player, cat: Player):
    open_game(entropy.game_id(), (ann, bob), Rules(), "quick")
    assert shown(cat)[0]["games"] == []


def test_without_players_there_is_no_query(django_assert_num_queries: Count):
    with django_assert_num_queries(0):
        assert (load_points([], Kind.PEOPLE), blocks.blocked_pairs([])) == ({}, set())


def test_only_as_many_pairs_are_sought_as_games_are_opened(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Count
):
    now = clock.now()
    players = [Player.objects.create(username=f"Player {n}") for n in range(6)]
    about = {"target": 121, "counting": "auto", "clock": "quick", "created_at": now}
    Seek.objects.bulk_create(
        Seek(id=f"seek{n}", player=player, expires_at=now + timedelta(minutes=1), **about)
        for n, player in enumerate(players)
    )
    monkeypatch.setattr(upkeep, "MAX_GAMES_OPENED", 2)
    with django_assert_num_queries(2 + 2 * 7):  # each match has a savepoint here, and a transaction elsewhere
        assert upkeep.pair_waiting() == 2
    assert Seek.objects.exclude(game=None).count() == 4


@pytest.mark.slow
def test_a_full_lobby_takes_no_more_queries_than_an_empty_one(
    ann: Player, bob: Player, django_assert_max_num_queries: Count, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(figures, "LASTS", 600)  # rendering 253 frames may take more than five seconds
    others = [Player.objects.create(username=f"Player {n}") for n in range(250)]
    now = clock.now()
    Seek.objects.bulk_create(
        Seek(
            id=entropy.game_id(),
            player=player,
            to=to,
            target=121,
            counting="auto",
            clock="none",
            created_at=now,
            expires_at=now + timedelta(minutes=1),
        )
        for player in others
        for to in (None, None, None, bob)
    )
    for one, other in zip(others[:80:2], others[1:80:2], strict=True):
        begun(one, other)
    cache.delete("front-figures")  # the figures of an earlier test would last for five seconds
    figures.load_figures()
    with django_assert_max_num_queries(9):
        frames = shown(ann, bob, None, *others)
    assert [len(frame["seeks"]) for frame in frames] == [MAX_SEEKS] * len(frames)
    assert [len(frame["games"]) for frame in frames] == [MAX_GAMES] * len(frames)
    assert len(json.dumps(frames[0])) < 64_000
    assert len(frames[0]["here"]) == 200
    assert frames[0]["count"] == 252


def test_anonymous_visitors_are_counted_and_not_listed(ann: Player):
    here = {str(ann.pk), "visitor 7k3xq"}
    frame = json.loads(LobbyFrames(load_snapshot({ann.pk}, here), len(here)).frame(ann))
    assert [one["name"] for one in frame["here"]] == ["Ann"]
    assert frame["count"] == 2


def test_only_the_player_sees_their_blocks(ann: Player, bob: Player):
    blocks.block(player=ann, other=bob)
    anns, bobs = shown(ann, bob)
    assert (anns["blocked"], bobs["blocked"]) == (["Bob"], [])
