"""The result of checking a transcript."""

from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import Any


class Status(IntEnum):
    """The result, as a command exits with it."""

    TRUE = 0
    FALSE = 1
    UNREADABLE = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """A result: a sentence for every fault, and the deals whose decks were made again."""

    status: Status
    faults: tuple[str, ...] = ()
    game: str | None = None
    table_code: str | None = None
    deals: tuple[int, ...] = ()
    signed_by: str | None = None
    logged_by: str | None = None
    receipts: int | None = None  # of a case: how many were signed
    decks: str | None = None  # of a record of decks: whose, and of how many rounds the links are shown
    rounds: int | None = None

    @property
    def description(self) -> str:
        """The whole verdict, for the terminal."""
        if self.status is Status.UNREADABLE:
            return f"UNREADABLE. {self.faults[0]}"
        signed = f", signed by {self.signed_by}" if self.signed_by else ""
        if self.status is Status.FALSE:
            return "\n".join([f"FALSE{signed}.", *(f"  {fault}" for fault in self.faults)])
        if self.decks is not None:
            holds = "commitments, secrets, root and links hold"
            return f"TRUE. Decks {self.decks}: {holds}. Rounds shown: {self.rounds}."
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
        # A log is known by its key, as anybody can take a name; for people its name is enough to find it.
        log = self.logged_by and self.logged_by.partition("+")[0]
        logged = f", in the log {log}" if self.signed_by and log else ""
        return f"TRUE{signed}{logged}. Game {self.game}: {holds}. Checked: {checked}.{code}"

    def to_json(self) -> dict[str, Any]:
        said = {name: value for name, value in asdict(self).items() if name != "status"}
        return {"verdict": self.status.name.lower()} | said
