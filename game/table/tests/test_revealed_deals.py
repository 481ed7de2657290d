"""A deal is recorded once, when its link is revealed, in the same transaction as the move that reveals it."""

import asyncio

import pytest

from game.engine.moves import Resign
from game.engine.play import start
from game.engine.scoring import score_hand
from game.engine.state import Phase, Rules, Seat
from game.engine.tally import Tally
from game.engine.view import seats_to_move
from game.models import Game
from game.table.forced_endings import void_live_game
from game.table.record.ledger import Ledger, load_row
from game.table.record.revealed_deals import newly_revealed
from game.table.shuffle.fairness import build_fairness, replay_row
from game.table.table import Table
from rng.fairness.statistics import beginnings
from rng.fairness.watch.deal_record import deck_array
from rng.models import Deal
from tests.worlds.tables import (
    A,
    B,
    both_throw,
    create_game,
    load_dealt_table,
    load_table,
    plain_move,
    play_to_end,
)

pytestmark = pytest.mark.django_db(transaction=True)


def on_record(game: Game) -> list[Deal]:
    return list(Deal.objects.filter(game=game.pk).order_by("number"))


def play(game: Game, ledger: Ledger, *, out: bool = False) -> Table:
    """Play a game until both have discarded, or to its end."""

    async def play() -> Table:
        table = await load_dealt_table(game.pk, ledger)
        await (play_to_end if out else both_throw)(table)
        return table

    return asyncio.run(play())


def test_while_a_deal_is_played_only_the_cut_lies_open(ledger: Ledger):
    game = create_game()
    table = play(game, ledger)
    [cut] = on_record(game)
    assert (cut.number, cut.pone_hand) == (0, None)
    assert bytes(cut.deck) == bytes(table.commitments.fairness.deck(0))


@pytest.mark.rows
def test_every_deck_of_a_finished_game_is_on_record_as_it_was_dealt(ledger: Ledger):
    game = create_game(rules=Rules(target=61))
    end = play(game, ledger, out=True).state
    deck = build_fairness(load_row(game.pk)).deck
    assert [(deal.number, tuple(deal.deck)) for deal in on_record(game)] == [
        (number, deck(number)) for number in range(end.deal + 1)
    ]


def test_recorded_scores_match_the_cards(ledger: Ledger):
    game = create_game(rules=Rules(target=61))
    play(game, ledger, out=True)
    states = {}
    for step in replay_row(load_row(game.pk)):
        if all(step.state.throws):
            states[step.state.deal] = step.state
    deals = on_record(game)[1:]
    assert len(deals) > 1
    for deal in deals[:-1]:
        state = states[deal.number]
        dealer = state.dealer
        worth = [score_hand(state.kept(seat), state.starter).total for seat in (dealer.other, dealer)]
        crib = score_hand(state.throws[A] + state.throws[B], state.starter, crib=True).total
        assert [deal.pone_hand, deal.dealer_hand, deal.crib] == [*worth, crib]


def test_an_uncounted_hand_has_no_points(ledger: Ledger):
    game = create_game()
    table = play(game, ledger)
    asyncio.run(table.act(A, table.ply, Resign()))
    _cut, deal = on_record(game)
    assert [deal.pone_hand, deal.dealer_hand, deal.crib] == [None, None, None]


def test_a_game_with_a_named_dealer_has_no_cut_on_record(ledger: Ledger):
    game = create_game(rules=Rules(first_dealer=Seat.B))
    table = play(game, ledger)
    assert on_record(game) == []
    asyncio.run(table.act(B, table.ply, Resign()))
    assert [deal.number for deal in on_record(game)] == [1]


def test_a_void_game_reveals_only_the_deals_that_took_place(ledger: Ledger):
    undealt, untouched = create_game(begun=False), create_game()
    asyncio.run(load_dealt_table(untouched.pk, ledger))
    assert void_live_game(undealt.pk)
    assert void_live_game(untouched.pk)
    assert on_record(undealt) == []
    assert [deal.number for deal in on_record(untouched)] == [0, 1]


@pytest.mark.rows
def test_two_tables_of_one_game_put_a_deal_on_record_once(ledger: Ledger):
    game = create_game()

    async def race() -> None:
        one, other = await load_table(game.pk, ledger), await load_table(game.pk, ledger)
        await asyncio.gather(one.resume(), other.resume())

    asyncio.run(race())
    assert [deal.number for deal in on_record(game)] == [0]


@pytest.mark.rows
def test_the_kinds_of_both_players_are_recorded_with_a_deck(ledger: Ledger):
    game = create_game(rules=Rules(target=61))
    play(game, ledger, out=True)
    dealers = {step.state.deal: step.state.dealer for step in replay_row(load_row(game.pk))}
    row, (cut, *deals) = load_row(game.pk), on_record(game)
    assert (cut.dealer, len(deals) > 1) == (None, True)
    assert [deal.dealer for deal in deals] == [int(dealers[deal.number]) for deal in deals]
    assert {(deal.seats, deal.rated) for deal in (cut, *deals)} == {(row.seats, row.rated)}
    assert [deal.beginning for deal in deals] == beginnings(deck_array(deals)).tolist()


def test_a_game_ended_by_a_host_records_the_kinds_of_both_players(ledger: Ledger):
    game = create_game()
    asyncio.run(load_dealt_table(game.pk, ledger))
    assert void_live_game(game.pk)
    deal = on_record(game)[-1]
    assert (deal.seats, deal.rated) == (load_row(game.pk).seats, game.rated)
    assert deal.dealer is not None


@pytest.mark.rows
def test_scores_at_the_moment_of_the_deal_are_on_record(ledger: Ledger):
    game = create_game(rules=Rules(target=61))
    play(game, ledger, out=True)
    stood: dict[int, tuple[int, int]] = {}
    before = (0, 0)
    for step in replay_row(load_row(game.pk)):
        if step.state.deal not in stood and step.state.deal:
            stood[step.state.deal] = before
        before = step.state.scores
    cut, *deals = on_record(game)
    assert (cut.score_a, cut.score_b, cut.target) == (None, None, 61)
    assert len(deals) > 1
    assert [(deal.score_a, deal.score_b) for deal in deals] == [stood[deal.number] for deal in deals]
    assert {deal.target for deal in deals} == {61}


def test_scores_at_the_first_deal_include_a_head_start(ledger: Ledger):
    game = create_game(rules=Rules(target=61, start=(0, 7)))
    play(game, ledger, out=True)
    assert (on_record(game)[1].score_a, on_record(game)[1].score_b) == (0, 7)


def test_a_table_that_is_loaded_within_a_deal_knows_the_scores_before_it(ledger: Ledger):
    game = create_game(rules=Rules(target=61))

    async def play_on() -> None:
        table = await load_dealt_table(game.pk, ledger)
        while table.state.deal < 2 or table.state.phase is not Phase.PLAY or table.state.pile == ():
            for seat in seats_to_move(table.state):
                await table.act(seat, table.ply, plain_move(table.state, seat))
        await play_to_end(await load_table(game.pk, ledger))

    asyncio.run(play_on())
    row = load_row(game.pk)
    expected = newly_revealed(start(Rules(target=61)), Tally(), replay_row(row), build_fairness(row).deck)
    recorded = [(deal.score_a, deal.score_b) for deal in on_record(game)]
    assert recorded == [deal.scores or (None, None) for deal in expected]
