"""One game, from the first frame of its stream to the last link of its shuffle."""

import hashlib
import random
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing
from urllib.parse import quote

from every_other_client.brain import Brain, decide
from every_other_client.cards import Cards
from every_other_client.events import Memory, Played
from every_other_client.fairness import PROTOCOLS, SHARED, BrokenPromise, Pledge, events_of_deal
from every_other_client.moves import Move, Play, Throw, move_to_json
from every_other_client.output import say
from every_other_client.receipts import ReceiptBook, Seen
from every_other_client.site import AsyncSite, Dropped, Pause, Refused
from every_other_client.state import State
from every_other_client.tables import MissedMove, Table
from every_other_client.views import View
from every_other_client.wire import Json

LAST_LINKS = 60.0  # seconds within which a finished game reveals all its links
LATE_RECEIPT = 20.0  # seconds after which a receipt is asked for again, and then given up
CLAIM_AGAIN = 15.0  # seconds between two claims
FATAL = ("bad_token", "no_token", "no_scope", "not_a_bot", "banned", "replaced")


def ignore_move(game: str, ply: int, move: Move) -> None:
    """Take no notice of a move."""


def say_fault(game: str, says: str) -> None:
    """Report loudly that something is false."""
    say(f"!!! FALSE: game {game}. {says} See /game/{game}/deals.")


