"""The pairing rules of events, and that every way of computing a pairing gives the same."""

from dataclasses import replace
from itertools import combinations
from json import loads

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import lots, pairing
from tournaments.formats.encounters import Encounter, pair_of
from tournaments.formats.format import Again, duel, hour, night
from tournaments.formats.hall import Hall, Present
from tournaments.formats.matching import match_by_blossoms, match_by_subsets
from tournaments.formats.pairing import PATIENCE, VERSION, Draw, Free, Met, is_due, pair, parse_draw, to_json
from tournaments.formats.scoring import VOID, no_show, played

ROOT = bytes(range(32))
NOW = 1_000_000
SECOND = 1000


def free(player, **known):
    facts = {"since": NOW - 30 * SECOND, "games": 2, "points": 2, "place": 1, "lean": 0, "least": 0}
    return Free(player, dealt_first_last=False, **{**facts, **known})


def draw_of(*players, **known):
    return Draw(**{"event": "e", "number": 1, "at": NOW, "playing": 0, "free": players, **known})


def pairs(draw):
    return {pair_of(*table) for table in pair(draw, ROOT)}


def won(winner, loser, loser_has=100):
    return Encounter(winner, loser, played((121, loser_has)))


def hall(players, *encounters, format=None, blocked=(), clubs=None):
    present = tuple(Present(player, NOW - 30 * SECOND, (clubs or {}).get(player)) for player in players)
    return Hall("e", format or night(), present, encounters, frozenset(blocked))


# Matching: two algorithms and brute force.

costs_of_few = st.integers(2, 12).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.dictionaries(
            st.sampled_from(list(combinations(range(n), 2))), st.integers(0, 1 << 70), max_size=40
        ),
    )
)


def value(matching, costs):
    assert len({place for pair in matching for place in pair}) == 2 * len(matching)
    return len(matching), -sum(costs[pair] for pair in matching)


def by_brute_force(places, costs):
    if not places:
        return 0, 0
    first, *others = places
    best = by_brute_force(others, costs)
    for other in others:
        if (first, other) in costs:
            n, gain = by_brute_force([p for p in others if p != other], costs)
            best = max(best, (n + 1, gain - costs[first, other]))
    return best


@given(costs_of_few)
def test_both_ways_to_match_are_equally_good(few):
    n, costs = few
    assert value(match_by_subsets(n, costs), costs) == value(match_by_blossoms(costs), costs)


@given(costs_of_few.filter(lambda few: few[0] <= 8))
def test_subset_matching_is_as_good_as_brute_force(few):
    n, costs = few
    assert value(match_by_subsets(n, costs), costs) == by_brute_force(list(range(n)), costs)


def test_among_equally_good_partners_the_first_is_chosen():
    assert match_by_subsets(4, dict.fromkeys(combinations(range(4), 2), 0)) == {(0, 1), (2, 3)}


# The criteria, in order.


def test_as_many_as_can_be_are_paired_even_if_less_well_matched():
    draw = draw_of(free(1), free(2), free(3, points=6), free(4, points=6), apart=((3, 4),))
    assert pairs(draw) in ({(1, 3), (2, 4)}, {(1, 4), (2, 3)})


def test_longest_waiting_player_is_paired():
    draw = draw_of(free(1, games=9, since=0), free(2), free(3))
    assert 1 in {player for pair in pairs(draw) for player in pair}


def test_player_with_most_games_is_left_over():
    assert pairs(draw_of(free(1, games=3), free(2), free(3, since=0))) == {(2, 3)}


def test_players_with_equal_points_per_game_meet():
    draw = draw_of(free(1, points=4), free(2, points=2), free(3, points=4), free(4, points=2))
    assert pairs(draw) == {(1, 3), (2, 4)}


def test_players_are_matched_by_points_per_game():
    draw = draw_of(
        free(1, points=3, games=3),
        free(2, points=6, games=3),
        free(3, points=4, games=4),
        free(4, points=8, games=4),
    )
    assert pairs(draw) == {(1, 3), (2, 4)}


