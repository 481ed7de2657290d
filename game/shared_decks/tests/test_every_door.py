"""Sends every request to a site with open boards: no response may contain a hidden card, link or secret."""

import asyncio
import json
import logging
import re
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.contrib import admin
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.db import transaction

from common.http.rate_limit import RateLimit
from cribbage_site.tests.addresses import routes
from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.test_access import REQUESTS
from game.consumers.ladder import LadderConsumer
from game.consumers.lobby import LobbyConsumer
from game.consumers.table import TableConsumer
from game.models import Game
from game.shared_decks.tests.open_boards import OpenSite, bodies, cards_in, seen_at_table
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from game.table.tables import tables
from people.following.web.consumer import FollowingConsumer
from people.notices.consumer import SiteConsumer
from rng.models import Deal
from tests.worlds.in_process import create_session
from tests.worlds.transport import FakeTransport, open_consumer, wait_until_settled

# The test client reads a streamed response at once.
pytestmark = [pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume"), pytest.mark.slow]

ASKERS = ("nobody", "guest", "another", "owner", "moderator", "host")
REQUEST_TRIES, SOCKET_TRIES = repetitions(92_000, one_in=160), repetitions(8_000, one_in=80)
MOVES_EVERY = 20
# These draw cards at random, or show the cards in the request.
OF_THEIR_OWN = re.compile(r"/fairness/(simulated|lab)|/api/lab|/lab\b|/accounts/logout")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable rate limits, which so many requests would hit."""
    monkeypatch.setattr(RateLimit, "acquire", lambda *_: 0)


@pytest.fixture(autouse=True)
def counted_anew() -> None:
    """Clear the front page's cached figures: those of another test would hide the last game."""
    cache.clear()


class Listener(logging.Handler):
    """A log handler that stores every line."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def logs() -> Iterator[Listener]:
    listener = Listener()
    logging.getLogger().addHandler(listener)
    yield listener
    logging.getLogger().removeHandler(listener)


class Campaign:
    """Visitors of all kinds, who send every request. A card that was not in the first response is a leak."""

    def __init__(self, randomness: Random, askers: int = len(ASKERS)) -> None:
        self.randomness = randomness
        self.site = OpenSite(randomness)
        self.boards = self.site.boards
        self.lines = [*filter(self._is_tried, [*REQUESTS, *self._admin_lines()])]
        # The visitors who send each request.
        self.askers = {line: randomness.sample(ASKERS, askers) for line in self.lines}
        self.before: dict[str, set[int]] = {}
        self.tries = 0
        self.leaks: list[str] = []
        first = self.boards.games[0]
        for line in self.lines:
            self.before[line] = cards_in(b"".join(self.ask(who, line, first) for who in self.askers[line]))

    @staticmethod
    def _is_tried(line: str) -> bool:
        return not OF_THEIR_OWN.search(line)

    @staticmethod
    def _admin_lines() -> Iterator[str]:
        """Yield every list and every page of every model in the admin."""
        for model in admin.site._registry:
            place = f"/admin/{model._meta.app_label}/{model._meta.model_name}"
            yield f"GET {place}/"
            yield f"GET {place}/?q={{live}}"
            yield f"GET {place}/{{object}}/change/"
            yield f"GET {place}/{{object}}/history/"
        for route in routes():
            if route.startswith("admin/") and "<" not in route and "(" not in route:
                yield f"GET /{route}"

    def begin(self) -> None:
        """Deal and play cards: one table is done, and one has a doubt."""
        over, doubted, *_ = self.boards.games
        self.boards.play_out(over.pk)
        self.boards.play(60)
        self.boards.doubt(doubted)
        self.boards.doubt(over)

    def sweep(self, games: int = 10**6) -> None:
        """Send every request for every game, or for so many of them."""
        for line in self.lines:
            names_one = re.search("{(live|over|object|cards|first)}", line)
            for who in self.askers[line]:
                asked = self.boards.games[: games if names_one else 1]
                for game in [*asked, *(self.boards.again[:1] if names_one else [])]:
                    self.try_one(who, line, game)

    def wander(self, tries: int) -> None:
        """Send random requests while games continue."""
        for n in range(tries):
            if n % MOVES_EVERY == 0:
                self.boards.play(1)
            line = self.randomness.choice(self.lines)
            who = self.randomness.choice(self.askers[line])
            self.try_one(who, self._varied(line), self.randomness.choice(self.boards.all), like=line)

    def _varied(self, line: str) -> str:
        """Return a variant of the same request, with another query."""
        method, path, *body = line.split(" ", 2)
        if method == "GET" and self.randomness.random() < 0.3:
            more = self.randomness.choice(("review", "deal=1", "format=json", "download", "all=1", "p=1"))
            path += f"{'&' if '?' in path else '?'}{more}"
        return " ".join([method, path, *body])

    def try_one(self, who: str, line: str, game: Game, like: str | None = None) -> None:
        body = self.ask(who, line, game)
        self.tries += 1
        new = cards_in(body) - self.before[like or line]
        secret = self.boards.find_secret(body)
        if new or secret:
            self.leaks.append(f"{who} asked {line} about {game.pk}: {sorted(new)} {secret or ''}")

    def ask(self, who: str, line: str, game: Game) -> bytes:
        """Return the response of one request, and roll back all its changes."""
        names = self.site.lines_about(game) | {"who": who, "object": self._object(line, game)}
        method, path, *body = line.format_map(names).split(" ", 2)
        kind = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
        client = self.site.clients[who]
        cookies = client.cookies.copy()
        with transaction.atomic():
            answer = client.generic(method, path, *body, content_type=kind)
            out = b"\n".join(bodies(answer))
            transaction.set_rollback(True)
        client.cookies = cookies
        return out

    def _object(self, line: str, game: Game) -> str:
        """Return the key of a row for an admin request: the game's own if it has one."""
        if "{object}" not in line:
            return ""
        _, _, app, name, *_ = line.split(" ", 1)[1].split("/")
        model = next(
            m for m in admin.site._registry if (m._meta.app_label, m._meta.model_name) == (app, name)
        )
        if model is Game:
            return game.pk
        names = {field.name for field in model._meta.fields}
        rows = model._default_manager.order_by("pk")
        about = rows.filter(game=game.pk) if "game" in names else rows
        found = about.values_list("pk", flat=True).first()
        return str(found if found is not None else 1)


@pytest.fixture
def randomness() -> Random:
    return Random(20261126)


@pytest.mark.django_db
def test_no_request_reveals_an_open_board(
    randomness: Random, logs: Listener, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = Campaign(randomness, askers=repetitions(len(ASKERS), one_in=len(ASKERS)))
    campaign.begin()
    campaign.sweep(repetitions(100, one_in=100))
    campaign.wander(REQUEST_TRIES - campaign.tries)
    assert campaign.leaks == []
    assert campaign.tries >= REQUEST_TRIES
    # Side channels: logs, mails, notices, leaves of the public log.
    written = ["\n".join(logs.lines), *(f"{one.subject} {one.body}" for one in mail.outbox)]
    call_command("dumpdata", "notices", "game.leaf", "game.chat", "game.review", "rng.deal", "shared_decks")
    written.append(capsys.readouterr().out)
    for text_ in written:
        assert not cards_in(text_.encode())
        assert campaign.boards.find_secret(text_.encode()) is None
    call_command("dumpdata", "--natural-foreign", exclude=["contenttypes", "auth", "rng.doubt"])
    assert campaign.boards.find_secret(capsys.readouterr().out.encode()) is None


# Checks to disable, each with a request that must then leak.
LEFT_OPEN = {
    "game.web.finished_game.check_shown": "GET /api/games/{over}/replay",
    "proof.evidence.transcript.check_shown": "GET /api/games/{over}/transcript",
    "people.moderation.admin.games.is_open": "GET /admin/game/game/{object}/change/",
    "game.personal_data.without_hidden": "GET /accounts/download/",
    "rng.fairness.watch.deal_record.shown_deals": "GET /fairness/decks.csv",
    "rng.views.fairness.shown_deals": "GET /fairness/deals?game={over}",
    "people.moderation.admin.chance.without_open": "GET /admin/rng/deal/",
    "study.same_cards.web.pages.check_shown": "GET /game/{first}/beside/{second}",
}
# The replacements of the checks.
ANSWERS: dict[str, Any] = {
    "without_hidden": lambda rows, *_: rows,
    "without_open": lambda rows, *_: rows,
    "shown_deals": Deal.objects.all,
}


@pytest.mark.django_db
def test_the_campaign_finds_each_disabled_check(randomness: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """The campaign proves nothing unless it fails without the checks."""
    monkeypatch.setattr(Campaign, "_is_tried", staticmethod(lambda line: line in LEFT_OPEN.values()))
    campaign = Campaign(randomness)
    campaign.begin()
    campaign.sweep()
    assert campaign.leaks == []
    for check, line in LEFT_OPEN.items():
        module, _, name = check.rpartition(".")
        campaign.lines = [line]
        with monkeypatch.context() as patch:
            patch.setattr(sys.modules[module], name, ANSWERS.get(name, lambda *_: False))
            campaign.sweep()
        assert campaign.leaks, check
        campaign.leaks.clear()
        cache.clear()


# Sockets.

FRAMES: tuple[dict[str, Any], ...] = (
    {"t": "hello", "since": -1, "history": True},
    {"t": "hello", "since": -1},
    {"t": "receipts", "since": 0},
    {"t": "hint", "ply": 1},
    {"t": "say", "phrase": "luck"},
    {"t": "ping", "ply": 0},
    {"t": "claim_win"},
    {"t": "commit", "c": "00" * 32},
    {"t": "reveal", "secret": "00" * 32},
    {"t": "move", "ply": 0, "move": {"kind": "play", "card": "5H"}},
)
NAMED_IN_MOVE = cards_in(b"5H")
OTHERS = {
    "lobby": LobbyConsumer,
    "ladder": LadderConsumer,
    "site": SiteConsumer,
    "following": FollowingConsumer,
}


class SocketCampaign:
    """Visitors of all kinds at all sockets, who send every message."""

    def __init__(self, randomness: Random) -> None:
        self.randomness = randomness
        self.site = OpenSite(randomness)
        self.boards = self.site.boards
        self.sessions = {
            who: create_session(one) if one else None
            for who, one in self.site.people.items()
            if who in ASKERS
        }
        self.leaks: list[str] = []
        self.tries = self.let_in = 0

    def run(self, tries: int) -> None:
        """Visit every table with every visitor, then random sockets while games continue."""
        for game in self.boards.all:
            for who in ASKERS:
                self.come_to_table(who, game)
        while self.tries < tries:
            self.boards.play(5)
            who = self.randomness.choice(ASKERS)
            if self.randomness.random() < 0.2:
                name = self.randomness.choice([*OTHERS])
                self.look(who, name, None, self.visit(OTHERS[name]({}, self.sent), who))
            else:
                self.come_to_table(who, self.randomness.choice(self.boards.all))

    def come_to_table(self, who: str, game: Game) -> None:
        consumer = TableConsumer({"game_id": game.pk}, self.sent)
        self.look(who, "table", game, self.visit(consumer, who))

    async def sent(self, message: dict[str, Any]) -> None:
        await self.wire.send(message)

    def visit(self, consumer: Any, who: str) -> FakeTransport:
        """Return every frame that a socket sends to a visitor who sends every request."""
        self.wire = FakeTransport()
        asked = self.randomness.sample(FRAMES, 4)

        async def come() -> None:
            async with open_consumer(consumer, self.wire, self.sessions[who]):
                for frame in asked:
                    self.wire.push_frame(json.dumps(frame))
                    await wait_until_settled()
                await asyncio.sleep(0.02)
            while tables.ledger._writing:  # otherwise its result would find this loop closed
                await asyncio.sleep(0.01)

        asyncio.run(come())
        self.tries += len(asked) + 1
        return self.wire

    def look(self, who: str, name: str, game: Game | None, wire: FakeTransport) -> None:
        seat = game.seat_of(self.site.people[who]) if game and self.site.people[who] else None
        for frame in wire.frames:
            body = json.dumps(frame).encode()
            is_over = (
                frame.get("view", {}).get("phase") == "over"
            )  # the params as sent: a bot may have ended a game since
            may: set[int] = set()
            if game is not None and seat is not None and not is_over:
                may = seen_at_table(game.pk, seat)
            refused = NAMED_IN_MOVE if frame["t"] == "refused" else set()
            named = cards_in(body) - may - refused
            self.let_in += frame["t"] == "table"
            secret = self.boards.find_secret(body, at_own_table=seat is not None)
            if named or secret:
                self.leaks.append(f"{who} at {name} of {game and game.pk}: {named} {secret or ''} in {frame}")


@pytest.mark.django_db(transaction=True)
def test_no_socket_reveals_an_open_board(
    randomness: Random, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.REDIS_URL = ""
    monkeypatch.setattr(tables, "ledger", ledger)
    campaign = SocketCampaign(randomness)
    campaign.boards.play_out(campaign.boards.games[0].pk)
    campaign.boards.play_out(campaign.boards.games[1].pk)
    campaign.run(SOCKET_TRIES)
    assert campaign.leaks == []
    assert campaign.let_in


@pytest.mark.django_db(transaction=True)
def test_the_campaign_finds_a_table_open_to_all(
    randomness: Random, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.REDIS_URL = ""
    monkeypatch.setattr(tables, "ledger", ledger)
    campaign = SocketCampaign(randomness)
    campaign.boards.play_out(campaign.boards.games[0].pk)
    campaign.boards.play(40)
    build = ledgers.build_row
    monkeypatch.setattr(ledgers, "build_row", lambda *of_row, is_open_board: build(*of_row))
    campaign.run(150)
    assert any("nobody at table" in leak or "host at table" in leak for leak in campaign.leaks)
    assert any("secret" in leak for leak in campaign.leaks)  # a link
