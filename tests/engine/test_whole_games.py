"""Whole games under all rules: what holds after every move, and what is refused before it."""

from itertools import combinations
from random import Random
from re import fullmatch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.engine.events import GameOver, Pegged
from game.engine.moves import (
    Call,
    Claim,
    Deal,
    Flag,
    Go,
    IllegalMove,
    Leave,
    Move,
    Pass,
    Play,
    Resign,
    Throw,
    Void,
)
from game.engine.play import act, legal, start
from game.engine.state import MOST_HOLES, Counting, Ended, Phase, Rules, Seat, State
from game.engine.transcript import dump, replay
from tests.worlds.positions import play_random_game, random_choice, shuffled_deck

HOLES = st.integers(0, MOST_HOLES)
RULES = st.builds(
    Rules,
    target=st.sampled_from([121, 61]),
    counting=st.sampled_from(Counting),
    first_dealer=st.sampled_from([None, *Seat]),
    start=st.one_of(st.tuples(HOLES, st.just(0)), st.tuples(st.just(0), HOLES)),
)
WAITS = (Phase.THROW, Phase.PLAY, Phase.COUNT, Phase.CALL)
GIVES_UP = (Resign(), Flag(), Leave())
A_DECK = shuffled_deck(0)
FALSE_DECKS = (A_DECK[:51], (*A_DECK[:51], A_DECK[0]), (*A_DECK, 0), (*A_DECK[:51], 52), ())


def moves_of_every_kind(state: State, chance: Random) -> list[tuple[Seat | None, Move]]:
    """A large sample of moves, possible and not."""
    pairs = [
        *chance.sample([*combinations(range(52), 2)], 40),
        (0, 0),
        (51, 52),
        (-1, 3),
        (),
        (3,),
        (1, 2, 3),
    ]
    pairs += [two for seat in Seat for two in combinations(state.hands[seat], 2)]
    tried: list[Move] = [*map(Throw, pairs), *map(Play, range(-1, 53)), Go(), Pass(), Void()]
    tried += [kind(points) for kind in (Claim, Call) for points in (-1, 0, 1, 19, 29, 30)]
    of_seats = [(seat, move) for seat in Seat for move in [*tried, Deal(state.deal + 1, A_DECK)]]
    dealt = [(None, Deal(number, A_DECK)) for number in range(-1, state.deal + 4)]
    false = [(None, Deal(number, deck)) for number in (0, state.deal + 1) for deck in FALSE_DECKS]
    nobodys = [(None, move) for move in (Play(0), Go(), Throw((0, 1)), Claim(4), Pass(), Void(), *GIVES_UP)]
    return [*of_seats, *dealt, *false, *nobodys]


def is_open(state: State, seat: Seat | None, move: Move) -> bool:
    """Whether the rules allow a move, from `legal` and the phase."""
    if isinstance(move, Deal):
        number = {Phase.CUT: 0, Phase.DEAL: state.deal + 1}.get(state.phase)
        return seat is None and move.number == number and sorted(move.deck) == list(range(52))
    if isinstance(move, Void):
        has_thrown = any(fullmatch("[ab][1-6]{2}", word) for word in state.record)
        return seat is None and not state.is_over and not has_thrown
    if seat is None:
        return False
    if isinstance(move, Throw):
        return any(
            set(move.cards) == set(other.cards) for other in legal(state, seat) if isinstance(other, Throw)
        )
    return move in legal(state, seat)