class Game:
    """A game of an account, which a brain plays. `fault` is the first thing that the server showed falsely.

    claims: whether to claim the win if the opponent leaves while it is their turn.
    """

    def __init__(
        self,
        site: AsyncSite,
        game: str,
        brain: Brain,
        state: State,
        *,
        claims: bool = True,
        on_move: Callable[[str, int, Move], None] = ignore_move,
        on_fault: Callable[[str, str], None] = say_fault,
    ) -> None:
        self.site, self.id, self.brain, self.state = site, game, brain, state
        self.claims, self._on_move, self._on_fault = claims, on_move, on_fault
        self.table = Table()
        self.acknowledged = -1
        self.hands: dict[int, Cards] = {}
        self.throws: dict[int, Cards] = {}
        self.pledge: Pledge | None = None
        self.book: ReceiptBook | None = None
        self.made: list[tuple[int, Move]] = []  # moves that the server has acknowledged, with their deals
        self.fault: str | None = None
        self.over_since: float | None = None
        self.is_vouched_for = True  # until something is false, or if it was begun elsewhere
        self.is_signed = True  # until the server leaves a receipt out, or if the game has none
        self._claim_at: float | None = None
        self._lacks_since: float | None = None
        self._asked_for_receipts = False
        self._early: list[Json] = []  # receipts that came before the table

    @property
    def view(self) -> View | None:
        """The newest view of the seat."""
        return self.table.view

    @property
    def memory(self) -> Memory:
        """Every event of the game so far."""
        return self.table.memory

    @property
    def summary(self) -> str:
        """The result in a sentence."""
        view = self.view
        if view is None or view.ended is None or self.pledge is None:
            return f"{self.id}: not over."
        how = "void" if view.winner is None else "won" if view.winner == view.seat else "lost"
        deals = len([number for number in self.pledge.checked if number])
        return f"{self.id}: {how}, {view.my_score} to {view.their_score}; {deals} deals verified."

    async def run(self) -> None:
        """Play the game to its end, over as many streams as it takes."""
        pause = Pause(self.site.network)
        while not self.is_done:
            self.over_since = self._lacks_since = None
            try:
                async with aclosing(self.site.stream(self._path())) as frames:
                    async for frame in frames:
                        if frame is not None:
                            await self.take_in(frame)
                            pause.reset()
                        await self.look_at_the_clock()
                        if self.is_done:
                            break
            except Dropped as fault:
                await pause.wait(fault, fault.seconds)
            except MissedMove as fault:
                await pause.wait(f"{self.id}: {fault}")

    def _path(self) -> str:
        receipts = len(self.book) if self.book is not None else len(self.state.game(self.id).receipts)
        return f"/play/{quote(self.id, safe='')}?since={self.table.ply}&receipts={receipts}"

    @property
    def is_done(self) -> bool:
        """Whether it is over, and all its deals were revealed and checked, or it cannot begin."""
        if self.fault is not None and self._keeps_its_secret:
            return True
        return self.table.is_over and not (self.is_vouched_for and (self.hidden_deals or self.lacks("over")))

    @property
    def _keeps_its_secret(self) -> bool:
        """Whether the secret is not revealed. After a fault it never is, so that the game does not begin."""
        secrets = self.table.fair.get("secrets")
        return self.pledge is not None and secrets is not None and not secrets[self.pledge.seat]

    @property
    def hidden_deals(self) -> Sequence[int]:
        """The deals whose links are still missing."""
        if self.view is None or self.table.fair["version"] not in PROTOCOLS:
            return ()
        return [n for n in range(1, self.view.deal + 1) if str(n) not in self.table.fair["links"]]

    def lacks(self, step: str) -> bool:
        """Return whether the receipt of a step has yet to come."""
        return self.is_signed and self.is_vouched_for and self.book is not None and not self.book.has(step)

    async def take_in(self, frame: Json) -> None:
        """Process a frame, check its values, and do what it asks for."""
        if "here" in frame:
            self._note_presence(frame["here"])
        if frame["t"] == "receipts":
            self._early.append(frame)
        elif self.table.take_in(frame) is None:
            return
        view = self.view
        if view is None:
            return
        if self.pledge is None:
            self._sit_down()
        if view.phase == "throw" and not view.thrown[view.seat]:
            self.hands[view.deal] = view.hand
        if view.throw:
            self.throws[view.deal] = view.throw
        if view.ended is not None and self.over_since is None:
            self.over_since = time.monotonic()
        if self.is_vouched_for:
            try:
                self._check(view)
                await self._give()
            except BrokenPromise as fault:
                self.doubt(str(fault))
            except (KeyError, IndexError, TypeError, ValueError, AttributeError) as fault:
                self.doubt(f"A frame of the server cannot be read: {fault!r}.")
        await self._move()

    def _sit_down(self) -> None:
        kept, seat, fair = self.state.game(self.id), self.table.you or 0, self.table.fair
        self.pledge = Pledge(self.id, seat, kept.secret, kept.promised)
        self.book = ReceiptBook(self.id, seat, [*kept.receipts])
        if self.pledge.is_made_elsewhere(fair):
            self.is_vouched_for = False
            say(f"{self.id} was begun elsewhere, so its deals cannot be checked here.")

    def _check(self, view: View) -> None:
        """Check all that was shown so far. Raise BrokenPromise if something is false."""
        assert self.pledge is not None
        assert self.book is not None
        fair = self.table.fair
        self.pledge.take_in(fair)
        self.pledge.check(fair, view, self.memory, self.hands)
        self._check_own_moves(view)
        if not self.book.reads(fair):
            self.is_signed = False
            return
        count = len(self.book)
        for frame in self._early:
            self.book.take(frame["since"], frame["notes"], fair)
        self._early.clear()
        self.book.check(Seen(fair, view, self.memory, self.hands, self.throws))
        if len(self.book) > count:
            self._lacks_since, self._asked_for_receipts = None, False
            self.state.sign(self.id, self.book.notes)

    def _check_own_moves(self, view: View) -> None:
        """Check that the table has the moves that this seat has made."""
        if self.table.ply < self.acknowledged:
            return
        for deal, move in self.made:
            played = [
                event.card
                for event in events_of_deal(self.memory, deal)
                if isinstance(event, Played) and event.seat == view.seat
            ]
            match move:
                case Play(card) if card not in played:
                    raise BrokenPromise(
                        f"This seat has played {card} in deal {deal}, and the table has {played}."
                    )
                case Throw(cards) if {*cards} != {*self.throws.get(deal, cards)}:
                    raise BrokenPromise(
                        f"This seat has thrown {cards}, and the table has {self.throws[deal]}."
                    )

    async def _give(self) -> None:
        """Send the commitment or the secret, if it is expected. The secret waits for the server's receipt."""
        assert self.pledge is not None
        fair = self.table.fair
        owed = self.pledge.answer(fair)
        if owed is None or fair["version"] not in (*PROTOCOLS, SHARED):
            return
        if owed[0] == "reveal" and self.lacks("both-stand"):
            return
        self.state.promise(self.id, self.pledge.pinned)
        await self._post(*owed)

    async def _move(self) -> None:
        """Move, if it is this seat's turn and its last move was confirmed."""
        view, ply = self.view, self.table.ply
        if view is None or not view.is_my_turn or ply < self.acknowledged:
            return
        if view.phase == "throw" and (view.thrown[view.seat] or self.lacks(f"saw {view.deal}")):
            return
        seed = hashlib.sha256(self.state.game(self.id).seed + str((view.deal, ply)).encode()).digest()
        chance, memory = random.Random(seed), self.memory  # noqa: S311
        move = await self.site.network.compute(lambda: decide(self.brain, view, memory, chance))
        answer = await self._post("move", {"ply": ply, "move": move_to_json(move)})
        if answer is not None:
            self.acknowledged = answer["ply"]
            if self.acknowledged > ply:
                self.made.append((view.deal, move))
            self._on_move(self.id, ply, move)

    async def look_at_the_clock(self) -> None:
        """Do what is due after a while: claim an abandoned game, and miss what the server owes."""
        now = time.monotonic()
        if self._claim_at is not None and now > self._claim_at and not self.table.is_over:
            self._claim_at = now + CLAIM_AGAIN
            if await self._post("claim_win", None) is not None:
                say(f"{self.id}: the opponent has left, and the win is claimed.")
        is_late = self.over_since is not None and now - self.over_since > LAST_LINKS
        if is_late and self.is_vouched_for and self.hidden_deals:
            self.doubt(f"It is over, and the server's part of the deals {self.hidden_deals} is not shown.")
        await self._miss_receipts(now)

    async def _miss_receipts(self, now: float) -> None:
        """Ask once more for a receipt that is late, and go on without receipts if it stays away."""
        view = self.view
        owed = self.pledge is not None and self.table.fair.get("must") == "reveal"
        step = "both-stand" if owed else "over" if self.table.is_over else f"saw {view.deal}" if view else ""
        if view is None or not (owed or view.deal) or not self.lacks(step):
            self._lacks_since = None
        elif self._lacks_since is None:
            self._lacks_since = now
        elif now - self._lacks_since > LATE_RECEIPT:
            if not self._asked_for_receipts:
                self._asked_for_receipts = True
                raise Dropped(f"{self.id}: the receipt {step!r} is missing")
            self.is_signed = False
            say(f"{self.id}: the server does not sign what it shows, so a lie could not be proved.")
            await self._give()
            await self._move()

    def _note_presence(self, here: Json) -> None:
        waits = here["claim_in_ms"] if self.claims and here else None
        self._claim_at = None if waits is None else time.monotonic() + waits / 1000

    async def _post(self, what: str, body: Json | None) -> Json | None:
        """Make a call of this table. One that came too late changes nothing, and the stream reports it."""
        try:
            return await self.site.call("POST", f"/play/{quote(self.id, safe='')}/{what}", body)
        except Refused as fault:
            if fault.code in ("stale", "no_such_ply", "not_begun"):
                raise Dropped(f"{self.id}: {fault}") from None
            if fault.code in FATAL:
                raise
            if fault.code != "not_away":
                say(f"{self.id}: {what} {body if what == 'move' else ''} was refused: {fault}")
            return None

    def doubt(self, says: str) -> None:
        """Report that something is false, and keep the server's receipts as evidence."""
        self.is_vouched_for, self.fault = False, self.fault or says
        self._on_fault(self.id, says)
        if self.book is not None and (self.book.notes or self.book.contradictions):
            path = self.state.accuse(self.id, self.book.to_case(self.table.fair["params"], says))
            if path is not None:
                say(f"The evidence is in {path}: python3 verify.py --receipts {path}")
