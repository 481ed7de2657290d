"""In a day-each game, goes and last cards are automatic, and no other move is."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from game.engine.cards import card
from game.engine.moves import Go, Play, Resign
from game.engine.play import act, playable, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.view import seats_to_move, view
from game.models import Game
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack
from game.table.shuffle.seat_signatures import moves_statement
from game.table.table import Table
from game.table.tests.test_seat_signatures import SigningSeat, begin, settled
from game.table.unasked import find_due_move, find_unasked_move
from proof.evidence.builder import load_transcript
from proof.evidence.checks.check import verify
from proof.evidence.checks.verdict import Status
from proof.evidence.document import SignedTranscript, to_file
from proof.evidence.standalone import verify as alone
from tests.engine.test_view import with_other_cards
from tests.worlds.positions import at, play, random_choice, shuffled_deck
from tests.worlds.tables import (
    RecordingWatcher,
    both_throw,
    create_game,
    load_dealt_table,
    load_table,
    plain_move,
    update_row,
)

COUNTED = st.sampled_from(Counting)
SEEDS = st.integers(0, 2**32)


def follow(state: State, seed: int) -> State:
    """Return a state after all automatic moves that follow it."""
    while due := find_due_move(state, lambda number: shuffled_deck(seed + number), with_seats_moves=True):
        state, _ = act(state, *due)
    return state


def awaited_states(rules: Rules, seed: int) -> list[State]:
    """Return every state of a random day-each game that waits for a seat."""
    chance, state, states = Random(seed), follow(start(rules), seed), []
    while not state.is_over:
        states.append(state)
        seat = chance.choice(seats_to_move(state))
        state = follow(act(state, seat, random_choice(state, seat, chance))[0], seed)
    return states


class TestWhatPlaysItself:
    def test_a_go_is_automatic(self):
        table, _ = play(at(pone="TD 9C 8S 7H", dealer="KD QC JS TH"), "TD KD 9C")
        assert find_unasked_move(table) == (table.turn, Go())

    def test_a_last_card_that_does_not_fit_is_an_automatic_go(self):
        table, _ = play(at(pone="TD 9C 8S 7H", dealer="KD QC JS TH"), "TD KD 9C go QC 8S JS")
        assert find_unasked_move(table) == (Seat.A, Go())
        table, _ = play(table, "go")
        assert find_unasked_move(table) == (Seat.A, Play(card("7H")))
        table, _ = play(table, "7H")
        assert find_unasked_move(table) == (Seat.B, Play(card("TH")))

    def test_the_only_legal_card_of_two_is_not_automatic(self):
        table, _ = play(at(pone="TD 9C 2S 7H", dealer="KD QC JS TH"), "TD KD 7H")
        assert find_unasked_move(table) == (Seat.B, Go())
        table, _ = play(table, "go")
        assert playable(table.hands[Seat.A], table.count) == (card("2S"),)
        assert find_unasked_move(table) is None

    @pytest.mark.parametrize("counting", [Counting.MANUAL, Counting.MUGGINS])
    def test_counts_and_calls_are_not_automatic(self, counting: Counting):
        states = awaited_states(Rules(61, counting), 3)
        assert any(state.phase is Phase.COUNT for state in states)
        assert all(find_unasked_move(state) is None for state in states)


@given(COUNTED, SEEDS)
def test_the_table_never_waits_for_a_go_or_a_last_card(counting: Counting, seed: int):
    for state in awaited_states(Rules(61, counting), seed):
        if state.phase is Phase.PLAY:
            assert state.turn is not None
            hand = state.hands[state.turn]
            assert len(hand) > 1
            assert playable(hand, state.count)


@given(COUNTED, SEEDS, st.randoms(use_true_random=False))
def test_the_opponent_cannot_see_whether_a_card_was_forced(counting: Counting, seed: int, chance: Any):
    """Swap hidden cards so that another number of them fits. The opponent must see no difference."""
    states = [state for state in awaited_states(Rules(61, counting), seed) if state.phase is Phase.PLAY]
    state = chance.choice(states)
    other = with_other_cards(state, state.turn.other, chance)
    assume(playable(other.hands[state.turn], state.count))
    assert view(other, state.turn.other) == view(state, state.turn.other)
    assert find_unasked_move(other) is None
    assert find_unasked_move(state) is None


def test_the_sample_includes_forced_cards():
    """The test above would be empty if no seat was ever forced."""
    forced = [
        state
        for seed in range(20)
        for state in awaited_states(Rules(61), seed)
        if state.phase is Phase.PLAY and len(playable(state.hands[state.turn], state.count)) == 1
    ]
    assert len(forced) > 20


def play_randomly(ledger: Ledger, seed: int, clock_kind: str, doing: Callable[[Table], None]) -> Game:
    """Play a game of two people with random moves; call `doing` whenever the table waits."""
    game, chance = create_game(clock_kind, Rules(61)), Random(seed)

    async def play_on() -> None:
        table = await load_dealt_table(game.pk, ledger)
        while not table.state.is_over:
            doing(table)
            seat = chance.choice(seats_to_move(table.state))
            move = random_choice(table.state, seat, chance)
            assert isinstance(await table.act(seat, table.ply, move), Ack)

    asyncio.run(play_on())
    return Game.objects.get(pk=game.pk)


def unasked_words(game: Game) -> list[str]:
    """Return the recorded goes, and every fourth card of a seat in a deal."""
    found, cards = [], Counter[str]()
    for word in game.transcript.split()[2:]:
        plain = word.partition("/")[0]
        if plain[0] == "#":
            cards.clear()
        is_card = plain[0] in "ab" and plain[-1] in "CDHS"
        cards[plain[0]] += is_card
        if plain.endswith("-go") or (is_card and cards[plain[0]] == 4):
            found.append(word)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_day_each_game_is_played_with_fewer_requests_and_the_same_rules(ledger: Ledger, seed: int):
    asked: list[int] = []

    def look(table: Table) -> None:
        asked.append(table.ply)
        assert find_unasked_move(table.state) is None

    game = play_randomly(ledger, seed, "relaxed", look)
    by_seats = sum(word[0] in "ab" for word in game.transcript.split()[2:])
    assert len(asked) == by_seats - len(unasked_words(game)) < by_seats
    assert Status.TRUE is verify(to_file(load_transcript(game.pk))).status


@pytest.mark.parametrize("clock_kind", ["none", "quick", "standard"])
def test_other_games_wait_for_a_go(ledger: Ledger, clock_kind: str):
    waited_for: list[Any] = []
    play_randomly(ledger, 1, clock_kind, lambda table: waited_for.append(find_unasked_move(table.state)))
    assert any(waited_for)


def test_a_game_opened_before_this_feature_waits_for_goes(ledger: Ledger):
    game = create_game("relaxed", Rules(61), begun=False)
    promised = json.loads(game.params)
    assert promised.pop("unasked") == ["go", "last-card"]
    update_row(game.pk, params=json.dumps(promised, sort_keys=True, separators=(",", ":")))

    async def play_on() -> list[Any]:
        table, _ = await begin(game, ledger)
        waited_for = []
        while not table.state.is_over:
            seat = seats_to_move(table.state)[0]
            waited_for.append(find_unasked_move(table.state))
            await table.act(seat, table.ply, plain_move(table.state, seat))
        return waited_for

    assert any(asyncio.run(play_on()))


async def until_unasked(table: Table) -> tuple[Seat, int, Any]:
    """Play to the first move with an automatic one after it; return its seat, its ply and the move."""
    while True:
        for seat in seats_to_move(table.state):
            ply, move = table.ply, plain_move(table.state, seat)
            await table.act(seat, ply, move)
            if any(word[0] in "ab" for word in table.state.record[ply + 1 :]):
                return seat, ply, move


def at_the_first_unasked(ledger: Ledger, doing: Callable[..., Any]) -> Any:
    game = create_game("relaxed")

    async def do() -> Any:
        table = await load_dealt_table(game.pk, ledger)
        watcher = RecordingWatcher(Seat.A)
        table.join(watcher)
        return await doing(table, watcher, *await until_unasked(table))

    return asyncio.run(do())


def test_an_automatic_move_is_written_and_sent_with_the_move_before_it(ledger: Ledger):
    async def look(table: Table, watcher: RecordingWatcher, seat: Seat, ply: int, move: Any) -> Any:
        row = await load_table(table.id, ledger)
        events = [json.loads(frame) for frame in watcher.frames if b'"t":"event"' in frame]
        return table, row, ply, events[-1]

    table, row, ply, shown = at_the_first_unasked(ledger, look)
    assert row.ply == table.ply > ply + 1
    assert (shown["since"], shown["ply"]) == (ply, table.ply)
    made = [word for word in table.state.record[ply:] if word[0] in "ab"]
    assert sum(event["e"] in ("played", "go") for event in shown["events"]) == len(made) > 1


def test_an_automatic_move_costs_no_time(ledger: Ledger, later: Callable[..., None]):
    game = create_game("relaxed")

    async def dawdle() -> Table:
        table = await load_dealt_table(game.pk, ledger)
        while not table.state.is_over:
            for seat in seats_to_move(table.state):
                later(minutes=1)
                await table.act(seat, table.ply, plain_move(table.state, seat))
        return table

    table = asyncio.run(dawdle())
    row = Game.objects.get(pk=table.id)
    assert {word.partition("/")[2] for word in unasked_words(row)} == {""}
    assert re.search(r"[CDHS]/59\d{3} ", row.transcript), "a card that was asked for did cost the minute"


def test_resent_moves_and_gos_that_crossed_the_tables_own_are_acknowledged(ledger: Ledger):
    async def resend(table: Table, watcher: RecordingWatcher, seat: Seat, ply: int, move: Any) -> Any:
        stood = table.ply
        crossed = [
            await table.act(Seat("ab".index(word[0])), ply + 1 + n, Go())
            for n, word in enumerate(table.state.record[ply + 1 :])
            if word.endswith("-go")
        ]
        return stood, table.ply, [await table.act(seat, ply, move), *crossed]

    stood, ply, answers = at_the_first_unasked(ledger, resend)
    assert ply == stood
    assert answers == [Ack(ply)] * len(answers)


async def stop_at_unasked(table: Table) -> None:
    """Play like an older release, until the game waits for a move that is now automatic."""
    table._plays_unasked = False
    while find_unasked_move(table.state) is None:
        for seat in seats_to_move(table.state):
            await table.act(seat, table.ply, plain_move(table.state, seat))


@pytest.mark.parametrize("by", ["who comes to the table", "the job that looks", "a flag that is called"])
def test_an_automatic_move_left_undone_is_made_and_loses_no_game(
    ledger: Ledger, later: Callable[..., None], by: str
):
    game = create_game("relaxed")

    async def complete() -> tuple[Table, Table]:
        await stop_at_unasked(await load_dealt_table(game.pk, ledger))
        here, there = await load_table(game.pk, ledger), await load_table(game.pk, ledger)
        assert here.has_move_due
        if by == "a flag that is called":
            later(hours=25)
            await here.call_time()  # the service was down for that long
            later(hours=25)
        finish = Table.call_time if by == "a flag that is called" else Table.resume
        await asyncio.gather(finish(here), finish(there))
        await here.refresh()
        return here, there

    here, there = asyncio.run(complete())
    assert find_unasked_move(here.state) is None
    assert not here.state.is_over
    assert here.state.record == there.state.record


def chained(seats: dict[Any, SigningSeat], table: Table, since: int) -> None:
    """Check that every page signs the table's moves for its seat since a ply, except its own last move."""
    deal = max(int(word[1:]) for word in table.state.record[: since + 1] if word[0] == "#")
    for word in table.state.record[since + 1 :]:
        deal = int(word[1:]) if word[0] == "#" else deal
        if word[0] in "ab":
            page = seats[Seat("ab".index(word[0]))]
            assert page.chain is not None
            page.chain = page.chain.extend(deal, word)


