"""The table's consumer: it parses messages, passes them to the table, and sends the answers."""

import asyncio
from collections import defaultdict

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from msgspec import Struct

from common.database.thread import on_the_database_thread
from common.formats.json import Json, encode
from game.accounts.rate_limits import CHAT_LINES
from game.advice import nearby
from game.advice.hints import compute_hint
from game.advice.nearby import RatedSeat
from game.consumers.base import RECONNECT_MS, BaseConsumer, Send
from game.consumers.entry_queue import entry_slot, has_timed_out
from game.consumers.hellos import Hellos
from game.consumers.table_queries import (
    SeekStatus,
    find_seek_status,
    load_points_of_game,
    load_rematch,
    load_surroundings,
)
from game.engine.state import Seat
from game.models import Game, Player
from game.runtime.metrics import MOVE_SECONDS, REFUSALS
from game.runtime.presence import presence
from game.runtime.pubsub import publish_to_others
from game.runtime.scheduler import run_in_background
from game.shared_decks import barrier
from game.table import chat, forced_endings
from game.table.record import locked_games
from game.table.record.steps import Ack, Answer, Refused
from game.table.shuffle.seat_signatures import SeatKey
from game.table.table import Table
from game.table.tables import SEATS, tables
from game.tokens.scopes import AT_A_TABLE
from game.wire.frames import (
    AckFrame,
    HintFrame,
    PointsFrame,
    PongFrame,
    ReceiptsFrame,
    RefusedFrame,
    RematchFrame,
    SaidFrame,
)
from game.wire.messages import (
    ClaimWin,
    Commit,
    Hello,
    Hint,
    InvalidMessage,
    Message,
    MoveMessage,
    Ping,
    ReceiptsRequest,
    Reveal,
    Say,
    parse_message,
)
from rng.seal import KeyMissing, SealBroken

WAITING = "waiting"

# The sockets that wait for an opponent, by seek.
waiting_consumers: dict[str, set["TableConsumer"]] = defaultdict(set)


