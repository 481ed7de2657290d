"""The dashboard's figures, computed from rows that are written by hand."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from common import clock
from cribbage_site.dashboard import figures
from cribbage_site.dashboard.figures import Dashboard, compute_dashboard, recent_dashboard
from game.models import Appeal, Chat, Game, Player, Report, Scoresheet, Seek
from game.table import bot_accounts
from ranking.models import Change
from ranking.rules.points import exchange
from rng import entropy
from rng.fairness.watch.monitor import watch_deals
from rng.models import Deal, Doubt, Unshown, Watch

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 6, 15, 12, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    """Set the clock to half past twelve on a summer's day, with an empty cache."""
    by = NOON - clock.now()
    clock.shift(by)
    cache.clear()
    recent_dashboard.forget()
    yield
    clock.shift(-by)


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create(username="Ann", date_joined=NOON - timedelta(hours=3))


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create(username="Bob", date_joined=NOON - timedelta(days=2))


def a_game(one: Player, other: Player, **about: object) -> Game:
    row = {"created_at": NOON, "params": "{}", "tip": "", "transcript": "", **about}
    return Game.objects.create(id=entropy.game_id(), seat_a=one, seat_b=other, **row)


def finish(one: Player, other: Player, won: bool | None, ended: str = "played", **about: object) -> Game:
    """Write a finished game with both scoresheets, in which the first seat dealt first."""
    game = a_game(one, other, finished_at=NOON, ended=ended)
    points = about.pop("points", (121, 100) if won else (100, 121))
    for seat, (player, opponent) in enumerate(((one, other), (other, one))):
        Scoresheet.objects.create(
            game=game,
            seat=seat,
            player=player,
            opponent=opponent,
            at=NOON,
            rated=True,
            value=1,
            ended=ended,
            won=None if won is None else won == (seat == 0),
            dealt_first=seat == 0,
            points=points[seat],
            points_against=points[1 - seat],
            **{"deals_as_dealer": 5, "deals_as_pone": 4, **about},
        )
    return game


def change(
    player: Player, won: bool, own: int = 1500, *, bot: str = "", opponent: Player | None = None
) -> Change:
    stake = exchange(own, bot or 1500)
    return Change.objects.create(
        game=entropy.game_id(),
        player=player,
        opponent=opponent,
        kind="house" if bot else "people",
        bot=bot,
        won=won,
        rules=1,
        own=own,
        opponents=bot_accounts.BOTS[bot].points if bot else 1500,
        change=stake.win if won else -stake.loss,
        after=own,
        why=stake.why,
        at=NOON,
    )


def counts(seen: Dashboard, title: str) -> dict[str, int]:
    (chart,) = [chart for chart in seen.charts if chart.title == title]
    return {bar.label: bar.value for bar in chart.bars if bar.value}


def test_live_games_and_waiting_players(ann: Player, bob: Player):
    game = a_game(ann, bob, deadline=clock.milliseconds() + 60_000)
    a_game(bob, ann, deadline=clock.milliseconds() - 1)
    finish(ann, bob, True)
    about = {"target": 121, "counting": "auto", "clock": "quick", "created_at": NOON}
    Seek.objects.create(id="waits", player=ann, expires_at=NOON + timedelta(hours=1), **about)
    Seek.objects.create(id="lapsed", player=ann, expires_at=NOON - timedelta(hours=1), **about)
    said = Chat.objects.create(game=game, player=bob, text="Lucky again!", at=NOON)
    Report.objects.create(said=said, by=ann, at=NOON)
    Appeal.objects.create(player=bob, text="I was not.", at=NOON)
    seen = compute_dashboard()
    assert (seen.live.games, seen.live.flags_due, seen.live.seeks) == (2, 1, 1)
    assert (seen.reports, seen.appeals) == (1, 1)


def test_games_and_players_by_hour_and_by_day(ann: Player, bob: Player):
    Player.objects.create(username="Guest-1", is_guest=True, date_joined=NOON - timedelta(minutes=29))
    for ago in ({"minutes": 5}, {"minutes": 31}, {"hours": 23}, {"hours": 25}, {"days": 29}, {"days": 31}):
        a_game(ann, bob, created_at=NOON - timedelta(**ago))
    seen = compute_dashboard()
    assert counts(seen, "Games begun, by the hour") == {"12:00": 1, "11:00": 1, "13:00": 1}
    assert counts(seen, "Games begun, by the day") == {"15 Jun": 2, "14 Jun": 2, "17 May": 1}
    assert counts(seen, "New accounts, by the hour") == {"09:00": 1}
    assert counts(seen, "New accounts, by the day") == {"15 Jun": 1, "13 Jun": 1}
    assert counts(seen, "New guests, by the hour") == {"12:00": 1}


def test_game_endings_and_the_number_of_deals(ann: Player, bob: Player):
    for ended in ("played", "played", "resigned", "flag"):
        finish(ann, bob, True, ended)
    finish(ann, bob, None, "void", points=(0, 0), deals_as_dealer=0, deals_as_pone=0)
    finish(ann, bob, True, "left", voided=True)
    seen = compute_dashboard()
    assert {end.how: end.count for end in seen.ends} == {
        "played": 2, "resigned": 1, "flag": 1, "left": 0, "void": 1,
    }  # fmt: skip
    assert (seen.finished, seen.void, seen.deals) == (5, 1, 36)


