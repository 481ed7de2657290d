"""A cheater who looks at the day's cards before the ranked game gains nothing by it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from common import clock
from game.accounts.places import KEPT_FOR, find_at_places, hash_place
from game.accounts.signup import sign_up
from game.models import Game, Player
from study.daily import running
from study.daily.models import Daily, DailyEntry
from study.daily.tests.test_running import NOON
from tests.worlds.days import (
    DAY,
    create_account,
    finish,
    midnight_of,
    moved_clock,
    open_today,
    play,
    reveal_secrets,
    run_jobs,
)

pytestmark = pytest.mark.django_db(transaction=True)

HOME, WORK = "192.0.2.7", "198.51.100.9"
PASSWORD = "every other hand"


@pytest.fixture(autouse=True)
def move(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Open a day and return the function that moves the clock. Visitors come from different addresses."""
    cache.clear()
    monkeypatch.setattr(running, "PAR_GAMES", 1)
    with moved_clock(NOON) as moved:
        open_today()
        moved(NOON + timedelta(hours=1))
        yield moved


class Browser:
    """A browser in a network, with or without a logged-in account."""

    def __init__(self, address: str, player: Player | None = None) -> None:
        self.client, self.address = Client(), address
        if player is not None:
            self.log_in(player)

    def log_in(self, player: Player) -> None:
        self.client.force_login(player)

    def begin(self) -> DailyEntry:
        answer = self.client.post("/daily/play", REMOTE_ADDR=self.address)
        game = answer["Location"].rpartition("/")[2]
        reveal_secrets(Game.objects.get(pk=game))
        return DailyEntry.objects.get(game=game)

    def page(self, path: str = "/daily") -> str:
        answer = self.client.get(path, REMOTE_ADDR=self.address)
        assert answer.status_code == 200
        return answer.content.decode()


def reason(entry: DailyEntry) -> str:
    entry.refresh_from_db()
    return entry.unranked


def close(move: Any) -> Daily:
    daily = Daily.objects.get(stage=Daily.Stage.OPEN)
    move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
    run_jobs()
    daily.refresh_from_db()
    assert daily.stage == Daily.Stage.COUNTED
    return daily


class TestAnAccountIsRanked:
    @pytest.mark.slow
    def test_that_is_older_than_the_day(self):
        browser = Browser(HOME, create_account("Ann"))
        assert "why-unranked" not in browser.page()
        assert reason(browser.begin()) == ""
        assert "why-unranked" not in browser.page()

    @pytest.mark.slow
    def test_account_next_to_another_of_its_household(self):
        ann, bob = (Browser(HOME, create_account(name)).begin() for name in ("Ann", "Bob"))
        assert (reason(ann), reason(bob)) == ("", "")

    @pytest.mark.slow
    def test_after_another_account_in_the_same_browser(self):
        browser = Browser(HOME, create_account("Ann"))
        browser.begin()
        browser.log_in(create_account("Bob"))
        assert reason(browser.begin()) == ""

    @pytest.mark.slow
    def test_if_a_guest_begins_elsewhere(self):
        Browser(WORK).begin()
        assert reason(Browser(HOME, create_account("Ann")).begin()) == ""

    @pytest.mark.slow
    def test_if_a_guest_begins_there_once_its_own_game_is_over(self):
        ann = Browser(HOME, create_account("Ann")).begin()
        finish(ann.game)
        Browser(HOME).begin()
        assert reason(ann) == ""

    @pytest.mark.slow
    def test_on_the_day_after_a_guest_played_there(self, move: Any):
        Browser(HOME).begin()
        move(midnight_of(NOON.date() + DAY) + timedelta(seconds=1))
        open_today()
        assert reason(Browser(HOME, create_account("Ann")).begin()) == ""


