"""The standing of API bots: all their games change it, and never anyone else's."""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.audit import find_differences
from ranking.leaderboard import load_top
from ranking.models import Change, Kind, Standing, Terms
from ranking.rules.points import BOTS
from ranking.settlement import EndedGame, Side, settle, void
from ranking.standings import MIN_GAMES_OF_A_VERSION, begin_version
from ranking.tests.players import NOON, create_player, load_changes, load_points, people_game, settle_games

pytestmark = pytest.mark.django_db

HOUSE = 10**9  # the account of a house bot, which these tests never create


@pytest.fixture
def deep(nobody_is_new: None) -> int:
    return create_player("deep")


def bot(player: int) -> Side:
    return Side(player, is_api_bot=True)


def game(name: str, one: Side, other: Side, *, minutes: int = 0, is_won: bool = True) -> EndedGame:
    """Return a game that the first side has won or lost."""
    return EndedGame(name, (one, other), 0 if is_won else 1, False, NOON + timedelta(minutes=minutes))


def differences() -> list[object]:
    return list(find_differences(mend=False, progress=lambda read: None))


@pytest.mark.rows
def test_against_a_person_only_the_bots_points_change(deep: int) -> None:
    ann = create_player("ann", points=1700)
    settle_games(game("g", bot(deep), Side(ann)))
    assert load_points(deep, kind=Kind.BOTS) == [1529]
    assert load_points(ann) == [1700]
    change = Change.objects.get()
    assert (change.player_id, change.opponent_id, change.opponents, change.kind) == (deep, ann, 1700, "bots")


def test_a_person_without_games_has_the_initial_points(deep: int) -> None:
    ann = create_player("ann")
    settle_games(game("g", Side(ann), bot(deep)))
    assert load_changes(deep) == [-21]
    assert not Standing.objects.filter(player=ann).exists()


def test_two_bots_move_both(deep: int) -> None:
    blue = create_player("blue")
    settle_games(game("g", bot(deep), bot(blue)))
    assert load_points(deep, blue, kind=Kind.BOTS) == [1521, 1479]


def test_with_the_house_it_moves_by_the_fixed_points(deep: int) -> None:
    settle_games(game("g", Side(HOUSE, "advanced"), bot(deep)), game("h", bot(deep), Side(HOUSE, "novice")))
    assert load_changes(deep) == [-2, 21]
    assert list(Standing.objects.values_list("player", "kind")) == [(deep, "bots")]


def test_ten_games_a_day_with_one_person_count(deep: int) -> None:
    """The owner's friend loses nothing by losing, so only this limit keeps points from being given away."""
    ann = create_player("ann")
    settle_games(*[game(f"g{n:02}", bot(deep), Side(ann), minutes=n) for n in range(12)])
    assert [change != 0 for change in load_changes(deep)] == [True] * 10 + [False] * 2
    assert differences() == []


def test_newcomers_bring_a_bot_no_more_than_forty_points_a_day() -> None:
    deep = create_player("deep")
    people = [create_player(f"new-{n}") for n in range(4)]
    settle_games(*[game(f"g{n}", bot(deep), Side(ann), minutes=n) for n, ann in enumerate(people)])
    assert sum(load_changes(deep)) == 40
    assert {*Change.objects.values_list("terms", flat=True)} == {Terms.CAPPED}
    assert differences() == []


class TestAVersion:
    def test_it_is_in_the_list_once_it_has_finished_enough_games(self, deep: int) -> None:
        self.play(deep, MIN_GAMES_OF_A_VERSION - 1)
        assert load_top(Kind.BOTS) == []
        self.play(deep, 1, since=MIN_GAMES_OF_A_VERSION)
        assert [row.standing.player_id for row in load_top(Kind.BOTS)] == [deep]

    def test_a_new_one_is_provisional_again_with_the_points_it_had(self, deep: int) -> None:
        self.play(deep, MIN_GAMES_OF_A_VERSION)
        points = load_points(deep, kind=Kind.BOTS)
        with transaction.atomic():
            begin_version(deep)
        assert (load_top(Kind.BOTS), load_points(deep, kind=Kind.BOTS)) == ([], points)
        assert differences() == []
        self.play(deep, MIN_GAMES_OF_A_VERSION, since=MIN_GAMES_OF_A_VERSION)
        assert len(load_top(Kind.BOTS)) == 1
        assert differences() == []

    def play(self, deep: int, games: int, since: int = 0) -> None:
        numbers = range(since, since + games)
        settle_games(*[game(f"g{n:03}", bot(deep), Side(HOUSE, "novice"), minutes=n) for n in numbers])


