"""The conclusions from encounters for a pairing: meetings, opponents, and first deals."""

from tournaments.formats.encounters import Card, Encounter, at_tables, cards, meetings, pair_of
from tournaments.formats.scoring import NOBODY_CAME, NOTHING, VOID, no_show, played, total

WON = played((121, 100))


def test_a_pair_is_the_same_in_either_order():
    assert pair_of(1, 2) == pair_of(2, 1) == (1, 2)


def test_a_card_has_the_opponents_in_order_and_the_first_deals():
    card = cards([1], [Encounter(1, 2, WON), Encounter(3, 1, WON), Encounter(1, 4)])[1]
    assert card == Card([2, 3, 4], [True, False, True], total([WON.score(0), WON.score(1)]))
    assert card.games == 3


def test_a_called_off_game_is_on_no_card_and_a_missed_one_has_no_first_deal():
    found = cards([1, 2], [Encounter(1, 2, VOID), Encounter(1, 2, no_show(1)), Encounter(2, 1, NOBODY_CAME)])
    assert [(card.games, card.first_deals) for card in found.values()] == [(2, []), (2, [])]


def test_a_lean_is_the_first_deals_less_those_of_the_opponents():
    leans = {(): 0, (True,): 1, (False,): -1, (True, True, False): 1, (False, False, True): -1}
    assert {deals: Card(first_deals=[*deals]).lean for deals in leans} == leans


def test_the_last_first_deal_is_that_of_the_last_game():
    last = {(): False, (True,): True, (True, False, True): True, (True, True, False): False}
    assert {deals: Card(first_deals=[*deals]).dealt_first_last for deals in last} == last


def test_games_since_the_last_meeting_are_counted_back_from_the_last_game():
    card = Card(opponents=[1, 2, 1, 3])
    assert [card.games_since(opponent) for opponent in (3, 1, 2)] == [0, 1, 2]


def test_meetings_count_both_ways_without_called_off_games():
    met = [Encounter(1, 2, WON), Encounter(2, 1, WON), Encounter(1, 2, VOID), Encounter(3, 1)]
    assert meetings(met) == {(1, 2): 2, (1, 3): 1}


def test_a_live_game_has_no_score_and_its_players_are_at_a_table():
    live, finished = Encounter(1, 2), Encounter(3, 4, WON)
    assert (live.score(1), finished.score(3), finished.score(4)) == (NOTHING, WON.score(0), WON.score(1))
    assert [*at_tables([live, finished])] == [1, 2]