@pytest.mark.rows
class TestALiarIsNotRanked:
    @pytest.mark.slow
    def test_guest_who_signs_up_after_the_game(self, move: Any):
        browser = Browser(HOME)
        entry = browser.begin()
        play(entry.game)
        sign_up(name="Liar", password=PASSWORD, guest=entry.player)
        daily = close(move)
        assert DailyEntry.objects.get(pk=entry.pk).place is None
        assert "Liar" not in Browser(WORK).page(f"/daily/{daily.day}")
        assert "Liar" not in Browser(WORK).page(f"/daily/month/{daily.day:%Y-%m}")

    @pytest.mark.slow
    def test_old_guest_who_signs_up_before_the_game(self):
        long_ago = clock.now() - 9 * DAY
        guest = Player.objects.create(username="Guest-1", is_guest=True, date_joined=long_ago)
        browser = Browser(HOME, sign_up(name="Liar", password=PASSWORD, guest=guest))
        assert "Your account is newer than this day" in browser.page()
        assert reason(browser.begin()) == "young"
        assert "Your account is newer than this day" in browser.page()

    @pytest.mark.slow
    def test_account_as_old_as_the_day(self):
        opened_at = Daily.objects.get(day=NOON.date()).deck_set.round_rows.get().opened_at
        for name, joined, why in (("Old", -1, ""), ("Young", 0, "young")):
            at = opened_at + timedelta(microseconds=joined)
            player = Player.objects.create(username=name, likeness=name, date_joined=at)
            assert reason(Browser(name_address(joined), player).begin()) == why

    @pytest.mark.slow
    def test_guest_scout_in_the_same_browser(self):
        """The address has changed meanwhile, and logging in removes the guest's session."""
        browser = Browser(HOME)
        browser.begin()
        browser.address = WORK
        browser.log_in(create_account("Liar"))
        entry = browser.begin()
        assert reason(entry) == "scouted"
        assert "in your browser or on your network" in browser.page()

    @pytest.mark.slow
    def test_guest_scout_in_another_browser_of_the_same_network(self):
        Browser(HOME).begin()
        assert reason(Browser(HOME, create_account("Liar")).begin()) == "scouted"

    @pytest.mark.slow
    def test_guest_scout_while_the_ranked_game_waits(self):
        liar = Browser(HOME, create_account("Liar"))
        entry = liar.begin()
        Browser(HOME).begin()
        assert reason(entry) == "scouted"
        assert "in your browser or on your network" in liar.page()

    @pytest.mark.slow
    def test_new_account_as_a_scout(self):
        scout = Player.objects.create(username="Scout", likeness="scout", date_joined=clock.now())
        Browser(HOME, scout).begin()
        assert reason(Browser(HOME, create_account("Liar")).begin()) == "scouted"

    @pytest.mark.slow
    def test_guest_game_continued_in_the_accounts_network(self):
        guest = Browser(WORK)
        guest.begin()
        guest.address = HOME
        guest.begin()
        assert reason(Browser(HOME, create_account("Liar")).begin()) == "scouted"

    @pytest.mark.slow
    def test_deleted_cookie_in_the_same_network(self):
        browser = Browser(HOME)
        browser.begin()
        browser.client.cookies.clear()
        browser.log_in(create_account("Liar"))
        assert reason(browser.begin()) == "scouted"

    @pytest.mark.slow
    def test_invalid_cookie_is_replaced(self):
        browser = Browser(HOME, create_account("Ann"))
        browser.client.cookies["daily_browser"] = "x" * 5000
        assert reason(browser.begin()) == ""
        assert len(browser.client.cookies["daily_browser"].value) == 24

    @pytest.mark.slow
    def test_page_and_answer_explain_the_exclusion(self, move: Any):
        Browser(HOME).begin()
        liar = Browser(HOME, create_account("Liar"))
        play(liar.begin().game)
        own = liar.client.get("/api/daily", REMOTE_ADDR=HOME).json()["own"]
        assert own["unranked"] == "scouted"
        daily = close(move)
        assert "in your browser or on your network" in liar.page(f"/daily/{daily.day}")
        assert liar.client.get(f"/api/daily/{daily.day}").json()["order"] == []