@pytest.mark.rows
def test_a_game_that_a_host_takes_back_gives_the_bot_its_points_back(deep: int) -> None:
    ann = create_player("ann", points=1500)
    settle_games(game("g", bot(deep), Side(ann)))
    with transaction.atomic():
        assert void("g", NOON + timedelta(hours=1))
    assert (load_points(deep, kind=Kind.BOTS), load_points(ann)) == ([1500], [1500])
    assert differences() == []


PERSON, BOT = st.integers(0, 2), st.integers(0, 1)
GAMES = st.lists(
    st.one_of(
        st.tuples(st.just("people"), PERSON, st.integers(1, 2), st.booleans()),
        st.tuples(st.just("house"), PERSON, st.sampled_from(sorted(BOTS)), st.booleans()),
        st.tuples(st.just("bot and person"), BOT, PERSON, st.booleans()),
        st.tuples(st.just("bots"), BOT, st.just(1), st.booleans()),
        st.tuples(st.just("bot and house"), BOT, st.sampled_from(sorted(BOTS)), st.booleans()),
        st.tuples(st.just("void"), st.integers(0, 30), st.none(), st.none()),
        st.tuples(st.just("new version"), BOT, st.none(), st.none()),
        st.tuples(st.just("wait"), st.integers(1, 13), st.none(), st.none()),
    ),
    max_size=30,
)
KINDS_OF_BOTS = {"bot and person", "bots", "bot and house"}


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(GAMES)
def test_no_mix_of_games_lets_a_bot_change_a_persons_points(
    happenings: list[tuple[str, int, object, bool]],
) -> None:
    """People's standings are the same, to the last field, without the games of bots.

    Everything is audited.
    """
    with transaction.atomic():
        with_bots = _play(happenings, with_bots=True)
        transaction.set_rollback(True)
    with transaction.atomic():
        without = _play(happenings, with_bots=False)
        transaction.set_rollback(True)
    assert with_bots == without


def _play(happenings: list[tuple[str, int, object, bool]], *, with_bots: bool) -> list[tuple[object, ...]]:
    """Return people's standings after these games, or after those of them without bots."""
    people = [create_player(name) for name in ("ann", "bob", "eve")]
    bots = [create_player(name) for name in ("deep", "blue")]
    now, played = NOON, 0
    for what, one, other, is_won in happenings:
        sides: tuple[Side, Side] | None = None
        match what:
            case "people":
                sides = Side(people[one]), Side(people[(one + int(str(other))) % 3])
            case "house":
                sides = Side(people[one]), Side(HOUSE, str(other))
            case "bot and person":
                sides = bot(bots[one]), Side(people[int(str(other))])
            case "bots":
                sides = bot(bots[one]), bot(bots[1 - one])
            case "bot and house":
                sides = bot(bots[one]), Side(HOUSE, str(other))
            case "void":
                void(f"g{one:03}", now)  # nothing to void if that game was not played
            case "new version" if with_bots:
                begin_version(bots[one])
            case "wait":
                now += timedelta(hours=one)
        if sides is not None:
            played += 1
            if with_bots or what not in KINDS_OF_BOTS:
                settle([EndedGame(f"g{played - 1:03}", sides, 0 if is_won else 1, False, now)])
    assert differences() == []
    assert not Change.objects.filter(player__in=people, kind=Kind.BOTS).exists()
    assert not Change.objects.filter(player__in=bots).exclude(kind=Kind.BOTS).exists()
    fields = ("player__username", "kind", "points", "wins", "losses", "unfinished", "recent", "listed")
    return sorted(Standing.objects.filter(player__in=people).values_list(*fields))


def test_games_between_people_still_change_points(deep: int) -> None:
    ann, bob = create_player("ann"), create_player("bob")
    settle_games(people_game("g", ann, bob), game("h", bot(deep), Side(ann)))
    assert load_points(ann, bob) == [1521, 1479]
