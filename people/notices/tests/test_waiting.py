"""A player's notifications on every page, computed from the database."""

from datetime import timedelta
from typing import Any

import pytest

from common import clock
from game.accounts.blocks import block
from game.engine.state import Rules
from game.lobby import seeks
from game.lobby.pairing import GameSettings
from game.models import Game, Player
from game.table.bot_accounts import get_or_create_account
from game.table.opening import open_game
from people.moderation.rulings import mute, unmute, warn
from people.moderation.warnings import mark_read
from people.notices.listing import load_notices
from tests.worlds.people import REASON, host


def told(player: Player) -> list[dict[str, Any]]:
    return load_notices({player.pk})[0].get(player.pk, [])


def kinds(player: Player) -> list[str]:
    return [notice["kind"] for notice in told(player)]


def test_challenge_is_listed_for_both_until_it_is_answered(ann: Player, bob: Player, cat: Player):
    place = seeks.challenge(player=ann, to=bob, settings=GameSettings(61, "auto", "quick"))
    [asked] = told(bob)
    assert asked.items() >= {"kind": "challenge", "id": place.game, "by": "Ann", "target": 61}.items()
    assert (kinds(ann), kinds(cat)) == (["waiting"], [])
    seeks.decline(seek_id=place.game, player=bob, reason="later")
    [answer] = told(ann)
    assert answer.items() >= {"kind": "declined", "id": place.game, "by": "Bob", "reason": "later"}.items()
    assert told(bob) == []


def test_a_challenge_is_gone_with_its_hour_or_with_a_block(ann: Player, bob: Player, cat: Player, later: Any):
    seeks.challenge(player=ann, to=bob, settings=GameSettings())
    seeks.challenge(player=cat, to=bob, settings=GameSettings())
    block(player=bob, other=cat)
    assert [notice["by"] for notice in told(bob)] == ["Ann"]
    declined = seeks.challenge(player=ann, to=cat, settings=GameSettings())
    seeks.decline(seek_id=declined.game, player=cat, reason="later")
    assert kinds(ann) == ["waiting", "declined"]
    later(minutes=61)
    assert told(bob) == told(ann) == []


def test_a_notice_is_the_same_a_minute_later(ann: Player, bob: Player, later: Any):
    seeks.challenge(player=ann, to=bob, settings=GameSettings())
    first = told(bob)
    later(minutes=1)
    assert told(bob) == first


def test_waiting_player_is_notified_of_the_begun_game_until_they_have_moved(ann: Player, bob: Player):
    seek = seeks.seek_anyone(player=ann, settings=GameSettings(clock="quick")).game
    game = seeks.accept(seek_id=seek, player=bob)
    [began] = told(ann)
    assert began.items() >= {"kind": "began", "id": game.pk, "opponent": "Bob", "seek": seek}.items()
    # Bob goes to the table directly, and a quick game is not listed as one to return to.
    assert told(bob) == []
    Game.objects.filter(pk=game.pk).update(ply=3, turn="a")
    assert kinds(ann) == ["began"]
    Game.objects.filter(pk=game.pk).update(ply=4, turn="ab")
    assert told(ann) == []


@pytest.mark.slow
@pytest.mark.rows
def test_turns_are_listed_for_long_games_with_the_most_urgent_first(ann: Player, bob: Player):
    def stands(game_id: str, clock_kind: str, turn: str | None, due_in: int, *players: Player) -> None:
        open_game(game_id, players, Rules(), clock_kind)  # type: ignore[arg-type]
        due_at = clock.milliseconds() + due_in
        Game.objects.filter(pk=game_id).update(ply=9, turn=turn, deadline=due_at)

    stands("tomorrow", "relaxed", "a", 80_000_000, ann, bob)
    stands("later", "relaxed", "a", 9_000_000, ann, bob)
    stands("sooner", "relaxed", "ba", 1_000_000, bob, ann)
    stands("theirs", "relaxed", "b", 1_000, ann, bob)
    stands("older", "relaxed", None, 1_000, ann, bob)
    stands("fast", "quick", "a", 1_000, ann, bob)
    stands("bots", "none", "a", 1_000, ann, get_or_create_account("novice"))
    stands("endless", "none", "a", 9_900_000, ann, bob)
    assert [(notice["kind"], notice["id"]) for notice in told(ann)] == [
        ("turn_ending", "sooner"),
        ("turn_ending", "later"),
        ("turn", "endless"),
        ("turn", "tomorrow"),
    ]
    assert [notice["id"] for notice in told(bob)] == ["theirs", "sooner"]


def test_ruling_is_listed_while_it_is_in_force(ann: Player):
    by = host()
    warning = warn(by=by, player=ann, reason=REASON)
    mute(by=by, player=ann, reason="Shouting.")
    assert [(notice["kind"], notice["reason"]) for notice in told(ann)] == [
        ("warned", REASON),
        ("muted", "Shouting."),
    ]
    mark_read(player=ann, ruling=warning.pk)
    assert kinds(ann) == ["muted"]
    unmute(by=by, player=ann, reason=REASON)
    assert kinds(ann) == ["ruling"]


def test_mute_is_listed_until_it_ends(ann: Player, later: Any):
    mute(by=host(), player=ann, reason="Shouting.", until=clock.now() + timedelta(hours=1))
    assert kinds(ann) == ["muted"]
    later(minutes=61)
    assert told(ann) == []


def test_number_of_queries_does_not_grow_with_notifications(
    ann: Player, bob: Player, cat: Player, django_assert_max_num_queries: Any
):
    for player in (bob, cat):
        seek = seeks.seek_anyone(player=player, settings=GameSettings(clock="quick")).game
        seeks.accept(seek_id=seek, player=ann)
    with django_assert_max_num_queries(10):
        load_notices({bob.pk})
    with django_assert_max_num_queries(10):
        load_notices({ann.pk, bob.pk, cat.pk})
    with django_assert_max_num_queries(0):
        load_notices(set())