def test_points_per_game_are_whole_shares_and_those_of_an_average_player_without_games():
    draw = draw_of(free(1, points=6, games=3), free(2, points=3, games=5), free(3, points=0, games=0))
    assert draw.points_a_game == {1: 30, 2: 9, 3: 15}
    assert (draw.most_games, draw_of().most_games) == (5, 0)


def test_a_fair_first_deal_outweighs_all_differences_of_points():
    draw = draw_of(
        free(1, points=2, lean=1, least=1),
        free(2, points=5),
        free(3, points=2, lean=1, least=1),
        free(4, points=5),
    )
    assert (1, 3) in draw.allowed
    assert (1, 3) not in pairs(draw)


def test_places_decide_where_points_are_level():
    draw = draw_of(free(1, place=1), free(2, place=4), free(3, place=2), free(4, place=3))
    assert pairs(draw) == {(1, 3), (2, 4)}


def test_players_who_met_longest_ago_meet_again_first():
    met = [Met(one, other, 1, 0) for one, other in combinations((1, 2, 3, 4), 2)]
    met = [
        replace(each, games_since=1) if (each.one, each.other) in ((1, 4), (2, 3)) else each for each in met
    ]
    draw = draw_of(*(free(player, least=2) for player in (1, 2, 3, 4)), met=tuple(met))
    assert pairs(draw) == {(1, 4), (2, 3)}


@pytest.mark.parametrize(
    ("games", "since", "places", "expected"),
    [(2, 1, (1, 2, 1, 2), {(1, 2), (3, 4)}), (4, 3, (1, 1, 2, 2), {(1, 3), (2, 4)})],
    ids=["later", "much longer ago"],
)
def test_two_pairs_that_met_weigh_more_than_one_that_met_twice_unless_they_met_long_ago(
    games, since, places, expected
):
    met = (Met(1, 2, 2, 0), Met(1, 3, 1, since), Met(2, 4, 1, since))
    players = [free(player, least=4, games=games, place=place) for player, place in enumerate(places, 1)]
    assert pairs(draw_of(*players, met=met, apart=((1, 4), (2, 3)))) == expected


def test_event_root_decides_between_equal_pairings():
    draws = [draw_of(*map(free, range(1, 9)), number=number) for number in range(1, 20)]
    assert len({pair(draw, ROOT) for draw in draws}) > 10
    assert pair(draws[0], ROOT) == pair(draws[0], ROOT)
    assert pair(draws[0], ROOT) != pair(draws[0], bytes(32))


# The first deal.


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        ({"lean": 1}, {"lean": -1}, 2),
        ({"lean": 0}, {"lean": 1}, 1),
        ({"lean": 0, "last": True}, {"lean": 0}, 2),
        ({"lean": 0}, {"lean": 0, "last": True}, 1),
    ],
)
def test_first_deal_goes_to_the_player_with_fewer_then_to_the_one_who_did_not_deal_last(one, other, first):
    players = [
        replace(free(player, lean=known["lean"]), dealt_first_last=known.get("last", False))
        for player, known in ((1, one), (2, other))
    ]
    assert pair(draw_of(*players), ROOT)[0].first == first


def test_the_cut_gives_the_first_deal_to_either():
    firsts = [pair(draw_of(free(1), free(2), number=number), ROOT)[0].first for number in range(100)]
    assert firsts == [lots.cut("e", ROOT, number, (1, 2)) for number in range(100)]
    assert 25 < firsts.count(1) < 75


def test_players_whose_first_deals_would_be_two_apart_wait_but_not_forever():
    waits = draw_of(free(1, lean=1), free(2, lean=1))
    assert waits.allowed == ()
    nobody_else = draw_of(free(1, lean=1, least=1), free(2, lean=1, least=1))
    assert nobody_else.allowed == ((1, 2),)
    patience = PATIENCE[VERSION].for_a_fairer_deal
    patient = [free(player, lean=1, since=NOW - patience - 1) for player in (1, 2)]
    assert draw_of(*patient).allowed == ((1, 2),)
    assert draw_of(*patient, version="pairing/1").allowed == ()