class TestWhatIsKept:
    @pytest.mark.slow
    def test_guest_is_informed_before_and_after_the_game(self):
        browser = Browser(HOME)
        assert "Guests can play, but they aren’t ranked" in browser.page()
        browser.begin()
        assert "Guests can play, but they aren’t ranked" in browser.page()

    @pytest.mark.slow
    def test_the_cookie_ends_with_the_day_and_no_script_reads_it(self):
        browser = Browser(HOME)
        browser.begin()
        cookie = browser.client.cookies["daily_browser"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        left = midnight_of(NOON.date() + DAY) - clock.now()
        assert 0 < int(cookie["max-age"]) <= left.total_seconds()

    @pytest.mark.slow
    def test_no_page_but_the_games_own_sets_it(self):
        browser = Browser(HOME)
        browser.page()
        assert "daily_browser" not in browser.client.cookies

    @pytest.mark.slow
    def test_network_is_stored_only_as_a_hash_for_a_day(self):
        guest = Browser(HOME).begin()
        Browser(HOME, create_account("Ann")).begin()
        about = f"scouts:{guest.daily_id}"
        assert find_at_places([HOME], about) == set()
        assert find_at_places([hash_place(HOME)], about) == {guest.pk}
        assert KEPT_FOR == DAY
        rows = str([*DailyEntry.objects.values(), *Game.objects.values(), *Player.objects.values()])
        assert HOME not in rows
        assert hash_place(HOME) not in rows


@pytest.mark.rows
class TestPlayedAlike:
    def entries(self, addresses: tuple[str, ...], seeds: tuple[int, ...], move: Any) -> list[int | None]:
        """Return the common numbers of tries, each played with a seed from an address."""
        tries = []
        for number, (address, seed) in enumerate(zip(addresses, seeds, strict=True)):
            entry = Browser(address, create_account(f"Player-{number}")).begin()
            play(entry.game, seed)
            tries.append(entry)
        close(move)
        for entry in tries:
            entry.refresh_from_db()
        first = tries[0].pk
        return [None if entry.alike is None else entry.alike - first for entry in tries]

    @pytest.mark.slow
    def test_two_accounts_of_one_place_with_the_same_moves_are_listed_and_both_count(self, move: Any):
        assert self.entries((HOME, HOME, WORK), (1, 1, 1), move) == [0, 0, None]
        assert not DailyEntry.objects.filter(place=None).exists()

    @pytest.mark.slow
    def test_two_accounts_of_one_place_with_other_moves_are_not(self, move: Any):
        assert self.entries((HOME, HOME), (1, 2), move) == [None, None]

    @pytest.mark.slow
    def test_each_network_has_its_own_number(self, move: Any):
        found = self.entries((HOME, WORK, HOME, WORK), (1, 1, 1, 1), move)
        assert found == [0, 1, 0, 1]


def name_address(number: int) -> str:
    return f"203.0.113.{10 + number}"


@pytest.mark.slow
def test_host_sees_tries_that_were_played_alike(move: Any):
    host = create_account("Host")
    Player.objects.filter(pk=host.pk).update(is_staff=True, is_superuser=True)
    for name in ("Ann", "Bob"):
        play(Browser(HOME, create_account(name)).begin().game, 1)
    play(Browser(HOME, create_account("Cat")).begin().game, 2)
    close(move)
    page = Browser(WORK, Player.objects.get(pk=host.pk)).page("/admin/daily/dailyentry/")
    assert "Ann" in page
    assert "Bob" in page
    assert "Cat" not in page


@pytest.mark.slow
def test_a_day_opens_at_the_time_of_its_round():
    opened_at = Daily.objects.get(day=NOON.date()).deck_set.round_rows.get().opened_at
    assert isinstance(opened_at, datetime)
    assert opened_at < clock.now()