class TableConsumer(BaseConsumer):
    """One socket at one table, of a seat or of a spectator."""

    metrics_label = "table"
    is_counted = True
    scopes = AT_A_TABLE

    def __init__(self, path: dict[str, str], send: Send) -> None:
        super().__init__(path, send)
        # Attributes that are first set later would make each socket's dictionary 0.7 kB larger.
        self.table: Table | None = None
        self.seat: Seat | None = None
        self.seek_status: SeekStatus | None = None
        self.blocked_names: frozenset[str] = frozenset()
        self._recheck_lock = asyncio.Lock()
        self._hellos = Hellos(self.answer_hello)

    @property
    def game_id(self) -> str:
        return self.path["game_id"]

    def log_name(self) -> str:
        return f"game {self.game_id}"

    async def on_connect(self) -> None:
        try:
            table = await tables.open(self.game_id)
        except Game.DoesNotExist:
            return await self.update_seek_status()
        except KeyMissing:
            return self.close(4503, "locked", locked_games.LOCKED, locked_games.RECONNECT_MS)
        except SealBroken:
            return self.close_unrevealable(
                await on_the_database_thread(forced_endings.describe_unrevealable)(self.game_id)
            )
        if not self.is_open:  # closed in the meantime
            return
        self.table = table
        self.stop_waiting()
        if self.player is not None:
            self.seat = table.seats.get(self.player.pk)
        if self.seat is None and table.is_open_board:
            self.table = None
            return self.close(4403, "open_board", await on_the_database_thread(barrier.describe)(table.id))
        if self.seat is not None:
            presence.arrive(SEATS, f"{self.game_id}:{self.seat}")
            if table.rated and self.client_ip is not None and self.player is not None:
                seat = RatedSeat(self.client_ip, self.game_id, self.player.pk)
                run_in_background(asyncio.to_thread(nearby.remember, [seat]))

    def close_unrevealable(self, says: Promise) -> None:
        """Close because the game's secrets can't be decrypted."""
        self.close(4500, "sealed", says)

    def on_disconnect(self) -> None:
        self.stop_waiting()
        if self.table is not None:
            self.table.hub.leave(self)
            if self.seat is not None:
                presence.leave(SEATS, f"{self.game_id}:{self.seat}")
            # The server may reference this socket for a while; release the table.
            self.table = None

    # Before an opponent has joined.

    async def update_seek_status(self) -> None:
        """Load the current state of the seek and act on it."""
        seek = await find_seek_status(self.game_id, self.player)
        if not self.is_open:
            return
        match seek:
            case SeekStatus(game=game) if game == self.game_id:  # matched at this moment
                await self.on_connect()
            case None:
                self.close(4404, "no_game", gettext("There’s no such game."))
            case SeekStatus(is_mine=False):
                self.close(4403, "not_yours", gettext("Another player is waiting at this table."))
            case SeekStatus(game=str(game)):
                self.close(4301, "elsewhere", gettext("Your game is at another table."), game=game)
            case SeekStatus(is_expired=True):
                self.close(4410, "gone", gettext("The player at this table has stopped waiting."))
            case SeekStatus():
                is_news = self.seek_status is not None and self.seek_status.declined != seek.declined
                if self.seek_status is None:
                    waiting_consumers[self.game_id].add(self)
                    presence.arrive(WAITING, self.game_id)
                self.seek_status = seek
                if is_news:
                    self.send(seek.frame)

    async def recheck_seek(self) -> None:
        """Check whether the seek has changed."""
        async with self._recheck_lock:
            if self.table is None:
                await self.on_connect()
                if self.table is not None:
                    await self.join_table(self.table)

    def stop_waiting(self) -> None:
        if self.seek_status is not None:
            self.seek_status = None
            presence.leave(WAITING, self.game_id)
            waiting_consumers[self.game_id].discard(self)
            if not waiting_consumers[self.game_id]:
                del waiting_consumers[self.game_id]

    # At the table.

    async def handle_frame(self, frame: str) -> None:
        try:
            message = parse_message(frame)
        except InvalidMessage as fault:
            return self.send_answer(Refused(self.ply, "nonsense", str(fault)))
        if self.table is not None:
            await self.handle_at_table(self.table, message)
        elif self.seek_status is not None:
            await self.handle_while_waiting(self.seek_status, message)

    @property
    def ply(self) -> int:
        return -1 if self.table is None else self.table.ply

    async def handle_while_waiting(self, seek: SeekStatus, message: Message) -> None:
        match message:
            case Hello():
                self.send(seek.frame)
            case Ping():
                self.send(encode(PongFrame(-1)))
            case ReceiptsRequest(since):
                self.send(encode(ReceiptsFrame(since, [])))
            case _:
                self.send_answer(Refused(-1, "not_begun", gettext("You don’t have an opponent yet.")))

    async def handle_at_table(self, table: Table, message: Message) -> None:
        """Handle one message."""
        match message:
            case MoveMessage() if self.seat is not None:
                ply_before = table.ply
                self.send_answer(answer := await act(table, self.seat, message))
                if isinstance(answer, Ack):
                    MOVE_SECONDS.observe(asyncio.get_running_loop().time() - self.received_at)
                if table.ply > ply_before:
                    self.refund()
            case Ping():
                self.send(encode(PongFrame(table.ply)))
            case Hello():
                await self._hellos.handle(message)
            case Say(phrase, text):
                await self.post_chat(table, phrase, text)
            case Commit() | Reveal() | ClaimWin() if self.seat is not None:
                self.send_answer(await act(table, self.seat, message))
            case ReceiptsRequest(since) if self.seat is not None:
                self.send(encode(table.receipts.to_json(self.seat, since)))
            case Hint(ply) if self.seat is not None and self.player is not None:
                self.send_answer(await compute_hint(table, self.seat, self.player, ply))
            case _:
                self.send_answer(Refused(table.ply, "watching", gettext("You’re watching this game.")))

    async def answer_hello(self, hello: Hello, is_repeated: bool) -> None:
        async with entry_slot(is_repeated=is_repeated):
            if has_timed_out(self.received_at):
                return self.close_for_restart(RECONNECT_MS)
            table = self.table
            if table is not None:
                await table.refresh()
            if table is not None and self.is_open:  # it may have closed in the meantime
                await self.join_table(table, hello.since if hello.history else None)

    async def join_table(self, table: Table, since: int | None = None) -> None:
        """Send the whole table, with the history since a ply if one is given, and subscribe to changes."""
        if table.is_waiting_for_friend:
            await tables.update_presence()  # a page starts no clock while the friend is away
        surroundings = await load_surroundings(
            self.game_id,
            self.seat,
            self.player,
            rated=table.rated,
            is_in_match=table.is_in_match,
            is_over=table.state.is_over,
            is_open_board=table.is_open_board,
        )
        self.blocked_names = surroundings.blocked_names
        if not self.is_open:
            return
        more = surroundings.fields
        if since is not None and not table.hides_cards:
            more["history"] = table.history_since(since)
        self.send(table.broadcaster.build_table_frame(self.seat, table.state, table.banks, **more))
        table.join(self)
        await table.resume()

    async def post_chat(self, table: Table, phrase: str, text: str) -> None:
        if self.player is None:
            return self.send_answer(
                Refused(table.ply, "hush", gettext("Play a game first, then you can chat."))
            )
        if await self.take_rate_limit(CHAT_LINES):
            return self.send_answer(
                Refused(table.ply, "hush", gettext("Too many messages at once. Wait a little."))
            )
        try:
            await say(self.game_id, self.seat, self.player, phrase, text)
        except chat.ChatRefused as fault:
            self.send_answer(Refused(table.ply, "hush", str(fault)))

    def send_answer(self, answer: Answer | HintFrame) -> None:
        """Send an acknowledgement, a refusal, or another answer."""
        match answer:
            case Ack(ply):
                self.send(encode(AckFrame(ply)))
            case Refused(ply, code, says):
                REFUSALS.labels("table", code).inc()
                self.send(encode(RefusedFrame(ply, code, says)))
            case frame:
                self.send(encode(frame))


