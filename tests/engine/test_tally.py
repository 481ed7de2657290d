"""The components of a player's averages."""

from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.events import Counted, Dealt, Event, Pegged
from game.engine.moves import Deal, Resign, Throw
from game.engine.play import act, start
from game.engine.state import Counting, Rules, Seat, State
from game.engine.tally import Sheet, Tally
from tests.worlds.positions import DEALER, PONE, count, play, play_random_game, stacked_deck

RULES = st.builds(Rules, target=st.sampled_from([121, 61]), counting=st.sampled_from(Counting))

# Pone pegs eight with the last six and two for fifteen, the dealer two for a pair and one for last; the hands
# are worth 24 and 9, the crib 8.
CARDS = {"pone": "4H 6S 6H 5D KC QD", "dealer": "9C 6C TD JD 2C 3H", "starter": "5S"}
PLAY = "4H 9C 6S 6C 6H TD 5D JD"
PONES = Sheet(deals_as_pone=1, pegged_as_pone=10, pegged=10, hands=1, hand_points=24, best_hand=24)
DEALERS = Sheet(
    dealt_first=True,
    deals_as_dealer=1,
    pegged_as_dealer=3,
    pegged=3,
    hands=1,
    hand_points=9,
    best_hand=9,
    cribs=1,
    crib_points=8,
)


class FirstDeal:
    """The first deal of a game, and the tally that listens to it."""

    def __init__(self, counting: Counting = Counting.AUTO, scores: tuple[int, int] = (0, 0), **cards: str):
        self.tally = Tally()
        self.state = start(Rules(counting=counting, first_dealer=DEALER)).replace(scores=scores)
        self.add_events(act(self.state, None, Deal(1, stacked_deck(**CARDS | cards))))
        for seat in Seat:
            self.add_events(act(self.state, seat, Throw(self.state.dealt[seat][4:])))

    def add_events(self, came: tuple[State, tuple[Event, ...]]) -> None:
        self.state, events = came
        self.tally = self.tally.with_events(events)

    def play(self, words: str) -> "FirstDeal":
        for word in words.split():
            self.add_events(play(self.state, word))
        return self

    def count(self, words: str) -> "FirstDeal":
        self.add_events(count(self.state, words))
        return self

    @property
    def sheets(self) -> tuple[Sheet, Sheet]:
        return self.tally.sheets


def test_a_deal_that_was_counted():
    assert FirstDeal().play(PLAY).sheets == (PONES, DEALERS)


def test_a_deal_that_does_not_come_to_the_show_is_none():
    deal = FirstDeal().play("4H 9C 6S 6C 6H")
    deal.add_events(act(deal.state, PONE, Resign()))
    assert deal.sheets == (Sheet(pegged=8), Sheet(dealt_first=True, pegged=2))


def test_a_game_won_in_the_play_has_no_deal_of_its_last_cards_but_their_pegs():
    assert FirstDeal(scores=(111, 0)).play("4H 9C 6S 6C 6H TD 5D").sheets == (
        Sheet(pegged=10),
        Sheet(dealt_first=True, pegged=2),
    )


def test_nibs_are_no_pegging():
    sheets = FirstDeal(starter="JS").play(PLAY).sheets
    assert sheets[DEALER].pegged_as_dealer == 3


def test_hands_that_are_not_counted_any_more_are_none():
    sheets = FirstDeal(scores=(90, 0)).play(PLAY).sheets
    assert (sheets[PONE].hands, sheets[DEALER].hands, sheets[DEALER].cribs) == (1, 0, 0)
    assert sheets[DEALER].deals_as_dealer == 1


def test_of_the_hand_that_wins_only_what_was_needed_is_pegged_but_its_worth_is_known():
    sheets = FirstDeal(scores=(110 - 6, 0)).play(PLAY).sheets
    assert (sheets[PONE].hand_points, sheets[PONE].best_hand) == (7, 24)


def test_before_the_first_deal_every_figure_is_nought():
    assert [*map(tuple, Tally().sheets)] == [(False, *[0] * 10)] * 2


def test_of_two_deals_the_best_hand_and_the_first_deal_are_not_added_up():
    first = Sheet(dealt_first=True, hands=1, best_hand=12)
    for other, best in ((24, 24), (8, 12)):
        together = first.with_deal(Sheet(hands=1, best_hand=other))
        assert (together.dealt_first is True, together.hands, together.best_hand) == (True, 2, best)


class TestCountedByHand:
    def test_a_deal_has_come_to_the_show_before_anything_is_claimed(self):
        sheets = FirstDeal(Counting.MANUAL).play(PLAY).sheets
        assert (sheets[PONE].deals_as_pone, sheets[PONE].pegged_as_pone, sheets[PONE].hands) == (1, 10, 0)

    def test_overlooked_points_are_not_the_hands_but_its_worth_is_known(self):
        sheets = FirstDeal(Counting.MANUAL).play(PLAY).count("20 9 8").sheets
        assert sheets == (PONES._replace(hand_points=20), DEALERS)

    def test_the_opponents_points_for_an_overcount_belong_to_no_hand(self):
        assert FirstDeal(Counting.MANUAL).play(PLAY).count("24 12 8").sheets == (PONES, DEALERS)

    def test_nor_is_muggins(self):
        sheets = FirstDeal(Counting.MUGGINS).play(PLAY).count("20 +4 9 pass 6 +2").sheets
        assert sheets == (PONES._replace(hand_points=20), DEALERS._replace(crib_points=6))


@settings(max_examples=30)
@given(RULES, st.integers(0, 10**6))
def test_a_whole_game_is_its_sheets_and_the_points_outside_of_them(rules: Rules, seed: int):
    """Counted again from the pegs: nibs, muggins, overcounts, and the play of a deal that had no show."""
    tally, left_out, in_play, hands = Tally(), [0, 0], [0, 0], [0, 0]
    dealers: list[Seat] = []
    for state, seat, move in play_random_game(rules, seed)[:-1]:
        after, events = act(state, seat, move)
        tally = tally.with_events(events)
        for event in events:
            if isinstance(event, Dealt):
                dealers.append(event.dealer)
                in_play = [0, 0]
            elif isinstance(event, Counted) and event.what == "hand":
                hands[event.seat] += 1
            elif isinstance(event, Pegged) and event.kind in ("play", "go", "last"):
                in_play[event.seat] += event.points
            elif isinstance(event, Pegged) and event.kind in ("nibs", "muggins", "overcount"):
                left_out[event.seat] += event.points
    had_show = after.show is not None and after.show.deal == after.deal
    for seat, sheet in zip(Seat, tally.sheets, strict=True):
        on_sheet = sheet.pegged_as_dealer + sheet.pegged_as_pone + sheet.hand_points + sheet.crib_points
        assert after.scores[seat] == on_sheet + left_out[seat] + (0 if had_show else in_play[seat])
        assert after.scores[seat] == sheet.pegged + sheet.hand_points + sheet.crib_points + left_out[seat]
        shown = dealers if had_show else dealers[:-1]
        assert (sheet.deals_as_dealer, sheet.deals_as_pone) == (shown.count(seat), shown.count(seat.other))
        assert sheet.dealt_first == (dealers[0] is seat)
        assert sheet.hands == hands[seat]
