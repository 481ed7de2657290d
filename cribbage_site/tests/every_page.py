"""Every page of the site: the rows that each page needs, its URL, and a visitor who may open it."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from itertools import starmap
from typing import Any, NamedTuple

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import transaction
from django.test import Client
from django.test.utils import setup_test_environment
from django.urls import resolve

from common import clock
from common.months import month_of
from cribbage_site.tests.server_process import Server
from cribbage_site.tests.test_access import PEOPLE, REQUESTS, Site, paths_by_name
from game.models import Player
from game.shared_rounds.rounds import close_round, fill_round, open_round
from people.clubs.models import Club
from study.daily.field import Field
from study.daily.models import Daily, DailyEntry, MonthLine
from tests.worlds.people import in_days, player
from tests.worlds.shared_decks import create_started_set
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event, save_new
from tournaments.events.models import Entry, Event
from tournaments.seasons.models import Season

# Pages that the access test only sees refused or redirected, and the visitors who may open them here.
MORE = {
    "/@{cautious}": "nobody",
    "/lab?cards=5H+5S+JD+QC+9H+TH": "owner",
    "/game/{first}/luck": "owner",
    "/fairness/verify?game={over}": "owner",
    "/events/{duplicate}": "owner",
    "/events/{duplicate}/boards": "owner",
    "/events/{past}": "owner",
    "/events/{past}/night": "owner",
    "/daily/{counted}": "owner",
    "/daily/{counted}/picture.png": "owner",
    "/daily/month/{month}": "owner",
    "/seasons/closed/{closed_season}": "owner",
    "/accounts/login/code/": "halfway",
    "/accounts/confirm/code/": "cautious",
    "/accounts/second-factor/": "cautious",
    "/accounts/second-factor/on/": "owner",
    "/accounts/second-factor/off/": "cautious",
    "/accounts/second-factor/codes/": "cautious",
    "/accounts/second-factor/codes/new/": "cautious",
    "/accounts/second-factor/codes/file/": "cautious",
}
# The most privileged visitor of a page comes first.
VISITORS = ("owner", "host", "guest", "nobody", "another", "banned")


class Answer(NamedTuple):
    """The response to a visitor at a URL. `route` is the URL as Django writes it."""

    route: str
    path: str
    visitor: str
    status: int
    is_html: bool
    is_page: bool  # a whole document, and no refusal
    is_download: bool


# The ranking of a daily game of one deal that two players entered.
FIELD: Field = {
    "players": 2,
    "margins": {"-7": 1, "12": 1},
    "deals": [
        {
            "deal": 1,
            "is_dealer": True,
            "six": ("5H", "5S", "JD", "QC", "9H", "TH"),
            "score": (0, 0),
            "players": 2,
            "splits": [
                {"thrown": ("9H", "TH"), "players": 1, "win": 0.55},
                {"thrown": ("QC", "9H"), "players": 1, "win": 0.5},
            ],
            "others": 0,
            "best": ("9H", "TH"),
        }
    ],
}


def add_counted_daily(day: date, winner: Player | None, game_id: str) -> None:
    """Add the daily game of a finished day, in which this player was first."""
    decks = create_started_set(rounds=1)
    opened = open_round(decks.pk, 1)
    fill_round(opened.pk)
    close_round(opened.pk)
    daily = Daily.objects.create(day=day, deck_set=decks, stage=Daily.Stage.COUNTED, par=0.0, field=FIELD)
    DailyEntry.objects.create(daily=daily, player=winner, game_id=game_id, margin=12, lost=0.1, place=1)
    MonthLine.objects.create(month=month_of(day), player=winner, days=1, total=12.0)


def add_past_night(by: Player | None, winner: Player | None) -> Event:
    """Add a night that is over, and that this player has won."""
    event = build_event(EventSettings("night", "Last Friday", in_days(-1)), by=by)
    save_new(event)
    Event.objects.filter(pk=event.pk).update(state=Event.State.OVER, ended_at=clock.now(), due_at=None)
    Entry.objects.create(
        event=event, player=winner, joined_at=in_days(-1), place=1, played=9, wins=6, points=13
    )
    return event


def is_html(response: Any) -> bool:
    return bool(response.headers.get("Content-Type", "").startswith("text/html"))


def is_page(response: Any) -> bool:
    """Return whether a response is a whole document, and no refusal."""
    is_ok = is_html(response) and response.status_code == 200
    return bool(is_ok and response.content.lstrip()[:15].lower() == b"<!doctype html>")


class SiteOfAllPages(Site):
    """The site of the access test, with the additional rows that pages need."""

    def __init__(self) -> None:
        super().__init__()
        now = clock.now()
        yesterday = now.date() - timedelta(days=1)
        add_counted_daily(yesterday, self.people["owner"], self.names["over"])
        duplicate = build_event(EventSettings("duplicate", "Same cards", in_days(1)), by=self.people["host"])
        save_new(duplicate)
        closed = Club.objects.create(name="Wrens", likeness="wrens", created_at=now, closed_at=now)
        season = Season.objects.create(club=closed, number=1, starts_at=now, ends_at=in_days(91))
        cautious = player("Gwen")
        TOTP.activate(cautious, generate_totp_secret())
        RecoveryCodes.activate(cautious)
        self.names |= {
            "counted": yesterday.isoformat(),
            "month": f"{yesterday:%Y-%m}",
            "duplicate": duplicate.pk,
            "past": add_past_night(self.people["host"], self.people["owner"]).pk,
            "closed_season": season.pk,
            "cautious": cautious.username,
        }
        self.clients |= {"cautious": Client(), "halfway": Client()}
        self.clients["cautious"].force_login(cautious)
        self.clients["halfway"].post("/accounts/login/", {"login": "Gwen", "password": "fifteen-two"})
        for name in ("owner", "cautious"):
            self.clients[name].post("/accounts/confirm/", {"password": "fifteen-two"})

    def respond(self, path: str, visitor: str) -> Any:
        """Return the response to a visitor at a URL. Everything that it changes is rolled back."""
        client = self.clients[visitor]
        cookies = client.cookies.copy()
        with transaction.atomic():
            answer = client.get(path)
            transaction.set_rollback(True)
        client.cookies = cookies
        return answer

    def ask(self, path: str, visitor: str) -> Answer:
        """Open a URL, and describe the response."""
        answer = self.respond(path, visitor)
        return Answer(
            resolve(path.partition("?")[0]).route,
            path,
            visitor,
            answer.status_code,
            is_html(answer),
            is_page(answer),
            answer.headers.get("Content-Disposition", "").startswith("attachment"),
        )

    def answers(self) -> Iterator[Answer]:
        """Open each readable URL, and describe the responses."""
        return starmap(self.ask, self.requests())

    def requests(self) -> Iterator[tuple[str, str]]:
        """Yield each readable URL with its most privileged visitor, then with one without an account."""
        for line, outcomes in REQUESTS.items():
            method, path = line.split(" ", 2)[:2]
            if method == "GET":
                let_in = [name for name in VISITORS if outcomes[PEOPLE.index(name)] == "o"]
                for visitor in dict.fromkeys([*(let_in or VISITORS)[:1], *({"nobody"} & {*let_in})]):
                    yield path.format_map(self.names), visitor
        for path, visitor in MORE.items():
            yield path.format_map(self.names), visitor

    def sessions(self) -> dict[str, str]:
        """Return the session cookie of each visitor who has one."""
        return {
            name: client.cookies["sessionid"].value
            for name, client in self.clients.items()
            if "sessionid" in client.cookies
        }


class DescribedSite(NamedTuple):
    """The responses of a site, the URLs that it refuses, and the session cookies of its visitors."""

    answers: list[Answer]
    write_only: list[str]
    sessions: Mapping[str, str]

    @property
    def pages(self) -> list[Answer]:
        return [answer for answer in self.answers if answer.is_page]


def print_site() -> None:
    """Fill this process's database, and print its description as JSON."""
    setup_test_environment()
    site = SiteOfAllPages()
    answers = list(site.answers())
    answered = {answer.route for answer in answers if answer.is_page or not answer.is_html}
    others = {route: path for route, path in paths_by_name(site.names).items() if route not in answered}
    write_only = [route for route, path in others.items() if site.ask(path, "owner").status == 405]
    print(json.dumps([answers, write_only, site.sessions()]))


