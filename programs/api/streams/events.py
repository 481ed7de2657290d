"""The event stream of a token: games, challenges, tables in events, and notifications of its player."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct

from common.database.thread import on_the_database_thread
from common.formats.json import Json, encode
from common.wings import is_installed
from game.consumers.base import Send
from game.consumers.feed import Feed, FeedConsumer, Hello
from game.engine.state import Seat
from game.models import Game
from game.runtime.presence import SITE, presence
from game.runtime.pubsub import publish
from game.table.clocks.turns import TURN_COLUMNS, seats_awaited
from game.tokens.scopes import AT_A_TABLE
from game.wire.values import BestOf, Clock, Counting, SeatNumber, Target
from people.notices.listing import Notices, load_notices
from people.notices.shapes import notice_type
from rng import entropy

REFRESH_SECONDS = 0.5
CHALLENGE_KIND = "challenge"
# Kinds of notifications that the stream sends as games instead.
OF_GAMES = frozenset({"began", "paired", "waiting"})
if TYPE_CHECKING:
    AnyNotice: TypeAlias = Any
else:
    AnyNotice = notice_type(without=(*OF_GAMES, CHALLENGE_KIND))


class OwnGame(Struct, frozen=True):
    """A live game as one of its players lists it."""

    game: str
    seat: SeatNumber
    opponent: str
    opponent_is_bot: bool
    rated: bool
    clock: Clock
    my_turn: bool


class GameStart(OwnGame, tag="game_start", tag_field="t", frozen=True):
    """A game of the caller: all live games come first, then each new one when it begins."""


class GameOver(Struct, tag="game_over", tag_field="t", frozen=True):
    """A game of the caller has ended."""

    game: str


class Challenge(Struct, tag="challenge", tag_field="t", frozen=True):
    """Another player challenges the caller or wants a rematch. Accept or decline it by `id`."""

    id: str
    by: str
    rated: bool
    clock: Clock
    target: Target
    counting: Counting
    best_of: BestOf
    ahead: Annotated[int, Meta(description="The number of holes by which the challenger starts ahead.")]


class ChallengeGone(Struct, tag="challenge_gone", tag_field="t", frozen=True):
    """A challenge was accepted, declined or withdrawn, or has expired."""

    id: str


class EventPairing(Struct, tag="event_pairing", tag_field="t", frozen=True):
    """The caller's next table in an event. The game's `game_start` comes too."""

    event: str
    game: str


class Notice(Struct, tag="notice", tag_field="t", frozen=True):
    """Any other notification, by its `kind`."""

    notice: AnyNotice


PlatformEvent = GameStart | GameOver | Challenge | ChallengeGone | EventPairing | Notice


class EventStream(FeedConsumer):
    """An event stream. A token has one: opening a new one closes the old one, in every process."""

    metrics_label = "events"
    scopes = AT_A_TABLE

    def __init__(self, path: dict[str, str], send: Send) -> None:
        super().__init__(path, send)
        self.name = entropy.name_suffix()
        self._games: dict[str, GameStart] = {}
        self._challenges: set[str] = set()
        self._notices: set[tuple[str, str]] = set()

    async def on_connect(self) -> None:
        assert self.player is not None
        assert self.token is not None
        publish("event_stream", (self.token.pk, self.name))
        presence.arrive(SITE, str(self.player.pk))
        feed.viewers.add(self)

    def on_disconnect(self) -> None:
        if self in feed.viewers:
            feed.leave(self)
            assert self.player is not None
            presence.leave(SITE, str(self.player.pk))

    def handle_hello(self, hello: Hello) -> None:
        feed.queue([self])

    def close_replaced(self) -> None:
        """Close the stream because the token has opened another one."""
        self.close(4409, "replaced", _("Another event stream was opened with this token."))

    def show(self, games: Iterable["LiveGame"], notices: Iterable[Json]) -> int:
        """Send the changes and return their size in bytes."""
        sent = 0
        for event in self._differences(list(games), list(notices)):
            self.send(frame := encode(event))
            sent += len(frame)
        return sent

    def _differences(self, games: list["LiveGame"], notices: list[Json]) -> Iterator[PlatformEvent]:
        now = {game.start.game: game for game in games}
        for game_id in self._games.keys() - now.keys():
            yield GameOver(game_id)
        for game_id, game in now.items():
            if game_id not in self._games:
                if game.event is not None:
                    yield EventPairing(game.event, game_id)
                yield game.start
        self._games = {game_id: game.start for game_id, game in now.items()}
        challenges = {notice["id"]: notice for notice in notices if notice["kind"] == CHALLENGE_KIND}
        for challenge_id in self._challenges - challenges.keys():
            yield ChallengeGone(challenge_id)
        yield from (
            describe_challenge(notice)
            for challenge_id, notice in challenges.items()
            if challenge_id not in self._challenges
        )
        self._challenges = {*challenges}
        others = [one for one in notices if one["kind"] not in OF_GAMES and one["kind"] != CHALLENGE_KIND]
        named = {(one["kind"], str(one["id"])): one for one in others}
        yield from (Notice(one) for name, one in named.items() if name not in self._notices)
        self._notices = {*named}


class LiveGame(Struct, frozen=True):
    """A live game as the stream describes it, and its event if any."""

    start: GameStart
    event: str | None


class EventFeed(Feed[EventStream]):
    """All event streams of this process, read with the same number of queries for two as for two hundred."""

    def handle_notices(self, players: list[int]) -> None:
        """Queue the streams of these players, whose notifications have changed."""
        concerned = {*players}
        self.queue([one for one in self.viewers if one.player and one.player.pk in concerned])

    def handle_lobby(self, _: None) -> None:
        """Refresh all streams: a game or a seek in the lobby has changed and may concern any of them."""
        self.mark_dirty()

    def handle_opened(self, opened: tuple[int, str]) -> None:
        """Close older streams of a token that has opened a new one, in this process or another."""
        token_id, name = opened
        for one in tuple(self.viewers):
            if one.token is not None and one.token.pk == token_id and one.name != name:
                one.close_replaced()

    async def broadcast(self, recipients: Collection[EventStream]) -> int:
        players = {one.player.pk for one in recipients if one.player is not None}
        games, notices = await on_the_database_thread(load_events)(players)
        longest = 0
        for one in recipients:
            if one.player is not None:
                longest = max(longest, one.show(games[one.player.pk], notices.get(one.player.pk, ())))
        return longest


def load_events(players: Collection[int]) -> tuple[Mapping[int, list[LiveGame]], Notices]:
    """Return the live games and the notifications of these players."""
    return load_live_games(players), load_notices(players)[0]


def load_live_games(players: Collection[int]) -> Mapping[int, list[LiveGame]]:
    """Return the live games of these players, oldest first."""
    found: dict[int, list[LiveGame]] = defaultdict(list)
    mine = Game.objects.unfinished().filter(Q(seat_a__in=players) | Q(seat_b__in=players))
    # A game of an event has a pairing, if the site has events.
    pairings, events = (("pairing",), ("pairing__event",)) if is_installed("tournaments") else ((), ())
    games = mine.select_related("seat_a", "seat_b", *pairings).only(*TURN_COLUMNS, "rated", *events)
    for game in games.order_by("created_at", "pk"):
        pairing = getattr(game, "pairing", None)
        for seat, (own, other) in zip(
            Seat, ((game.seat_a, game.seat_b), (game.seat_b, game.seat_a)), strict=True
        ):
            if own.pk in players:
                start = GameStart(
                    game.pk,
                    int(seat),
                    other.username,
                    other.is_any_bot,
                    game.rated,
                    game.clock,
                    seat in (seats_awaited(game) or ()),
                )
                found[own.pk].append(LiveGame(start, pairing and pairing.event_id))
    return found


def describe_challenge(seek: Json) -> Challenge:
    """Return a challenge from the fields of a notification."""
    return Challenge(
        id=seek["id"],
        by=seek["by"],
        rated=seek["rated"],
        clock=seek["clock"],
        target=seek["target"],
        counting=seek["counting"],
        best_of=seek["best_of"],
        ahead=seek.get("ahead", 0),
    )


feed = EventFeed(REFRESH_SECONDS)


async def refresh_feed() -> None:
    """Send changes whose messages may have been lost."""
    feed.mark_dirty()
