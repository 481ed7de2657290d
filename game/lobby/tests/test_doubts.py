"""A deal that does not match what a player saw, reported to the host."""

import asyncio
import json
from typing import Any

import pytest
from django.test import Client

from game.lobby.doubts import describe_deal_faults
from game.models import Game, Player
from game.table.forced_endings import forfeit_live_games
from game.table.record.ledger import Ledger
from rng.models import Deal, Doubt
from tests.worlds.tables import both_throw, create_game, load_dealt_table

pytestmark = pytest.mark.django_db(transaction=True)

WRONG: dict[str, Any] = {
    "number": 1,
    "says": "The starter was 5H, but the deck has KD there.",
    "evidence": {"fair": {"tip": "aa"}, "seen": {"starter": "5H"}},
}


@pytest.fixture
def game(ledger: Ledger) -> Game:
    """Return a game whose first deal is revealed, because one of its players has resigned."""
    game = create_game()

    async def play() -> None:
        await both_throw(await load_dealt_table(game.pk, ledger))

    asyncio.run(play())
    forfeit_live_games(game.seat_a)
    return game


def doubt(game: Game, by: Player | None, body: Any = WRONG) -> tuple[int, dict[str, Any]]:
    client = Client()
    if by is not None:
        client.force_login(by)
    text = body if isinstance(body, str) else json.dumps(body)
    answer = client.post(f"/api/games/{game.pk}/doubts", text, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.mark.rows
def test_a_doubt_is_saved_with_the_result_of_our_own_check(game: Game):
    assert doubt(game, game.seat_b) == (200, {})
    kept = Doubt.objects.get()
    assert (kept.game, kept.number, kept.by, kept.settled_at) == (game.pk, 1, game.seat_b, None)
    assert (kept.says, kept.evidence) == (WRONG["says"], WRONG["evidence"])
    assert kept.fault == ""


def test_our_own_check_finds_a_deck_that_was_changed_on_record(game: Game):
    deal = Deal.objects.get(game=game.pk, number=1)
    first, second, *rest = bytes(deal.deck)
    Deal.objects.filter(pk=deal.pk).update(deck=bytes([second, first, *rest]))
    assert describe_deal_faults(game.pk, 1).startswith("Deal 1: card 1 of the deck is ")
    assert describe_deal_faults(game.pk, 0) == ""
    assert "on record" in describe_deal_faults(game.pk, 2)


@pytest.mark.slow
@pytest.mark.rows
def test_a_second_doubt_changes_nothing(game: Game):
    doubt(game, game.seat_b)
    assert doubt(game, game.seat_b, WRONG | {"says": "And worse."}) == (200, {})
    assert [kept.says for kept in Doubt.objects.all()] == [WRONG["says"]]
    doubt(game, game.seat_a)
    assert Doubt.objects.count() == 2


@pytest.mark.rows
@pytest.mark.parametrize(
    ("body", "code"),
    [
        (WRONG | {"number": 256}, "bad_request"),
        (WRONG | {"says": ""}, "bad_request"),
        (WRONG | {"evidence": {"seen": "\0"}}, "bad_request"),
        (WRONG | {"evidence": ["5H"]}, "bad_request"),
        (WRONG | {"more": 1}, "bad_request"),
        ('{"number": 1, "says": "x", "evidence": {"a": "\\ud800"}}', "bad_request"),
        ('{"number": 1, "says": "x", "evidence": {"a": ' + "[" * 9000, "bad_request"),
        (WRONG | {"evidence": {"much": "x" * 33_000}}, "too_long"),
    ],
)
def test_invalid_evidence_is_refused(game: Game, body: Any, code: str):
    assert doubt(game, game.seat_b, body)[1]["error"] == code
    assert not Doubt.objects.exists()


def test_only_players_of_the_game_can_file_a_doubt(game: Game):
    stranger = create_game().seat_a
    assert [doubt(game, who)[1]["error"] for who in (None, stranger)] == ["not_yours", "not_yours"]
    game.pk = "nosuchgame"
    assert doubt(game, game.seat_a)[1]["error"] == "no_game"


def test_the_check_of_an_unrevealed_deal_reveals_nothing(ledger: Ledger):
    game = create_game()
    asyncio.run(load_dealt_table(game.pk, ledger))
    assert doubt(game, game.seat_a) == (200, {})
    assert Doubt.objects.get().fault == "No revealed deal 1 of this game is on record."