def test_players_who_have_met_wait_longer_than_those_with_unfair_first_deals():
    met, patience = (Met(1, 2, 1, 0),), PATIENCE[VERSION]
    for waited, allowed in ((patience.for_a_fairer_deal, ()), (patience.for_somebody_unmet, ((1, 2),))):
        players = [free(player, lean=1, since=NOW - waited - 1) for player in (1, 2)]
        assert draw_of(*players, met=met).allowed == allowed
    met_as_often_as_anybody = [free(p, lean=1, least=2, since=NOW - 31_000) for p in (1, 2)]
    assert draw_of(*met_as_often_as_anybody, met=met).allowed == ((1, 2),)


# When to pair.


@pytest.mark.parametrize(
    ("waited", "playing", "waiting", "due"),
    [
        (0, 0, 2, True),
        (0, 1, 2, False),
        (20, 2, 2, False),
        (20.001, 2, 2, True),
        (21, 2, 2, True),
        (21, 31, 2, True),
        (21, 32, 2, False),
        (40, 40, 2, False),
        (40.001, 40, 2, True),
        (41, 40, 2, True),
        (21, 36, 36, True),
        (21, 37, 36, False),
        (41, 37, 36, True),
    ],
)
def test_pairing_is_due_after_a_wait(waited, playing, waiting, due):
    later = [free(number, since=NOW) for number in range(2, waiting + 1)]
    players = [free(1, since=NOW - waited * SECOND), *later]
    assert is_due(draw_of(*players, playing=playing)) == due


def test_no_player_is_paired_alone_or_with_a_blocked_player():
    for draw in (draw_of(free(1)), draw_of(), draw_of(free(1), free(2), apart=((1, 2),))):
        assert is_due(draw) is False
    assert pair(draw_of(free(1), free(2), apart=((1, 2),)), ROOT) == ()


# From the present players to the draw.


def test_players_do_not_meet_again_while_new_opponents_have_games_left():
    here = hall((1, 2, 3), won(1, 2), Encounter(3, 4))
    assert here.draw(1, NOW).allowed == ()
    assert hall((1, 2), won(1, 2)).draw(1, NOW).allowed == ((1, 2),)


def test_blocked_players_never_meet_and_do_not_delay_others():
    here = hall((1, 2, 3), won(1, 2), blocked={(1, 3), (2, 3)})
    assert here.draw(1, NOW).allowed == ((1, 2),)


def test_a_player_who_may_meet_no_other_has_no_objection():
    assert [here.least for here in hall((1, 2), blocked={(1, 2)}).draw(1, NOW).free] == [0, 0]


def test_hour_forbids_only_an_immediate_rematch():
    here = hall((1, 2, 3), won(1, 2), format=hour(60))
    assert here.draw(1, NOW).allowed == ((1, 3), (2, 3))
    later = hall((1, 2, 3), won(1, 2), won(3, 1), won(2, 3), format=hour(60))
    assert later.draw(1, NOW).allowed == ((1, 2),)


def test_duel_pairs_across_clubs_and_never_twice():
    here = hall((1, 2, 3, 4), format=duel(), clubs={1: 7, 2: 7, 3: 8, 4: 8})
    assert here.draw(1, NOW).allowed == ((1, 3), (1, 4), (2, 3), (2, 4))
    again = hall((1, 3), won(1, 3), format=duel(), clubs={1: 7, 3: 8})
    assert again.draw(1, NOW).allowed == ()


