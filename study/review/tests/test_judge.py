"""Decisions are judged by what their seat could see, and always the same way."""

import json
from statistics import mean

import pytest

from game.bots.tables import tables
from game.engine.cards import card
from game.engine.moves import Call, Claim, Go, Move, Pass, Play, Throw
from game.engine.play import act, legal, playable
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.view import view
from study.review.judge import decisions
from study.review.judge.deal import DealtHands, judge_deal
from study.review.judge.game import judge_game
from study.review.judge.grades import GRADES, accuracy, grade
from study.review.judge.playouts import playouts, usual_playouts
from study.review.judge.record import Ply, Record, plies
from study.review.judge.schema import Decision
from study.review.judge.starters import unseen_cards
from study.review.judge.win_chances import chance_in_play, current_chance
from study.review.report import report_lines
from tests.worlds.positions import DEALER, PONE, at, stacked_deck
from tests.worlds.records import build_record


@pytest.mark.slow
def test_the_same_game_gets_the_same_review_to_the_byte():
    record = build_record(11, Rules(61))
    assert json.dumps(judge_game(record)) == json.dumps(judge_game(record))


@pytest.mark.slow
def test_two_games_of_the_same_cards_and_moves_get_the_same_review():
    record = build_record(11, Rules(61))
    again = Record("another game", record.transcript, record.decks)
    assert judge_game(again) == judge_game(record)


class TestThrowsAndCards:
    def judged(
        self, dealers: str, words: str = "a56 b56 a4D", pones: str = "5H 5S 4D 6C 9H KD"
    ) -> list[Decision]:
        """Return pone's decisions in a deal with these moves, the dealer holding these cards."""
        deck = stacked_deck(pones, dealers, "7H")
        made = judge_deal(Record("one", f"121 auto first=b #1 {words}", {1: deck}), 1)["decisions"]
        return [decision for decision in made if decision["seat"] == PONE]

    def test_are_judged_by_the_seats_own_view(self):
        throw, lead = self.judged("2H 3S 7D 8C TH QD")
        assert [throw["sort"], lead["sort"]] == ["throw", "card"]
        assert self.judged("AH AS AD 9C TD QC") == [throw, lead]

    def test_the_sample_is_drawn_by_nothing_that_the_seat_cannot_see(self):
        texts = set()
        for dealers in ("2H 3S 7D 8C TH QD", "AH AS AD 9C TD QC"):
            for pones in ("5H 5S 4D 6C 9H KD", "4D 6C 5S 5H 9H KD"):
                deck = stacked_deck(pones, dealers, "7H")
                lead = plies(Record("one", "121 auto first=b #1 a56 b56 a4D", {1: deck}))[-1]
                texts.add(decisions.choice_text(view(lead.before, PONE)))
        assert texts == {"pone | 0-0 of 121 |  | 4D 5H 5S 6C | 9H KD | 7H |  |  | "}

    def test_are_compared_with_the_best(self):
        [throw] = self.judged("2H 3S 7D 8C TH QD", "a12")
        assert (throw["made"]["cards"], throw["of"], throw["grade"]) == (["5H", "5S"], 15, "blunder")
        assert throw["best"]["cards"] == ["9H", "KD"] == throw["lines"][0]["cards"]
        assert throw["lost"] == throw["best"]["win"] - throw["made"]["win"] > 0
        assert throw["lost_points"] > 5

    def test_best_discard_costs_nothing(self):
        throw = self.judged("2H 3S 7D 8C TH QD")[0]
        assert (throw["made"], throw["rank"], throw["lost"]) == (throw["best"], 1, 0)
        assert throw["grade"] == "best"

    def test_a_card_is_no_decision_where_all_that_fit_are_of_one_rank(self):
        tens = self.judged("2H 3S 7D 8C 9H QD", "a56 b56 aTC", pones="TC TD TH TS 2C 3C")
        assert [decision["sort"] for decision in tens] == ["throw"]


def counting(counting: Counting, pone: str = "4H 5H 6H 6S") -> State:
    """Return a state in which pone has to count a hand of this."""
    table = at(pone=pone, dealer="2C 8D TC QS", starter="9D", counting=counting)
    while table.phase is Phase.PLAY:
        assert table.turn is not None
        table, _ = act(table, table.turn, legal(table, table.turn)[0])
    return table


def counted(state: State, seat: Seat, move: Move) -> Decision | None:
    return decisions.count_decision(Ply(20, seat, move, state, act(state, seat, move)[0], ()))


