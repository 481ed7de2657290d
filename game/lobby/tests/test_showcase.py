"""The game on the front page: both players are online, and no hidden cards are shown."""

import asyncio
import json

import pytest
from msgspec import to_builtins

from game.engine.cards import texts
from game.engine.moves import Resign, Throw
from game.engine.state import Seat
from game.lobby.display import showcase
from game.models import Game, Player
from game.table.record.ledger import Ledger
from tests.worlds.tables import create_game, load_dealt_table, update_row

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_live_game_is_shown_without_hidden_cards(ann: Player, bob: Player):
    game = create_game(players=(ann, bob))
    table = asyncio.run(load_dealt_table(game.pk, Ledger()))
    shown = to_builtins(showcase.shown_game(table))
    assert [player["name"] for player in shown["players"]] == ["Ann", "Bob"]
    view = shown["view"]
    assert (view["phase"], view["held"], view["pile"], view["starter"]) == ("throw", (6, 6), (), None)
    dealt = {card for six in table.state.dealt for card in texts(six)}
    cut = {card for pair in view.pop("cut") for card in pair}
    assert len(dealt) == 12
    assert not [card for card in dealt - cut if card in json.dumps(shown)]


def test_a_guest_is_called_by_their_nickname(ann: Player):
    guest = Player.objects.create(username="Guest-k3m9x", is_guest=True, nickname="Dot")
    shown = to_builtins(showcase.scores_json(create_game(players=(ann, guest))))
    assert [player["nickname"] for player in shown["players"]] == [None, "Dot"]


def test_the_newest_game_with_both_players_online_is_shown(ann: Player, bob: Player, cat: Player):
    elder, newer = (create_game(players=players) for players in ((ann, bob), (bob, cat)))
    for game in (elder, newer):
        update_row(game.pk, ply=3)
    live = showcase.live_games()
    assert [game.pk for game in live] == [newer.pk, elder.pk]
    seats = showcase.seats_of(elder.pk) + showcase.seats_of(newer.pk)[:1]
    found = showcase.first_with_both_here(live, seats)
    assert found is not None
    assert found.pk == elder.pk
    assert showcase.first_with_both_here(live, seats[:1]) is None


def test_the_end_of_a_game_shows_both_hands(ann: Player, bob: Player):
    game = create_game(players=(ann, bob))
    ledger = Ledger()

    async def resign() -> None:
        table = await load_dealt_table(game.pk, ledger)
        await table.act(Seat.A, table.ply, Throw(table.state.dealt[0][:2]))
        await table.act(Seat.A, table.ply, Resign())

    asyncio.run(resign())
    shown = showcase.still_json(game.pk)
    assert shown is not None
    view = to_builtins(shown)["view"]
    assert (view["phase"], view["winner"], view["ended"]) == ("over", Seat.B, "resigned")
    assert [len(six) for six in view["open"]["dealt"]] == [6, 6]


def test_a_game_whose_cards_cannot_be_opened_is_not_shown(ann: Player, bob: Player):
    game: Game = create_game(players=(ann, bob))
    game.secrets.sealed = "nonsense"
    game.secrets.save()
    assert showcase.still_json(game.pk) is None


def test_a_game_that_is_gone_is_not_shown(db: None):
    assert showcase.still_json("gone-by-now") is None
