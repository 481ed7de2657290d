"""Make the players of a campaign: guests and accounts, who play each other and bots."""

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.parse import urlsplit

import psycopg

from bench.chaos.client import ResilientClient
from bench.chaos.cluster import Cluster
from bench.chaos.database import query
from bench.live.guests import PASSWORD, Guest
from rng.twister import Twister

T = TypeVar("T")

LETTERS = "abcdefghkmnpqrstuvwxyz"
RETRY_SECONDS = 0.5  # seconds
RETRY_TIMEOUT = 90.0
# Errors of a page while the site is down or asks to try again.
RETRIED_ERRORS = (OSError, HTTPException, RuntimeError, psycopg.Error, sqlite3.Error)

GAME_BY_ID_SQL = "SELECT id FROM game_game WHERE id = %s"
LIVE_RATED_GAME_SQL = """
SELECT game_game.id FROM game_game JOIN game_player ON game_player.id IN (seat_a_id, seat_b_id)
WHERE finished_at IS NULL AND rated AND username = %s
"""

GameOptions = dict[str, Any]


@dataclass(frozen=True)
class TableKind:
    """A kind of table that is opened again and again."""

    options: GameOptions
    rated: bool = False
    is_watched: bool = False

    @property
    def has_bot(self) -> bool:
        return "against" in self.options

    @property
    def changes(self) -> int:
        """The number of players whose points a game changes. Bots have none."""
        return (1 if self.has_bot else 2) if self.rated else 0


def rated_kind(**wanted: Any) -> TableKind:
    return TableKind({**wanted, "rated": True}, rated=True)


# Twenty tables: all clocks, all three ways to count, rated games, bots, and watchers.
KINDS = (
    TableKind({"clock": "quick"}, is_watched=True),
    rated_kind(clock="quick"),
    TableKind({"against": "novice"}),
    TableKind({"clock": "quick", "counting": "manual"}),
    rated_kind(against="novice"),
    TableKind({"counting": "muggins", "target": 61}, is_watched=True),
    TableKind({"against": "intermediate"}, is_watched=True),
    TableKind({"clock": "quick", "counting": "muggins"}),
    TableKind({"clock": "standard"}),
    rated_kind(clock="standard", counting="muggins"),
    TableKind({"against": "intermediate", "counting": "manual"}),
    TableKind({"clock": "standard", "counting": "muggins"}, is_watched=True),
    TableKind({"clock": "relaxed", "counting": "manual"}),
    rated_kind(clock="relaxed"),
    TableKind({"counting": "auto"}, is_watched=True),
    TableKind({"counting": "manual"}),
    rated_kind(against="advanced", counting="muggins"),
    TableKind({"clock": "quick", "target": 61}),
    TableKind({"against": "advanced"}),
    TableKind({"clock": "relaxed", "target": 61}),
)


def retry(call: Callable[[], T]) -> T:
    """Retry a call to a site that may be down for a while."""
    give_up_at = time.monotonic() + RETRY_TIMEOUT
    while True:
        try:
            return call()
        except RETRIED_ERRORS:
            if time.monotonic() > give_up_at:
                raise
            time.sleep(RETRY_SECONDS)


def post_or_reconnect(who: Guest, path: str, wanted: GameOptions) -> GameOptions:
    """Return the answer to a call. If it fails, the next call uses a new connection."""
    try:
        return who.post(path, wanted)
    except RETRIED_ERRORS:
        who.close()
        raise


@dataclass
class TableParty:
    """The one or two players of a table, and perhaps a watcher."""

    cluster: Cluster
    kind: TableKind
    number: int
    randomness: Twister
    people: list[Guest] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def arrive(self) -> None:
        """Bring all to the site, at any of its addresses. Players of rated games sign up."""
        players = 1 if self.kind.has_bot else 2
        for seat in range(players + self.kind.is_watched):
            person = self._new_guest()
            if self.kind.rated and seat < players:
                self._sign_up(person, "left" if seat else "right")
            else:  # known from now on: a lost response would take no cookie with it
                retry(partial(post_or_reconnect, person, "/api/me/pause", {"pause": "none"}))
            self.people.append(person)

    def _new_guest(self) -> Guest:
        port = urlsplit(self.randomness.choice(self.cluster.addresses)).port or 80
        return retry(partial(Guest, port))

    def _sign_up(self, person: Guest, side: str) -> None:
        name = f"{side}-{in_letters(self.number)}"
        # Passwords are hashed one at a time. On a busy machine not all of a hundred get their turn at once.
        retry(partial(person.submit, "/accounts/signup/", username=name, password1=PASSWORD))
        if "sessionid" not in person.cookies:
            raise RuntimeError(f"{name} could not make an account.")
        self.names.append(name)

    def new_game(self) -> str:
        """Open a game through all faults. An earlier attempt may have made one whose response was lost."""
        host = self.people[0]
        if self.kind.has_bot:
            return retry(
                lambda: self._request_game(
                    host, "/api/games", self.kind.options, LIVE_RATED_GAME_SQL, *self.names
                )
            )
        made = retry(partial(post_or_reconnect, host, "/api/games", {"against": "link", **self.kind.options}))
        return retry(
            lambda: self._request_game(
                self.people[1], f"/api{made['invite']}", {}, GAME_BY_ID_SQL, made["game"]
            )
        )

    def _request_game(self, who: Guest, path: str, wanted: GameOptions, found: str, *by: str) -> str:
        try:
            return str(post_or_reconnect(who, path, wanted)["game"])
        except RETRIED_ERRORS:
            if by and (rows := query(self.cluster.environment, found, *by)):
                return str(rows[0]["id"])
            raise

    def clients(self, game: str, pace: float) -> list[ResilientClient]:
        """Return their clients. Each picks an address, and another after a lost connection."""
        addresses = self.cluster.addresses
        return [
            ResilientClient(
                game, person.cookies, addresses, Twister(self.randomness.getrandbits(64)), pace=pace
            )
            for person in self.people
        ]

    def leave(self) -> None:
        for person in self.people:
            person.close()


def in_letters(number: int) -> str:
    """Return a number as a name that cannot be confused with another."""
    more, last = divmod(number, len(LETTERS))
    return (in_letters(more) if more else "") + LETTERS[last]