async def act(table: Table, seat: Seat, message: MoveMessage | Commit | Reveal | ClaimWin) -> Answer:
    """Run a seat's request, from a socket or from the API."""
    match message:
        case MoveMessage(ply, move, signature):
            return await table.act(seat, ply, move.to_move(), signature or "")
        case Commit(c, key, signature):
            return await table.commit(seat, c, SeatKey(key, signature) if key and signature else None)
        case Reveal(secret):
            return await table.reveal(seat, secret)
        case ClaimWin():
            return await table.claim_win(seat)


async def say(game_id: str, seat: Seat | None, player: Player, phrase: str, text: str) -> Json:
    """Post a chat line and send it to its readers."""
    line = await chat.post_line(game_id, seat, player, phrase, text.strip())
    broadcast_chat_line((game_id, line))
    publish_to_others("said", (game_id, line))
    return line


def broadcast_chat_line(payload: tuple[str, Json]) -> None:
    """Send a chat line to the seats of its table, or to its watchers."""
    game_id, line = payload
    if (table := tables.get(game_id)) is not None:
        frame = encode(SaidFrame(**line))
        for seat in (None,) if line["by"] is None else Seat:
            for socket in table.hub.watchers_of(seat):
                if isinstance(socket, TableConsumer) and line["name"] not in socket.blocked_names:
                    socket.send(frame)


def handle_seek(seek_id: str) -> None:
    """Handle a change of a seek that sockets of this process wait for."""
    for socket in tuple(waiting_consumers.get(seek_id, ())):
        run_in_background(socket.recheck_seek())


def handle_rematch(game_id: str) -> None:
    """Handle a rematch request."""
    if tables.get(game_id) is not None:
        run_in_background(broadcast_rematch(game_id))


async def broadcast_rematch(game_id: str) -> None:
    broadcast(game_id, RematchFrame(await load_rematch(game_id)))


def handle_unrevealable(game_id: str) -> None:
    """Handle a game that is void because its cards can't be revealed."""
    for socket in consumers_at(game_id):
        socket.close_unrevealable(forced_endings.VOIDED_MESSAGE)


def handle_points(game_id: str) -> None:
    """Handle a rated game that was settled or voided."""
    if tables.get(game_id) is not None:
        run_in_background(broadcast_points(game_id))


async def broadcast_points(game_id: str) -> None:
    """Send the change of points and its reason, in the language of each page."""
    frames: dict[str | None, bytes] = {}
    while missing := {socket.language for socket in consumers_at(game_id)} - frames.keys():
        for language in missing:
            with translation.override(language):
                frames[language] = encode(PointsFrame(**await load_points_of_game(game_id)))
    for socket in consumers_at(game_id):
        socket.send(frames[socket.language])


def consumers_at(game_id: str) -> list[TableConsumer]:
    """Return the sockets at a table in this process."""
    if (table := tables.get(game_id)) is None:
        return []
    watchers = [socket for seat in (None, *Seat) for socket in table.hub.watchers_of(seat)]
    return [socket for socket in watchers if isinstance(socket, TableConsumer)]


def broadcast(game_id: str, frame: Struct) -> None:
    """Send one frame to all sockets at a table in this process."""
    if (table := tables.get(game_id)) is not None:
        encoded = encode(frame)
        table.hub.broadcast(lambda seat: encoded)


async def recheck_all_seeks() -> None:
    """Check all seeks, in case messages were lost."""
    for seek_id in tuple(waiting_consumers):
        handle_seek(seek_id)
