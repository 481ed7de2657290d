"""The terms of games where points could be farmed: worked examples, and general properties."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connections, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.audit import find_differences
from ranking.models import Change, Kind, Standing, Terms
from ranking.settlement import EndedGame, LastDay, Side, settle, void
from ranking.terms import ABORTED_OFTEN, CAP_A_DAY, CAPPED, SHARED, UNCOUNTED, Today, is_newcomer
from ranking.tests.players import (
    NOON,
    bot_game,
    create_player,
    load_changes,
    load_points,
    load_standing,
    people_game,
    settle_games,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def on_terms(terms: Terms, game: EndedGame) -> EndedGame:
    return EndedGame(game.game, game.sides, game.winner, game.unfinished, game.at, terms)


def given_up(game: str, winner: int, loser: int, minutes: int = 0) -> EndedGame:
    """Return a game that the loser resigned before a count."""
    return on_terms(Terms.UNCOUNTED, people_game(game, winner, loser, unfinished=True, minutes=minutes))


def known_player(name: str, points: int = 1500) -> int:
    """Return a player whose standing has ten games."""
    return create_player(name, points=points, wins=5, losses=5)


class TestGivenUpBeforeAnythingWasCounted:
    def test_no_player_wins_points_and_the_loser_has_left_a_game(self):
        ann, bob = known_player("ann"), known_player("bob")
        settle_games(given_up("g", ann, bob))
        assert load_points(ann, bob) == [1500, 1500]
        winner, loser = load_standing(ann), load_standing(bob)
        assert (winner.wins, winner.losses, winner.unfinished) == (5, 5, 0)
        assert (loser.wins, loser.losses, loser.unfinished) == (5, 6, 1)
        assert {(one.change, one.why) for one in Change.objects.all()} == {(0, UNCOUNTED)}

    def test_the_fourth_of_a_day_costs_points_and_gains_none(self):
        ann, bob = known_player("ann"), known_player("bob")
        settle_games(*[given_up(f"{n}", ann, bob, n) for n in range(5)])
        assert load_changes(ann) == [0] * 5
        assert load_changes(bob) == [0, 0, 0, -21, -20]
        assert Change.objects.get(game="3", player=bob).why == ABORTED_OFTEN

    def test_a_day_later_one_may_be_given_up_again(self):
        ann, bob = known_player("ann"), known_player("bob")
        settle_games(*[given_up(f"{n}", ann, bob, n) for n in range(3)], given_up("9", ann, bob, 24 * 60))
        assert load_changes(bob) == [0] * 4

    def test_against_bots_it_is_the_same_and_counted_by_itself(self):
        ann, bob = known_player("ann"), known_player("bob")
        settle_games(*[given_up(f"{n}", bob, ann, n) for n in range(3)])
        aborted = [bot_game(f"b{n}", ann, "novice", is_won=False, unfinished=True) for n in range(4)]
        settle_games(*[on_terms(Terms.UNCOUNTED, game) for game in aborted])
        house = Change.objects.filter(player=ann, kind=Kind.HOUSE).order_by("pk")
        assert [one.change for one in house] == [0, 0, 0, -21]

    def test_it_is_none_of_the_ten_a_day(self):
        ann, bob = known_player("ann"), known_player("bob")
        settle_games(*[given_up(f"0{n}", ann, bob, n) for n in range(3)])
        settle_games(*[people_game(f"1{n}", ann, bob, minutes=9 + n) for n in range(11)])
        assert [change > 0 for change in load_changes(ann)[3:]] == [True] * 10 + [False]


class TestFromOnePlace:
    def test_nothing_changes_not_even_the_count_of_games(self):
        ann, bob = known_player("ann"), known_player("bob")
        settle_games(on_terms(Terms.SHARED, people_game("g", ann, bob, unfinished=True)))
        assert load_points(ann, bob) == [1500, 1500]
        for own in (load_standing(ann), load_standing(bob)):
            assert (own.wins, own.losses, own.unfinished) == (5, 5, 0)
        assert {one.why for one in Change.objects.all()} == {SHARED}


class TestNewcomers:
    def test_wins_over_newcomers_gain_at_most_forty_a_day_and_cost_them_the_usual_points(self):
        ann, puppets = known_player("ann"), [create_player(f"puppet {n}") for n in range(4)]
        settle_games(*[people_game(f"{n}", ann, puppet, minutes=n) for n, puppet in enumerate(puppets)])
        assert load_changes(ann) == [21, 19, 0, 0]
        assert [load_changes(puppet) for puppet in puppets] == [[-21], [-20], [-19], [-19]]
        assert [one.why for one in Change.objects.filter(player=ann, change=0)] == [CAPPED] * 2

    def test_losses_to_newcomers_can_be_won_back(self):
        ann, new = known_player("ann"), create_player("new")
        settle_games(*[people_game(f"a{n}", new, ann, minutes=n) for n in range(2)])
        settle_games(*[people_game(f"b{n}", ann, new, minutes=9 + n) for n in range(5)])
        assert sum(load_changes(ann)) == CAP_A_DAY

    def test_with_others_nothing_is_capped(self):
        ann, new, others = known_player("ann"), create_player("new"), [known_player(f"{n}") for n in range(3)]
        settle_games(*[people_game(f"a{n}", ann, new, minutes=n) for n in range(4)])
        settle_games(*[people_game(f"b{n}", ann, other, minutes=9) for n, other in enumerate(others)])
        assert [change > 15 for change in load_changes(ann)[-3:]] == [True] * 3

    def test_a_day_after_there_is_room_again(self):
        ann, puppets = known_player("ann"), [create_player(f"puppet {n}") for n in range(4)]
        settle_games(*[people_game(f"{n}", ann, puppet, minutes=n) for n, puppet in enumerate(puppets)])
        settle_games(people_game("9", ann, create_player("another"), minutes=24 * 60 + 5))
        assert load_changes(ann)[-1] > 15

    def test_a_newcomer_is_capped_against_newcomers_alone(self):
        new, one, known = create_player("new"), create_player("one"), known_player("known", points=1700)
        settle_games(*[people_game(f"a{n}", new, one, minutes=n) for n in range(3)])
        settle_games(people_game("b", new, known, minutes=9))
        assert load_changes(new)[2] == 0
        assert load_changes(new)[3] > 20

    def test_games_given_up_early_are_under_the_same_cap(self):
        ann, others = known_player("ann"), [known_player(f"other {n}") for n in range(3)]
        games = [people_game(f"{n}", ann, other, minutes=n) for n, other in enumerate(others)]
        settle_games(*[on_terms(Terms.CAPPED, game) for game in games])
        assert load_changes(ann) == [21, 19, 0]

    def test_a_win_taken_back_leaves_its_room(self):
        ann, puppets = known_player("ann"), [create_player(f"puppet {n}") for n in range(3)]
        settle_games(*[people_game(f"{n}", ann, puppet, minutes=n) for n, puppet in enumerate(puppets[:2])])
        with transaction.atomic():
            void("0", NOON + timedelta(minutes=30))
        settle_games(people_game("2", ann, puppets[2], minutes=40))
        assert load_changes(ann) == [21, 19, -21, 20]

    def test_ten_games_and_a_day_make_a_player_known(self):
        assert is_newcomer(9, NOON - 30 * DAY, NOON)
        assert not is_newcomer(10, NOON - 30 * DAY, NOON)
        assert is_newcomer(10, NOON - DAY / 2, NOON)

    def test_a_day_begins_with_all_its_room(self):
        assert Today() == Today(is_beyond_ten=False, aborts=0, from_capped=0)
        assert LastDay(()).today(1, Kind.PEOPLE) == Today()
        assert (Today().room, Today(from_capped=-21).room, Today(from_capped=41).room) == (40, 61, 0)

    def test_left_games_do_not_end_newcomer_status(self):
        ann, bob = known_player("ann"), create_player("bob", points=1500, losses=30, unfinished=21)
        settle_games(people_game("g", ann, bob))
        assert Change.objects.get(player=bob).newcomer


HAPPENINGS = st.lists(
    st.one_of(
        st.tuples(st.integers(0, 3), st.integers(1, 3), st.sampled_from(Terms)),
        st.tuples(st.just("wait"), st.integers(1, 13), st.none()),
        st.tuples(st.just("void"), st.integers(0, 30), st.none()),
    ),
    min_size=1,
    max_size=40,
)


@pytest.mark.slow
@settings(max_examples=25)
@given(HAPPENINGS, st.integers(0, 12))
def test_no_sequence_of_games_gains_more_than_the_cap(
    happenings: list[tuple[object, int, object]], known_after: int
):
    with transaction.atomic():
        people, hours = [create_player(f"player {n}") for n in range(4)], 0
        settle_games(
            *[people_game(f"0{n:02}", people[0], people[1], minutes=-9000) for n in range(known_after)]
        )
        for n, (what, how, terms) in enumerate(happenings):
            if what == "wait":
                hours += how
            elif what == "void":
                void(f"1{how:02}", NOON + timedelta(hours=hours))
            else:
                sides = Side(people[what]), Side(people[(what + how) % 4])
                at = NOON + timedelta(hours=hours, minutes=n)
                unfinished = terms is Terms.UNCOUNTED
                settle([EndedGame(f"1{n:02}", sides, 0, unfinished, at, terms)])
        assert list(find_differences(mend=False, progress=lambda read: None)) == []
        in_force = Change.objects.filter(undoes=None, undone_by=None)
        for own in in_force.filter(terms=Terms.CAPPED, won=True, at__gt=NOON):
            day = in_force.filter(player=own.player, terms=Terms.CAPPED, pk__lte=own.pk, at__gt=own.at - DAY)
            assert own.change == 0 or sum(day.values_list("change", flat=True)) <= CAP_A_DAY + voided_losses(
                own
            )
        assert not in_force.filter(terms__in=(Terms.UNCOUNTED, Terms.SHARED), change__gt=0).exists()
        transaction.set_rollback(True)


def voided_losses(own: Change) -> int:
    """Return the losses that were voided since, and that had allowed further wins."""
    undone = Change.objects.filter(player=own.player, terms=Terms.CAPPED, undoes=None, pk__lt=own.pk)
    return -sum(undone.exclude(undone_by=None).filter(change__lt=0).values_list("change", flat=True))


@pytest.mark.rows
@pytest.mark.parametrize(
    ("what", "value"),
    [("newcomer", False), ("terms", "plain"), ("terms", "uncounted"), ("change", 20), ("rules", 1)],
)
def test_terms_that_were_tampered_with_are_found(what: str, value: object):
    ann, eve = create_player("ann"), create_player("eve")
    settle_games(*[people_game(f"{n}", ann, eve, minutes=n) for n in range(4)])
    Change.objects.filter(game="3", player=ann).update(**{what: value})
    assert {one.game for one in find_differences(mend=False, progress=lambda read: None)} & {"3", ""}


@pytest.mark.rows
def test_a_game_under_the_first_rules_is_unchanged():
    ann, bob = create_player("ann"), create_player("bob")
    settle_games(*[people_game(f"{n}", ann, bob, minutes=n) for n in range(2)])
    Change.objects.filter(game="0").update(rules=1, terms=Terms.PLAIN, newcomer=False)
    Change.objects.filter(game="1").delete()
    list(find_differences(mend=True, progress=lambda read: None))
    assert list(find_differences(mend=False, progress=lambda read: None)) == []
    assert load_points(ann, bob) == [1521, 1479]


def test_games_have_terms_since_the_second_rules_and_head_starts_since_the_third():
    ann, bob = create_player("ann"), create_player("bob", points=1700)
    game = people_game("g", ann, bob)
    settle_games(EndedGame(game.game, game.sides, game.winner, game.unfinished, game.at, even=True))
    changes = Change.objects.all()
    assert {(one.terms, one.even) for one in changes} == {(Terms.CAPPED, True)}
    found_by_rules = {}
    for rules in (3, 2, 1):
        changes.update(rules=rules)
        found = find_differences(mend=False, progress=lambda read: None)
        found_by_rules[rules] = {one.field for one in found} & {"terms", "even", "rules"}
    assert found_by_rules == {3: set(), 2: {"even"}, 1: {"terms", "even"}}


@pytest.mark.rows
@pytest.mark.django_db(transaction=True)
def test_wins_that_come_at_once_from_several_processes_stay_under_the_cap():
    ann, puppets = create_player("ann"), [create_player(f"puppet {n}") for n in range(6)]
    Standing.objects.create(player_id=ann, kind=Kind.HOUSE)
    begin = Barrier(len(puppets))

    def win(puppet: int) -> None:
        try:
            begin.wait(30)
            settle_games(people_game(f"g{puppet}", ann, puppet))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(puppets)) as processes:
        list(processes.map(win, puppets))
    assert sorted(load_changes(ann)) == [0, 0, 0, 0, 19, 21]
    assert load_points(ann) == [1540]