@pytest.mark.slow
def test_the_first_dealers_share_counts_games_played_to_121(ann: Player, bob: Player):
    for won in (True, True, True, False):
        finish(ann, bob, won)
    finish(ann, bob, True, points=(61, 40))
    finish(ann, bob, True, "resigned", points=(121, 40))
    first = compute_dashboard().first_dealer
    assert (first.won.count, first.won.of) == (3, 4)
    assert first.agrees
    for _ in range(40):
        finish(ann, bob, True)
    assert not compute_dashboard().first_dealer.agrees


def test_bots_are_compared_with_the_prediction_of_points(ann: Player):
    for won in (True, True, False, False):
        change(ann, won, 1500, bot="novice")
    change(ann, True, 2500, bot="novice")  # behind the gate there is no stake
    change(ann, False, 1500, bot="intermediate")
    novice, intermediate, *_ = compute_dashboard().bots
    assert (novice.name, novice.games, novice.wins, novice.expected) == ("Novice", 4, 2, 2.0)
    assert novice.difference == 0
    assert intermediate.expected == pytest.approx(2 / 43)  # a win brings 41, a loss costs 2
    assert intermediate.difference == pytest.approx(-100 * 2 / 43)


def test_a_change_that_was_reverted_is_not_counted(ann: Player):
    first = change(ann, True, bot="novice")
    undone = change(ann, True, bot="novice")
    undone.undoes = first
    undone.save()
    assert compute_dashboard().bots[0].games == 0


def test_a_player_who_wins_far_more_than_predicted_is_listed(ann: Player, bob: Player):
    for n in range(20):
        change(ann, True)
        change(bob, n % 2 == 0)
    (lucky,) = compute_dashboard().suspicious.lucky
    assert (lucky.player, lucky.games, lucky.wins, lucky.expected) == ("Ann", 20, 20, 10)
    assert lucky.z == pytest.approx(10 / 5**0.5)


def test_a_player_with_only_one_opponent_is_listed(ann: Player, bob: Player):
    for n in range(20):
        change(ann, n % 2 == 0, opponent=bob)
        change(bob, n % 2 == 1, opponent=ann)
    for _ in range(21):
        for n in range(2):
            change(bob, n == 0, opponent=Player.objects.get_or_create(username=f"Cat-{n}")[0])
    (pair,) = compute_dashboard().suspicious.pairs
    assert (pair.player, pair.partner, pair.games, pair.of) == ("Ann", "Bob", 20, 20)


def test_a_player_who_leaves_losing_games_is_listed(ann: Player, bob: Player):
    for _ in range(3):
        finish(ann, bob, False, "left", points=(60, 100))
        finish(bob, ann, False, "flag", points=(100, 60))  # left while ahead, which is not suspicious
    (leaver,) = compute_dashboard().suspicious.leavers
    assert (leaver.player, leaver.left) == ("Ann", 3)


@pytest.mark.slow
def test_fairness_figures(ann: Player, bob: Player):
    client = Client()
    client.force_login(Player.objects.create(username="Hostess", is_staff=True, is_superuser=True))
    assert "Check the shuffle" not in client.get("/admin/").content.decode()
    cache.clear()
    recent_dashboard.forget()
    deals = [Deal(game="naive", number=n, at=NOON, deck=bytes(reversed(range(52)))) for n in range(1, 10)]
    Deal.objects.bulk_create(deals)
    watch_deals(NOON)
    Deal.objects.create(game="new", number=1, at=NOON, deck=bytes(range(52)))
    for by in (ann, bob):
        Doubt.objects.create(game="naive", number=1, by=by, at=NOON, says="Not so.", evidence={})
    Doubt.objects.filter(by=bob).update(settled_at=NOON)
    Unshown.objects.create(game="lost", at=NOON)
    seen = compute_dashboard().fairness
    assert (seen.deals, seen.waiting, seen.doubts, seen.unshown) == (9, 1, 1, 1)
    assert (seen.alarmed_at, seen.is_alarming) == (NOON, True)
    assert seen.highest >= seen.alarm == 100
    page = client.get("/admin/").content.decode()
    assert "Check the shuffle" in page
    assert "reached 100 on 15 Jun 2026, 12:30 UTC, after one deal" in page  # a deck in exactly reversed order
    assert "One deal is reported as wrong." in page
    Doubt.objects.update(settled_at=NOON)
    Watch.objects.update(alarmed_at=None, alarmed_after=None)
    cache.clear()
    recent_dashboard.forget()
    assert "Check the shuffle" not in client.get("/admin/").content.decode()


def test_only_the_newest_rows_are_counted(ann: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(figures, "NEWEST", 3)
    for _ in range(5):
        change(ann, True, bot="novice")
    assert compute_dashboard().bots[0].games == 3


@pytest.mark.slow
def test_the_page_shows_the_figures_and_caches_them_briefly(ann: Player, bob: Player):
    client = Client()
    client.force_login(Player.objects.create(username="Hostess", is_staff=True, is_superuser=True))
    empty = client.get("/admin/").content.decode()
    assert "No games have been played to 121 yet." in empty
    finish(ann, bob, True)
    assert client.get("/admin/").content.decode().count("No games have been played to 121 yet.") == 1
    cache.clear()
    recent_dashboard.forget()
    page = client.get("/admin/").content.decode()
    assert "1 of 1 games played to 121" in page
    assert "Of the newest finished game." in page