@pytest.mark.parametrize(
    ("here", "can_go_on"),
    [
        (hall((1, 2), won(1, 2)), True),
        (hall((1, 2), blocked={(1, 2)}), False),
        (hall((1, 2, 3), blocked={(1, 2)}), True),
        (hall((1, 2), format=duel(), clubs={1: 7, 2: 8}), True),
        (hall((1, 2), format=duel(), clubs={1: 7, 2: 7}), False),
        (hall((1, 2), won(1, 2), format=duel(), clubs={1: 7, 2: 8}), False),
        (hall((1,)), False),
    ],
    ids=["met at a night", "blocked", "one blocked", "duel", "one club", "met in a duel", "alone"],
)
def test_an_event_can_go_on_while_any_two_may_still_meet(here, can_go_on):
    assert here.can_go_on is can_go_on


def test_players_at_tables_are_counted_and_not_paired():
    draw = hall((1, 2, 3), Encounter(1, 2)).draw(1, NOW)
    assert (draw.playing, [free.player for free in draw.free]) == (2, [3])


def test_player_with_all_games_played_is_not_paired():
    games = [won(1, other) for other in range(2, 7)]
    here = hall((1, 7), *games, format=night(5))
    assert [free.player for free in here.draw(1, NOW).free] == [7]


def test_called_off_games_do_not_count_and_no_shows_have_no_first_deal():
    here = hall((1, 2, 3), Encounter(1, 2, VOID), Encounter(1, 3, no_show(1)))
    facts = {free.player: free for free in here.draw(1, NOW).free}
    assert (facts[1].games, facts[1].lean, facts[1].points) == (1, 0, 2)
    assert facts[2].games == 0
    assert (1, 2) in here.draw(1, NOW).allowed


def test_the_formats():
    assert (night().games, night().minutes, night().join_minutes) == (9, 105, 52)
    assert (hour(60).games, hour(90).games) == (6, 9)
    assert duel().again is Again.NEVER
    assert (duel().games, duel().minutes, duel().join_minutes) == (9, 105, 52)


# Random events.


@st.composite
def halls(draw):
    players = list(range(1, draw(st.integers(2, 14)) + 1))
    format = draw(st.sampled_from([night(5), night(), hour(60), duel()]))
    games = []
    for _ in range(draw(st.integers(0, 20))):
        one, other = draw(st.permutations(players))[:2]
        games.append(
            draw(st.sampled_from([won(one, other, 80), won(one, other), Encounter(one, other, no_show(1))]))
        )
    if draw(st.booleans()):
        games.append(Encounter(*players[:2]))
    present = [Present(p, draw(st.integers(0, NOW)), draw(st.sampled_from([1, 2]))) for p in players]
    blocked = draw(st.frozensets(st.sampled_from(list(combinations(players, 2))), max_size=5))
    return Hall("e", format, tuple(present), tuple(games), blocked)


@given(halls())
@settings(max_examples=60)
def test_every_pairing_obeys_the_rules(here):
    draw = here.draw(1, NOW)
    tables = pair(draw, ROOT)
    seated = [player for table in tables for player in table]
    assert len(seated) == len({*seated})
    assert {pair_of(*table) for table in tables} <= {*draw.allowed}
    assert not {pair_of(*table) for table in tables} & here.blocked
    assert not [key for key in draw.allowed if not {*key} & {*seated}], "nobody more could be paired"
    if draw.longest_waiting:
        assert draw.longest_waiting.player in seated


@given(halls(), st.randoms())
def test_order_of_the_input_does_not_matter(here, chance):
    other = replace(here, present=tuple(chance.sample(here.present, len(here.present))))
    assert to_json(other.draw(1, NOW)) == to_json(here.draw(1, NOW))


@given(halls())
def test_stored_draw_is_enough_to_pair_again(here):
    draw = here.draw(3, NOW)
    kept = to_json(draw)
    assert parse_draw(loads(kept)) == draw
    assert pair(parse_draw(loads(kept)), ROOT) == pair(draw, ROOT)
    assert to_json(parse_draw(loads(kept))) == kept


def test_a_draw_of_another_version_is_not_read():
    with pytest.raises(ValueError, match="not a draw of pairing/1 or pairing/2"):
        parse_draw(loads(to_json(draw_of(version="pairing/3"))))


