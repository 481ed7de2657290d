"""HALSCRIB at the table: sound where it may be, mixed where it must be, and reproducible."""

from math import comb
from random import Random

import pytest

from game.bots.halscrib.mixing import (
    Dilemma,
    Mix,
    find_dilemma,
    forgoing_pair_rate,
    leading_pair_rate,
    unmixed_pair_rate,
)
from game.bots.halscrib.playing import position, weigh
from game.bots.halscrib.snac import blended_pair_rate
from game.bots.halscrib.strategy import Strategy
from game.bots.registry import choose
from game.engine.cards import text
from game.engine.moves import Deal, Play, Throw
from game.engine.play import act, legal, start
from game.engine.state import Rules, Seat, State
from game.engine.view import seats_to_move, view
from tests.worlds.positions import DEALER, PONE, at, play, shuffled_deck

STREAMS = 100

# Where its pair is the sound card, to lead it or to reply to a lead of the same rank.
TO_LEAD = {"pone": "3H 3C 9D KS"}
TO_REPLY = {"pone": "9H 2C 4D KS", "dealer": "9C TC JS 2D"}
SCORES = {
    Strategy.OPTIMAL: "pone 50, dealer 50",
    Strategy.RISKY: "pone 30, dealer 50",
    Strategy.SAFE: "pone 50, dealer 30",
}


def to_lead(strategy: Strategy) -> State:
    return at(SCORES[strategy], **TO_LEAD)


def to_reply(strategy: Strategy) -> State:
    pone, dealer = (part.split()[1] for part in SCORES[strategy].split(","))
    return play(at(f"pone {dealer}, dealer {pone}", **TO_REPLY), "9H")[0]


def pairs(name: str, table: State) -> int:
    """In how many of so many streams the pair is played."""
    seat = table.turn
    assert seat is not None
    seen = view(table, seat)
    ranks = [text(one)[0] for one in (*table.pile, *table.hands[seat])]
    played = [choose(name, seen, (), Random(seed)) for seed in range(STREAMS)]
    return sum([isinstance(move, Play) and ranks.count(text(move.card)[0]) > 1 for move in played])


def is_likely(times: int, share: float) -> bool:
    """Whether a result this extreme comes up more than once in a thousand, exactly."""
    chances = [
        comb(STREAMS, each) * share**each * (1 - share) ** (STREAMS - each) for each in range(STREAMS + 1)
    ]
    return min(sum(chances[: times + 1]), sum(chances[times:])) > 0.001


def found(table: State) -> Dilemma:
    seat = table.turn
    assert seat is not None
    here = position(view(table, seat), ())
    ahead = table.scores[seat] - table.scores[seat.other]
    choice = find_dilemma(here, weigh(here), ahead, seat.other)
    assert choice is not None
    return choice


class TestMixing:
    def test_is_looked_at_where_the_pair_is_the_sound_card(self) -> None:
        assert found(to_lead(Strategy.OPTIMAL)).pair_is_sound
        assert found(to_reply(Strategy.OPTIMAL)).pair_is_sound

    @pytest.mark.parametrize(
        ("strategy", "lead", "reply"),
        [(Strategy.OPTIMAL, 0.65, 0.5), (Strategy.RISKY, 0.5, 0.35), (Strategy.SAFE, 0.8, 0.65)],
    )
    def test_goes_by_the_score(self, strategy: Strategy, lead: float, reply: float) -> None:
        leading, replying = found(to_lead(strategy)), found(to_reply(strategy))
        assert (leading.strategy, replying.strategy) == (strategy, strategy)
        assert (leading_pair_rate(leading, ()), leading_pair_rate(replying, ())) == pytest.approx(
            (lead, 1 - reply)
        )
        assert (forgoing_pair_rate(leading, ()), forgoing_pair_rate(replying, ())) == pytest.approx(
            (1 - lead, 1 - reply)
        )
        assert unmixed_pair_rate(leading, ()) == unmixed_pair_rate(replying, ()) == 1

    @pytest.mark.parametrize(
        ("name", "lead", "reply"),
        [("halscrib", 0.65, 0.5), ("halscrib-forgoing", 0.35, 0.5), ("halscrib-pure", 1, 1)],
    )
    def test_comes_out_as_often_as_it_should(self, name: str, lead: float, reply: float) -> None:
        assert is_likely(pairs(name, to_lead(Strategy.OPTIMAL)), lead)
        assert is_likely(pairs(name, to_reply(Strategy.OPTIMAL)), reply)

    def test_leads_from_pairs_the_more_the_better_it_stands_as_the_papers_reason_has_it(self) -> None:
        rates = [
            leading_pair_rate(found(to_lead(standing)), ())
            for standing in (Strategy.RISKY, Strategy.OPTIMAL, Strategy.SAFE)
        ]
        assert rates == sorted(rates)
        assert len(set(rates)) == 3

    @pytest.mark.parametrize(
        "mix", [leading_pair_rate, forgoing_pair_rate, unmixed_pair_rate, blended_pair_rate]
    )
    def test_has_nothing_to_hide_where_another_card_is_sound(self, mix: Mix) -> None:
        fives = found(at(pone="5H 5C 2D 9S"))
        assert not fives.pair_is_sound
        assert mix(fives, ()) == 0

    def test_is_over_after_the_first_card_of_each_side(self) -> None:
        table, _ = play(at(pone="9H 8C AS 2S", dealer="TD 8D 3C 4C"), "9H TD")
        assert len({choose("halscrib", view(table, PONE), (), Random(seed)) for seed in range(8)}) == 1

    @pytest.mark.parametrize("hand", ["3H 3C KD KS", "2H 3C 7D KS"])
    def test_needs_a_choice(self, hand: str) -> None:
        table = at(pone=hand)
        here = position(view(table, PONE), ())
        assert find_dilemma(here, weigh(here), 0, DEALER) is None
        assert len({choose("halscrib", view(table, PONE), (), Random(seed)) for seed in range(8)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["halscrib", "halscrib-adaptive"])
def test_every_move_is_legal_and_made_again_from_the_same_view_memory_and_stream(name: str) -> None:
    chance, memory = Random(7), ()
    for _ in range(2):
        state = start(Rules(first_dealer=Seat.A))
        while not state.is_over:
            waiting = seats_to_move(state)
            if waiting:
                seat, stream = waiting[0], chance.getrandbits(60)
                seen = view(state, seat)
                move = choose(name, seen, memory, Random(stream))
                assert choose(name, seen, memory, Random(stream)) == move
                assert isinstance(move, Throw) or move in legal(state, seat)
            else:
                seat, move = None, Deal(state.deal + 1, shuffled_deck(chance.getrandbits(60)))
            state, events = act(state, seat, move)
            memory += events