class TestCounts:
    def test_points_overlooked_are_given_away(self):
        state = counting(Counting.MANUAL)
        assert state.laid is not None
        right = state.laid.score.total
        assert counted(state, PONE, Claim(right)) is None
        wrong = counted(state, PONE, Claim(right - 4))
        assert wrong is not None
        assert (wrong["sort"], wrong["lost_points"], wrong["best"]["claim"]) == ("claim", 4.0, right)
        assert wrong["lost"] > 20_000

    def test_muggins_gives_overlooked_points_to_the_opponent(self):
        state = counting(Counting.MUGGINS)
        assert state.laid is not None
        wrong = counted(state, PONE, Claim(state.laid.score.total - 4))
        assert wrong is not None
        assert wrong["lost_points"] == 8.0

    def test_passing_on_overlooked_points_loses_them(self):
        state = counting(Counting.MUGGINS)
        assert state.laid is not None
        state, _ = act(state, PONE, Claim(state.laid.score.total - 4))
        assert counted(state, DEALER, Call(4)) is None
        passed = counted(state, DEALER, Pass())
        assert passed is not None
        assert (passed["sort"], passed["seat"], passed["lost_points"]) == ("call", DEALER, 4.0)
        assert (passed["made"].get("claim"), passed["best"].get("claim")) == (0, 4)


class TestTheOutlook:
    @pytest.mark.parametrize(("score", "pone"), [(106, 1.0), (90, 0.0)])
    def test_pone_counts_first(self, score: int, pone: float):
        state = counting(Counting.MANUAL)
        state = state.replace(scores=(score, 120))
        assert current_chance(state) == pone

    @pytest.mark.parametrize(("score", "is_won"), [(119, True), (118, False)])
    def test_a_card_that_wins_is_played(self, score: int, is_won: bool):
        table = at(f"pone {score}, dealer 120", pone="5H 9S 2C 2D", dealer="TC QD 3H 4S", starter="KD")
        for seat, text in ((PONE, "9S"), (DEALER, "4S")):
            table, _ = act(table, seat, Play(card(text)))
        assert (current_chance(table) == 1) is is_won  # a two makes fifteen

    @pytest.mark.parametrize(("score", "more"), [("pone 111, dealer 118", 1.5), ("pone 110, dealer 118", 1)])
    def test_dealer_odds_near_the_end_exceed_habitual_play(self, score: str, more: float):
        table = at(score, pone="5H 5S KC KD", dealer="TC KS 3H 8S", starter="6D")
        table, _ = act(table, PONE, Play(card("KC")))

        def odds(of_a: float) -> float:
            of_dealer = of_a if DEALER is Seat.A else 1 - of_a
            return of_dealer / (1 - of_dealer)

        by_habit = odds(chance_in_play(table, playouts(table)))
        assert 0.01 < by_habit < 100
        assert odds(current_chance(table)) == pytest.approx(more * by_habit)

    def test_chance_without_decisions_is_that_of_the_cards(self):
        table = at("pone 111, dealer 111", pone="2H 4S 8C QD 6H TC", dealer="AH 3S 7C 9D QH 4D", starter="KD")
        while len(playouts(table).weights) > 1:
            assert table.turn is not None
            fitting = playable(table.hands[table.turn], table.count)
            table, _ = act(table, table.turn, Play(fitting[0]) if fitting else Go())
        assert 0 < current_chance(table) == chance_in_play(table, playouts(table)) < 1

    @pytest.mark.slow
    def test_over_all_starters_the_cut_is_worth_nothing(self):
        dealt = at("pone 105, dealer 117", pone="4H 5H 6H 6S", dealer="2C 8D TC QS", thrown=False)
        weighed = DealtHands.from_state(dealt)
        chances = []
        for starter in unseen_cards(*dealt.dealt):
            table = dealt.replace(upcard=starter)
            for seat in Seat:
                table, _ = act(table, seat, Throw(weighed.throw_of(dealt, seat)))
            chances.append(chance_in_play(table, usual_playouts()))
        assert len(chances) == 40
        assert len(set(chances)) > 1
        assert weighed.chance_before_cut(weighed.after_throws(dealt)) == pytest.approx(
            1e6 * mean(chances), abs=1
        )

    def test_the_usual_play_is_that_of_the_tables(self):
        share = tables().pegging.astype(float)
        means = [(share.sum(axis=1 - role) * range(len(share))).sum() for role in (0, 1)]
        assert usual_playouts().weights.sum() == pytest.approx(1)
        assert usual_playouts().pegged @ usual_playouts().weights == pytest.approx(means, abs=0.1)

    def test_forced_pegging_gives_the_only_possible_points(self):
        table = at(pone="5H 5S 5D 5C", dealer="TC TD TH TS", starter="2D")
        twice_fifteen_and_thirty = 2 * (2 + 1)
        assert playouts(table).pegged.tolist() == [[0], [twice_fifteen_and_thirty]]


class TestGrades:
    def test_each_begins_where_the_one_before_ends(self):
        bounds = [bound for _, bound in GRADES]
        assert [grade(0), *[grade(int(bound)) for bound in bounds[:-1]]] == [name for name, _ in GRADES]

    def test_accuracy_halves_with_every_two_per_cent(self):
        assert [accuracy([0, 0]), accuracy([20_000]), accuracy([0, 40_000]), accuracy([])] == [
            1000,
            500,
            625,
            1000,
        ]


@pytest.mark.slow
def test_review_can_be_written_as_text():
    judged = judge_game(build_record(13, Rules(61)))
    report = "\n".join(report_lines(judged, ("Ann", "Bob")))
    assert "luck and skill of Ann" in report
    assert "Bob decided" in report
    assert f"deal {len(judged['deals']):>2}" in report