def test_the_next_signature_of_a_seat_covers_its_automatic_moves(ledger: Ledger):
    game = create_game("relaxed", begun=False)

    async def play_on() -> SignedTranscript:
        table, seats = await begin(game, ledger)
        while table.state.deal < 3:
            for seat in seats_to_move(table.state):
                ply = table.ply
                await seats[seat].move(plain_move(table.state, seat))
                chained(seats, table, ply)
        await seats[Seat.A].move(Resign())
        return await settled(game)

    transcript = asyncio.run(play_on())
    own = [[move.move for move in transcript.moves if move.move[0] == letter] for letter in "ab"]
    mine, theirs = transcript.signatures
    assert mine is not None
    assert theirs is not None
    assert mine.moves == len(own[0]), "giving up binds all before, goes and last cards too"
    assert 0 < theirs.moves <= len(own[1])
    file = to_file(transcript)
    assert verify(file).status is Status.TRUE
    assert alone.verify(file).verdict == "true"


def test_a_signature_binds_nothing_that_came_after_its_move(ledger: Ledger):
    """Regression: the chain that a signature was checked against already included the table's own move."""
    game = create_game("relaxed", Rules(61), begun=False)

    async def play_on() -> bool:
        table, seats = await begin(game, ledger)
        while True:
            for seat in seats_to_move(table.state):
                ply = table.ply
                await seats[seat].move(plain_move(table.state, seat))
                brought = table.state.record[ply + 1 :]
                signed = table.signatures._made[seat][-1][0]
                assert signed == seats[seat].chain
                chained(seats, table, ply)
                if any(word[0] == "ab"[seat] for word in brought):
                    return moves_statement(game.pk, seat, signed) != moves_statement(
                        game.pk, seat, seats[seat].chain
                    )

    assert asyncio.run(play_on())


def test_no_automatic_move_follows_a_discard(ledger: Ledger):
    """A discard never leads to an automatic move: four cards are held and the count is zero."""
    game = create_game("relaxed")

    async def throw() -> Table:
        table = await load_dealt_table(game.pk, ledger)
        await both_throw(table)
        return table

    assert asyncio.run(throw()).state.record[-1].startswith("b")
