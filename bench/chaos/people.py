"""Who plays: people with each other and against bots, guests and accounts, a kind of game at each table."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.parse import urlsplit

import psycopg

from bench.chaos.client import Sitter
from bench.chaos.cluster import House
from bench.chaos.database import ask
from bench.live.guests import Guest
from rng.twister import Twister

T = TypeVar("T")

PASSWORD = "every other hand"  # noqa: S105 - of accounts that live as long as a campaign
LETTERS = "abcdefghkmnpqrstuvwxyz"
TRY_AGAIN = 0.5  # seconds
PATIENCE = 90.0
# What a page cannot be asked for, as the site is down, or that it says try again.
REFUSED = (OSError, HTTPException, RuntimeError, psycopg.Error, sqlite3.Error)

OPENED = "SELECT id FROM game_game WHERE id = %s"
ENGAGED = """
SELECT game_game.id FROM game_game JOIN game_player ON game_player.id IN (seat_a_id, seat_b_id)
WHERE finished_at IS NULL AND rated AND username = %s
"""

Wanted = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A table as it is laid again and again."""

    wanted: Wanted
    rated: bool = False
    watched: bool = False

    @property
    def with_a_bot(self) -> bool:
        return "against" in self.wanted

    @property
    def changes(self) -> int:
        """Whose points a game of these moves: no bot's."""
        return (1 if self.with_a_bot else 2) if self.rated else 0


def rated(**wanted: Any) -> Kind:
    return Kind({**wanted, "rated": True}, rated=True)


# Of twenty tables: all clocks, all three ways to count, points at stake, bots, and people who look on.
KINDS = (
    Kind({"clock": "quick"}, watched=True),
    rated(clock="quick"),
    Kind({"against": "novice"}),
    Kind({"clock": "quick", "counting": "manual"}),
    rated(against="novice"),
    Kind({"counting": "muggins", "target": 61}, watched=True),
    Kind({"against": "intermediate"}, watched=True),
    Kind({"clock": "quick", "counting": "muggins"}),
    Kind({"clock": "standard"}),
    rated(clock="standard", counting="muggins"),
    Kind({"against": "intermediate", "counting": "manual"}),
    Kind({"clock": "standard", "counting": "muggins"}, watched=True),
    Kind({"clock": "relaxed", "counting": "manual"}),
    rated(clock="relaxed"),
    Kind({"counting": "auto"}, watched=True),
    Kind({"counting": "manual"}),
    rated(against="advanced", counting="muggins"),
    Kind({"clock": "quick", "target": 61}),
    Kind({"against": "advanced"}),
    Kind({"clock": "relaxed", "target": 61}),
)


def insist(ask: Callable[[], T]) -> T:
    """An answer, from a site that may be down for a while."""
    give_up_at = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except REFUSED:
            if time.monotonic() > give_up_at:
                raise
            time.sleep(TRY_AGAIN)


def asked(who: Guest, path: str, wanted: Wanted) -> Wanted:
    """The answer to a call; where none comes, the next call has a connection of its own."""
    try:
        return who.post(path, wanted)
    except REFUSED:
        who.close()
        raise


@dataclass
class Company:
    """The people of one table: one or two who play, and perhaps one who looks on."""

    house: House
    kind: Kind
    number: int
    whim: Twister
    people: list[Guest] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def arrive(self) -> None:
        """Everybody comes to the site, by any of its doors; who plays for points makes an account."""
        players = 1 if self.kind.with_a_bot else 2
        for seat in range(players + self.kind.watched):
            person = self._visitor()
            if self.kind.rated and seat < players:
                self._sign_up(person, "left" if seat else "right")
            else:  # known from now on: an answer that gets lost on its way takes no cookie with it
                insist(partial(asked, person, "/api/me/pause", {"pause": "none"}))
            self.people.append(person)

    def _visitor(self) -> Guest:
        port = urlsplit(self.whim.choice(self.house.doors)).port or 80
        return insist(partial(Guest, port))

    def _sign_up(self, person: Guest, side: str) -> None:
        name = f"{side}-{in_letters(self.number)}"
        person.submit("/accounts/signup/", username=name, password1=PASSWORD)
        if "sessionid" not in person.cookies:
            raise RuntimeError(f"{name} could not make an account.")
        self.names.append(name)

    def new_game(self) -> str:
        """A game of theirs, whatever is going on; it may be that one was made, and its answer lost."""
        host = self.people[0]
        if self.kind.with_a_bot:
            return insist(lambda: self._game(host, "/api/games", self.kind.wanted, ENGAGED, *self.names))
        made = insist(partial(asked, host, "/api/games", {"against": "link", **self.kind.wanted}))
        return insist(lambda: self._game(self.people[1], f"/api{made['invite']}", {}, OPENED, made["game"]))

    def _game(self, who: Guest, path: str, wanted: Wanted, found: str, *by: str) -> str:
        try:
            return str(asked(who, path, wanted)["game"])
        except REFUSED:
            if by and (rows := ask(self.house.environment, found, *by)):
                return str(rows[0]["id"])
            raise

    def sitters(self, game: str, pace: float) -> list[Sitter]:
        """Each comes in by a door of his own choice, and by another when the line is lost."""
        doors: Sequence[str] = self.house.doors
        return [
            Sitter(game, person.cookies, doors, Twister(self.whim.getrandbits(64)), pace=pace)
            for person in self.people
        ]

    def leave(self) -> None:
        for person in self.people:
            person.close()


def in_letters(number: int) -> str:
    """A number as a name that nobody takes for another one."""
    more, last = divmod(number, len(LETTERS))
    return (in_letters(more) if more else "") + LETTERS[last]
