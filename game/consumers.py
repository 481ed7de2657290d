"""The table's socket: parse, hand over, answer."""

import logging

from channels.generic.websocket import AsyncWebsocketConsumer

from game.engine.state import Seat
from game.messages import MAX_FRAME, Commit, Hello, MoveSaid, Nonsense, Ping, Reveal, decode
from game.models import Game
from game.table import ledger
from game.table.sealed import SealBroken
from game.table.table import Ack, Answer, Refused, Table, Tables
from game.table.wire import encode

log = logging.getLogger(__name__)

tables = Tables()


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One seat's socket at one table."""

    table: Table | None = None
    seat: Seat | None = None

    async def connect(self) -> None:
        await self.accept()
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        try:
            self.seat = await ledger.seat_at(game_id, self.scope["user"])
            if self.seat is None:
                return await self.bye(4403, "not_yours", "This is somebody else's game.")
            self.table = await tables.open(game_id)
        except Game.DoesNotExist:
            return await self.bye(4404, "no_game", "There is no such game.")
        except SealBroken:
            log.exception("game %s: its secrets cannot be opened", game_id)
            return await self.bye(4500, "sealed", "This game's cards cannot be opened any more.")

    async def disconnect(self, code: int) -> None:
        if self.table is not None:
            self.table.hub.leave(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.table is None or self.seat is None:
            return
        if text_data is None:
            return await self.bye(4400, "text_only", "Only text is spoken at this table.")
        if len(text_data.encode()) > MAX_FRAME:
            return await self.bye(4409, "too_long", f"A message holds no more than {MAX_FRAME} bytes.")
        try:
            await self.hear(self.table, self.seat, text_data)
        except Exception:
            log.exception("game %s: a message could not be answered", self.table.id)
            await self.answer(
                Refused(self.table.ply, "try_again", "Something went wrong here. Please try again.")
            )

    async def hear(self, table: Table, seat: Seat, frame: str) -> None:
        """Answer one message."""
        try:
            message = decode(frame)
        except Nonsense as fault:
            return await self.answer(Refused(table.ply, "nonsense", str(fault)))
        match message:
            case Hello():
                await table.refresh()
                table.hub.join(self)
                await self.tell(table.frame(seat))
                await table.wake()
            case Ping():
                await self.tell(encode({"t": "pong", "ply": table.ply}))
            case Commit(c):
                await self.answer(await table.commit(seat, c))
            case Reveal(secret):
                await self.answer(await table.reveal(seat, secret))
            case MoveSaid(ply, said):
                await self.answer(await table.act(seat, ply, said.move()))

    async def answer(self, answer: Answer) -> None:
        """Acknowledge, or refuse with a reason."""
        match answer:
            case Ack(ply):
                await self.tell(encode({"t": "ack", "ply": ply}))
            case Refused(ply, code, says):
                await self.tell(encode({"t": "refused", "ply": ply, "code": code, "says": says}))

    async def tell(self, frame: bytes) -> None:
        """Send one frame."""
        await self.send(text_data=frame.decode())

    async def bye(self, close: int, code: str, says: str) -> None:
        """Say why, and close; Daphne lets an application close with 1000 or 3000 to 4999 alone."""
        await self.tell(encode({"t": "bye", "code": code, "says": says, "back_in_ms": None}))
        await self.close(close)