def print_sessions() -> None:
    """Fill this process's database, and print the session cookies of its visitors as JSON."""
    setup_test_environment()
    print(json.dumps(SiteOfAllPages().sessions()))


def fill_server(server: Server) -> DescribedSite:
    """Fill a server's database with the rows of all pages, and open each of them once."""
    answers, write_only, sessions = _run_here(server, print_site)
    return DescribedSite([Answer(*answer) for answer in answers], write_only, sessions)


def fill_rows(server: Server) -> DescribedSite:
    """Fill a server's database with the rows of all pages, and open none, which would take half a minute."""
    return DescribedSite([], [], _run_here(server, print_sessions))


def _run_here(server: Server, function: Callable[[], None]) -> Any:
    """Run a function of this module in a server's environment. Return what it printed."""
    script = f"from {__name__} import {function.__name__} as run; run()"
    return json.loads(server.manage("shell", "--no-imports", "-c", script).splitlines()[-1])


@cache
def load_whole_pages() -> list[tuple[str, str, bytes]]:
    """Return the path, the visitor and the content of every page outside the admin. Needs a database.

    The tests of a file share them, because loading them takes seconds.
    """
    site = SiteOfAllPages()
    answers = (
        (path, visitor, site.respond(path, visitor))
        for path, visitor in site.requests()
        if not path.startswith("/admin")
    )
    return [(path, visitor, answer.content) for path, visitor, answer in answers if is_page(answer)]
