"""The result of checking a transcript."""

from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import Any

from rng.delay import FEWEST_STEPS, SEGMENTS


class Status(IntEnum):
    """The result, with the exit status of the command."""

    TRUE = 0
    FALSE = 1
    UNREADABLE = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """A result: a sentence for every fault, and the deals whose decks were reconstructed."""

    status: Status
    faults: tuple[str, ...] = ()
    game: str | None = None
    table_code: str | None = None
    deals: tuple[int, ...] = ()
    signed_by: str | None = None
    logged_by: str | None = None
    receipts: int | None = None  # of a case: the number of signed receipts
    decks: str | None = None  # of a record of decks: its set, and the number of rounds with revealed links
    rounds: int | None = None
    # The steps in a segment of its delay (0 without one), and how many segments were computed again.
    delay: int | None = None
    segments: int | None = None
    # Of a finished game, by seat: how many moves its player has signed, of how many; None for a bot.
    moves: tuple[tuple[int, int] | None, ...] | None = None
    unchecked: tuple[str, ...] = ()  # of a true game: what the files that were given don't show

    @property
    def description(self) -> str:
        """Return the whole verdict for the terminal."""
        if self.status is Status.UNREADABLE:
            return f"UNREADABLE. {self.faults[0]}"
        signed = f", signed by {self.signed_by}" if self.signed_by else ""
        if self.status is Status.FALSE:
            return "\n".join([f"FALSE{signed}.", *(f"  {fault}" for fault in self.faults)])
        if self.decks is not None:
            holds = "commitments, secrets, root and links hold"
            return f"TRUE. Decks {self.decks}: {holds}. Rounds shown: {self.rounds}. {self._delay}"
        if self.receipts is not None:
            return f"TRUE{signed}. Game {self.game}: its {self.receipts} receipts agree with one another."
        hands = len([number for number in self.deals if number])
        decks = [
            *(["the cut for deal"] if 0 in self.deals else []),
            *([f"{hands} deal{'s' * (hands > 1)}"] if hands else []),
        ]
        checked = " and ".join(decks) or "nothing was dealt"
        code = f"\nTable code {self.table_code}." if self.table_code else ""
        holds = "commitments, secrets and links hold"
        # The key identifies a log, because anyone can use its name. For people, the name is enough to find
        # it.
        log = self.logged_by and self.logged_by.partition("+")[0]
        logged = f", in the log {log}" if self.signed_by and log else ""
        more = f"{code}{self._own_moves}{self._unchecked}"
        return f"TRUE{signed}{logged}. Game {self.game}: {holds}. Checked: {checked}.{more}"

    @property
    def _delay(self) -> str:
        if not self.delay:
            return "They have no delay, so the last secret could be chosen."
        computed = f"Segments of the delay computed again: {self.segments} of {SEGMENTS}."
        if self.delay >= FEWEST_STEPS:
            return computed
        return f"{computed} The delay is too short, so the last secret could be chosen."

    @property
    def _own_moves(self) -> str:
        counts = enumerate(self.moves or ())
        says = (f"Seat {seat} signed {count[0]} of its {count[1]} moves." for seat, count in counts if count)
        return "".join(f"\n{each}" for each in says)

    @property
    def _unchecked(self) -> str:
        return "".join(f"\nNot checked: {each}" for each in self.unchecked)

    def to_json(self) -> dict[str, Any]:
        said = {name: value for name, value in asdict(self).items() if name != "status"}
        return {"verdict": self.status.name.lower()} | said