class WholeGames(RuleBasedStateMachine):
    @initialize(rules=RULES)
    def sit_down(self, rules):
        self.state, self.decks = start(rules), {}
        self.open_score = rules.start

    def make(self, seat, move):
        before, copy = self.state, dict(vars(self.state))
        self.state, events = act(before, seat, move)
        assert vars(before) == copy
        self.check_pegs(before, events)
        if isinstance(move, Deal):
            self.decks[move.number] = move.deck

    def check_pegs(self, before, events):
        scores = list(before.scores)
        for event in events:
            if isinstance(event, Pegged):
                assert event.points >= 1
                scores[event.seat] += event.points
                assert event.score == scores[event.seat]
                assert max(scores) <= before.rules.target
        assert tuple(scores) == self.state.scores
        assert [event for event in events if isinstance(event, GameOver)] == (
            [GameOver(self.state.winner, self.state.value, self.state.ended)] if self.state.is_over else []
        )

    @precondition(lambda self: self.state.phase in (Phase.CUT, Phase.DEAL))
    @rule(seed=st.integers(0, 2**60))
    def deal(self, seed):
        self.make(
            None, Deal(0 if self.state.phase is Phase.CUT else self.state.deal + 1, shuffled_deck(seed))
        )

    @precondition(lambda self: self.state.phase in WAITS)
    @rule(seat=st.sampled_from(Seat), which=st.integers(0, 29))
    def move(self, seat, which):
        moves = legal(self.state, seat)
        if not moves:
            seat = seat.other
            moves = legal(self.state, seat)
        self.make(seat, moves[which % len(moves)])

    @precondition(lambda self: self.state.phase in WAITS)
    @rule(seed=st.integers(0, 2**60))
    def play_on_to_the_next_deal(self, seed):
        chance = Random(seed)
        while self.state.phase in WAITS:
            seat = chance.choice([seat for seat in Seat if legal(self.state, seat)])
            self.make(seat, random_choice(self.state, seat, chance))
            self.every_card_is_in_one_place()

    @precondition(lambda self: not self.state.is_over)
    @rule(chance=st.integers(0, 99), seat=st.sampled_from(Seat), move=st.sampled_from(GIVES_UP))
    def give_up(self, chance, seat, move):
        after, _ = act(self.state, seat, move)
        assert after.winner is seat.other
        if chance == 77:
            self.make(seat, move)

    @precondition(lambda self: self.state.deal < 2 and not self.state.throws[0] + self.state.throws[1])
    @precondition(lambda self: not self.state.is_over)
    @rule(chance=st.integers(0, 9))
    def be_void(self, chance):
        if chance == 7:
            self.make(None, Void())

    @precondition(lambda self: self.state.is_over)
    @rule(rules=RULES)
    def play_again(self, rules):
        self.sit_down(rules)

    @rule(seed=st.integers(0, 2**60))
    def try_everything(self, seed):
        before = dict(vars(self.state))
        for seat, move in moves_of_every_kind(self.state, Random(seed)):
            if is_open(self.state, seat, move):
                act(self.state, seat, move)
            else:
                with pytest.raises(IllegalMove) as refusal:
                    act(self.state, seat, move)
                assert str(refusal.value).endswith(".")
            assert vars(self.state) == before

    @invariant()
    def every_legal_move_is_accepted(self):
        for seat in Seat:
            for move in legal(self.state, seat):
                act(self.state, seat, move)

    @invariant()
    def somebody_can_move_until_the_game_is_over(self):
        waits = self.state.phase in WAITS
        assert waits == any(legal(self.state, seat) for seat in Seat)

    @invariant()
    def every_card_is_in_one_place(self):
        state = self.state
        if not state.deal:
            return
        deck = self.decks[state.deal]
        assert sorted(deck) == list(range(52))
        assert sorted([*state.dealt[0], *state.dealt[1], state.upcard, *deck[13:]]) == list(range(52))
        for seat in Seat:
            played = [one for who, one in state.played if who is seat]
            assert sorted([*state.hands[seat], *state.throws[seat], *played]) == sorted(state.dealt[seat])

    @invariant()
    def scores_never_fall(self):
        assert all(now >= then for now, then in zip(self.state.scores, self.open_score, strict=True))
        self.open_score = self.state.scores

    @invariant()
    def a_game_is_over_when_a_seat_has_reached_the_target_or_given_up(self):
        reached = max(self.state.scores) == self.state.rules.target
        assert self.state.is_over == (reached or self.state.ended is not None)
        assert self.state.is_over == (self.state.value is not None)
        has_winner = self.state.is_over and self.state.ended is not Ended.VOID
        assert has_winner == (self.state.winner is not None) == bool(self.state.value)

    @invariant()
    def a_hand_is_laid_while_players_count(self):
        assert (self.state.laid is not None) == (self.state.phase in (Phase.COUNT, Phase.CALL))
        if self.state.laid is not None:
            assert (self.state.laid.claimed is None) == (self.state.phase is Phase.COUNT)
            counter = self.state.laid.seat
            assert self.state.turn is (counter if self.state.phase is Phase.COUNT else counter.other)

    @invariant()
    def the_replay_of_the_transcript_is_the_state(self):
        assert replay(dump(self.state), self.decks) == self.state


@given(RULES, st.integers(0, 2**32))
def test_every_game_played_out_has_a_winner_at_the_target(rules, seed):
    over = play_random_game(rules, seed)[-1][0]
    assert over.ended is Ended.PLAYED
    assert over.scores[over.winner] == rules.target > over.scores[over.winner.other]
    assert over.value == rules.value(over.scores[over.winner.other])


@given(RULES, st.integers(0, 2**32))
def test_a_sides_points_are_its_end_less_its_start(rules, seed):
    scored, state = [0, 0], start(rules)
    for before, seat, move in play_random_game(rules, seed)[:-1]:
        state, events = act(before, seat, move)
        for event in events:
            if isinstance(event, Pegged):
                scored[event.seat] += event.points
    assert tuple(scored) == tuple(end - begin for end, begin in zip(state.scores, rules.start, strict=True))


@pytest.mark.parametrize("ahead", [(-1, 0), (0, -1), (13, 0), (0, 13), (1, 1), (12, 3)])
def test_only_one_side_starts_ahead_and_by_twelve_holes_at_most(ahead):
    with pytest.raises(ValueError, match="up to twelve holes"):
        Rules(start=ahead)


@pytest.mark.parametrize(("ahead", "named"), [((0, 0), {}), ((0, 12), {"start": (0, 12)})])
def test_a_start_is_named_only_if_a_side_is_ahead(ahead, named):
    assert Rules(start=ahead).named_start == named


def test_a_head_start_does_not_move_the_line_of_a_skunk():
    rules = Rules(start=(9, 0))
    assert [rules.value(score) for score in (60, 61, 90, 91)] == [4, 2, 2, 1]


TestWholeGames = WholeGames.TestCase
TestWholeGames.settings = settings(max_examples=settings().max_examples // 4, stateful_step_count=60)