def test_a_draw_made_long_ago_comes_out_the_same():
    """A stored result: a change of the outcome requires a new version."""
    here = hall(range(1, 8), won(1, 2), won(3, 4, 80), won(5, 6), won(1, 3))
    assert pair(here.draw(5, NOW), ROOT) == ((4, 1), (2, 5), (6, 7))


# Lots.


def test_lot_depends_on_all_of_its_inputs():
    drawn = {
        lots.tie("e", ROOT, 1, (1, 2)), lots.tie("e", ROOT, 2, (1, 2)), lots.tie("f", ROOT, 1, (1, 2)),
        lots.tie("e", bytes(32), 1, (1, 2)), lots.tie("e", ROOT, 1, (1, 3)), lots.lot("e", ROOT, 1),
    }  # fmt: skip
    assert len(drawn) == 6
    assert lots.tie("e", ROOT, 1, (2, 1)) == lots.tie("e", ROOT, 1, (1, 2))
    assert lots.commitment("e", ROOT) != lots.commitment("f", ROOT)


def test_lots_drawn_long_ago_come_out_the_same():
    """Stored results: anyone can compute the lots of an event from its root."""
    assert lots.lot("e", ROOT, 1) == 15310727546393310422
    assert lots.tie("e", ROOT, 1, (1, 2)) == 12531554542594983831
    assert [lots.cut("e", ROOT, number, (2, 1)) for number in range(1, 9)] == [2, 1, 2, 2, 1, 2, 1, 2]


# Many players: neighbours in the standings, a block at a time.


@pytest.mark.slow
def test_many_are_all_paired_with_neighbours_in_the_order():
    crowd = [free(number, points=number // 40, place=1 + number) for number in range(1, 171)]
    draw = draw_of(*crowd)
    tables = pair(draw, ROOT)
    assert len({player for table in tables for player in table}) == 170
    assert pair(parse_draw(loads(to_json(draw))), ROOT) == tables
    assert max(abs(first - second) for first, second in tables) < 80


def test_player_without_a_partner_among_neighbours_is_paired_further_on():
    crowd = [free(number, place=number) for number in range(1, 131)]
    alone = 1
    apart = tuple((alone, other) for other in range(2, 100))
    tables = pair(draw_of(*crowd, apart=apart), ROOT)
    (other,) = ({*table} - {alone} for table in tables if alone in table)
    assert other <= {*range(100, 131)}
    assert len(tables) == 65


def test_of_many_the_last_in_the_standings_is_left_over(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_AT_ONCE", 4)
    crowd = [free(number, points=number) for number in range(1, 6)]
    assert pairs(draw_of(*crowd)) == {(4, 5), (2, 3)}


def test_half_a_block_of_players_without_a_partner_moves_on(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_AT_ONCE", 6)
    crowd = [free(number, place=number) for number in range(1, 10)]
    tables = pairs(draw_of(*crowd, apart=tuple(combinations(range(1, 7), 2))))
    assert {player for table in tables for player in table} == {1, 2, 3, 7, 8, 9}


def test_a_block_with_players_who_moved_on_is_no_larger(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_AT_ONCE", 4)
    crowd = [free(number, place=number) for number in range(1, 13)]
    apart = {*combinations((1, 2, 3, 4), 2), *combinations((1, 2, 5, 6), 2)}
    tables = pairs(draw_of(*crowd, apart=tuple(sorted(apart))))
    assert {player for table in tables for player in table} == {1, 2, *range(7, 13)}


def test_players_who_have_met_are_kept_apart_in_a_block_too(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_AT_ONCE", 2)
    crowd = [free(number, place=number) for number in range(1, 4)]
    assert pairs(draw_of(*crowd, met=(Met(1, 2, 1, 0),))) == {(1, 3)}


def test_large_group_that_may_not_meet_is_left_unpaired():
    crowd = [free(number, place=number, club=1) for number in range(1, 131)]
    assert pair(draw_of(*crowd), ROOT) == ()
