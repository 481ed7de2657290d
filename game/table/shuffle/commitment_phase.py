"""The start of a game: both seats commit, then both reveal their secrets, which fixes every deck."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext

from common import clock
from game.engine.state import Seat, State
from game.runtime.pubsub import publish_to_others
from game.table.clocks.time_control import start_timeout
from game.table.record import ledger
from game.table.record.ledger import GameRow
from game.table.shuffle.fairness import build_fairness
from game.table.shuffle.seat_signatures import SeatKey, commitment_statement, is_signed_by
from game.wire.frames import Fair

Reload = Callable[[], Awaitable[None]]
Adopt = Callable[[GameRow], None]
TimeCheck = Callable[[], Awaitable[bool]]


class Objection(NamedTuple):
    """The reason why a seat's request is refused: a code, and a sentence for people."""

    code: str
    says: str


class CommitmentPhase:
    """The progress of the shuffle protocol at one table.

    The caller of commit and reveal passes callbacks that adopt a given row, reload the row, or check whether
    the game is over: its time to begin may be up.
    """

    def __init__(self, row: GameRow) -> None:
        self.fairness = build_fairness(replace(row, transcript=""))
        self._bots = [seat for seat in Seat if row.players[seat].brain]

    def update(self, row: GameRow) -> bool:
        """Store a new row. Return whether clients need to know of it."""
        before = self.fairness
        self.fairness = replace(before, row=replace(row, transcript=""))
        parts = ("commitments", "secrets", "keys")
        if any(getattr(row, part) != getattr(before.row, part) for part in parts):
            return True
        if row.is_open_board != before.row.is_open_board:
            return True
        return row.deadline != before.row.deadline and not before.is_complete

    async def commit(
        self,
        seat: Seat,
        commitment: str,
        signed: SeatKey | None,
        is_over_by_now: TimeCheck,
        reload: Reload,
        adopt: Adopt,
    ) -> Objection | None:
        """Commit a seat to its secret.

        A seat may send the same commitment again with a signature: a commitment made ahead could not be
        signed, because the params were not known. Once the secret is revealed, any visitor could send it, so
        it is ignored.
        """
        row = self.fairness.row
        stands = row.commitments[seat] == commitment
        if stands and (signed is None or row.keys[seat] or row.secrets[seat]):
            return None
        if signed is not None:
            statement = commitment_statement(row, seat, commitment, signed.key)
            if not is_signed_by(signed.key, statement, signed.signature):
                return Objection("signature", gettext("The signature doesn’t fit this commitment."))
        if await is_over_by_now():
            return Objection("late", gettext("This game didn’t begin in time."))
        if stands and signed is not None:
            if await ledger.sign_commitment(row.id, seat, commitment, signed):
                await reload()
                publish_to_others("row", row.id)
            return None
        reveal_by = clock.milliseconds() + start_timeout(
            row.clock, row.committed_ahead, is_rated_with_bot=row.rated and bool(self._bots)
        )
        shown = self._bot_secrets()
        adopt(await ledger.write_commitment(row.id, seat, commitment, reveal_by, shown, signed or ("", "")))
        if self.fairness.row.commitments[seat] != commitment:
            return Objection("committed", gettext("This seat has already committed to another secret."))
        publish_to_others("row", row.id)
        return None

    async def reveal(
        self, seat: Seat, secret: str, is_over_by_now: TimeCheck, adopt: Adopt
    ) -> Objection | None:
        """Reveal a seat's secret, once both commitments are published."""
        row = self.fairness.row
        if row.secrets[seat] == secret:
            return None
        if not all(row.commitments):
            return Objection("too_early", gettext("Secrets are revealed once both seats have committed."))
        if not self.fairness.matches_commitment(seat, secret):
            return Objection("other_secret", gettext("This isn’t the secret this seat committed to."))
        if await is_over_by_now():
            return Objection("late", gettext("Your part of the shuffle came too late."))
        adopt(await ledger.write_secrets(row.id, {seat: secret, **self._bot_secrets()}))
        publish_to_others("row", row.id)
        return None

    def _bot_secrets(self) -> dict[Seat, str]:
        """Return the secrets of bots that are not revealed yet.

        They can be revealed once both seats have committed.
        """
        row = self.fairness.row
        return {seat: row.server_secrets.bot_seat.hex() for seat in self._bots if not row.secrets[seat]}

    def to_json(self, seat: Seat | None, state: State) -> Fair:
        """Return the protocol's public values for a seat, with the time left to begin."""
        return self.fairness.to_json(seat, state, self._begin_in_ms(state))

    def _begin_in_ms(self, state: State) -> int | None:
        """Return the time until the game is void, or lost by a seat that has not revealed its secret."""
        by = self.fairness.row.deadline
        if by is None or self.fairness.is_complete or state.is_over:
            return None
        return max(0, by - clock.milliseconds())
