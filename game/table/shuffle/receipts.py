"""Receipts: the server signs everything that it has shown a seat, so that it can't deny it later.

A receipt depends only on the record: any process builds the same bytes again.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice, starmap
from typing import NamedTuple

from common.formats.signed_note import Signer
from game.engine.cards import texts
from game.engine.moves import Deal
from game.engine.state import Seat, State
from game.engine.transcript import header
from game.runtime.signing_keys import find_signer
from game.table.record.steps import Step
from game.table.shuffle.fairness import Fairness
from game.wire.frames import ReceiptsFrame

log = logging.getLogger(__name__)

PROMISE, BOTH_STAND, OPENED, OVER = "promise", "both-stand", "opened", "over"
NONE = "-"


class Facts(NamedTuple):
    """A step of a game, and one line for each value that is shown to a seat with it."""

    step: str
    lines: tuple[str, ...] = ()


class SeatReceipts:
    """The receipts of one seat so far. Each contains the hash of the one before."""

    def __init__(self, fairness: Fairness, seat: Seat, signer: Signer) -> None:
        self._seat, self._signer = seat, signer
        self._begins = f"{fairness.version} receipt\ngame {fairness.row.id}\nseat {seat.value}\nstep "
        self._promised = (
            f"\nparams {sha256(fairness.row.params.encode()).hexdigest()}\ntip {fairness.row.tip}\n"
        )
        self._commitments = ("", "")
        self._shown: dict[str, str] = {}  # the end of each receipt, by its step
        self._signatures: list[bytes] = []
        self._last = NONE  # the hash of the last receipt
        self._add(fairness, Facts(PROMISE))

    def update(self, fairness: Fairness, steps: Iterable[Step] = ()) -> None:
        """Add the receipts of new protocol steps and of further moves."""
        if OPENED not in self._shown:
            for facts in _facts_of_setup(fairness):
                self._add(fairness, facts)
        for facts in _facts_of_moves(fairness, self._seat, steps):
            self._add(fairness, facts)

    def notes(self, since: int = 0) -> list[str]:
        """Return the signed notes from a number on. A text is signed once, on request.

        Only the part that differs between receipts is kept: whole notes would be most of a table's memory.
        """
        unsigned = self._texts(len(self._signatures))
        self._signatures += [self._signer.sign_bytes(text.encode()) for text in unsigned]
        signed = zip(self._texts(since), self._signatures[since:], strict=True)
        return [self._signer.format_note(text, signature) for text, signature in signed]

    def _texts(self, since: int) -> Iterator[str]:
        return starmap(self._text, islice(self._shown.items(), since, None))

    def _text(self, step: str, shown: str) -> str:
        # Once a receipt follows the promise, the commitments no longer change.
        c0, c1 = ("", "") if step == PROMISE else self._commitments
        return f"{self._begins}{step}{self._promised}c0 {c0 or NONE}\nc1 {c1 or NONE}\n{shown}"

    def __len__(self) -> int:
        return len(self._shown)

    def _add(self, fairness: Fairness, facts: Facts) -> None:
        if facts.step in self._shown:
            return
        self._commitments = fairness.row.commitments
        own = "".join([f"{line}\n" for line in facts.lines])
        shown = f"after {self._last}\n{own}"
        self._shown[facts.step] = shown
        self._last = sha256(self._text(facts.step, shown).encode()).hexdigest()


class Receipts:
    """The receipts of one table, for every seat with a person, if the game names a signer."""

    def __init__(self, fairness: Fairness) -> None:
        signer = _signer_of(fairness)
        people = [seat for seat in Seat if not fairness.row.players[seat].brain]
        self._by_seat = {seat: SeatReceipts(fairness, seat, signer) for seat in people if signer}
        self._sent = dict.fromkeys(self._by_seat, 0)
        self.update(fairness)

    def update(self, fairness: Fairness, steps: Sequence[Step] = ()) -> None:
        """Add the receipts of new protocol steps and of further moves."""
        news = [step for step in steps if isinstance(step.move, Deal) or step.state.is_over]
        if news or not steps:
            for receipts in self._by_seat.values():
                receipts.update(fairness, news)

    def notes(self, seat: Seat, since: int = 0) -> list[str]:
        """Return a seat's signed receipts from a number on."""
        receipts = self._by_seat.get(seat)
        return receipts.notes(since) if receipts else []

    def to_json(self, seat: Seat, since: int = 0) -> ReceiptsFrame:
        """Return the same receipts as a frame."""
        return ReceiptsFrame(since, self.notes(seat, since))

    def take_new(self) -> dict[Seat, int]:
        """Return the seats with new receipts since the last call, and the number of the first new one."""
        new = {seat: sent for seat, sent in self._sent.items() if sent < len(self._by_seat[seat])}
        if new:
            self._sent = {seat: len(receipts) for seat, receipts in self._by_seat.items()}
        return new


def _signer_of(fairness: Fairness) -> Signer | None:
    """Return the signer that a game names. None if it names none or the site no longer has the key."""
    verifier_key = fairness.params.get("signer")
    signer = find_signer(verifier_key) if verifier_key else None
    if verifier_key and signer is None:
        log.error("game %s: the key %s that signs its receipts is missing", fairness.row.id, verifier_key)
    return signer


def _facts_of_setup(fairness: Fairness) -> Iterator[Facts]:
    if all(fairness.row.commitments):
        yield Facts(BOTH_STAND)
    if fairness.is_complete:
        yield Facts(OPENED, tuple([f"s{seat} {secret}" for seat, secret in enumerate(fairness.row.secrets)]))


def _facts_of_moves(fairness: Fairness, seat: Seat, steps: Iterable[Step]) -> Iterator[Facts]:
    for step in steps:
        state = step.state
        if isinstance(step.move, Deal):
            number = step.move.number
            if number == 0:
                yield _shown(fairness, state, 0, state.dealer)
            else:
                if number > 1:
                    yield _shown(fairness, state, number - 1, _other(state.dealer))
                yield _saw(state, seat)
        if state.is_over:
            if state.deal:
                yield _shown(fairness, state, state.deal, state.dealer)
            yield _over(state)


def _saw(state: State, seat: Seat) -> Facts:
    """The six cards of a seat, in the order they were dealt."""
    dealt = " ".join(texts(state.dealt[seat]))
    return Facts(f"saw {state.deal}", (f"dealer {_number(state.dealer)}", f"dealt {dealt}"))


def _shown(fairness: Fairness, state: State, number: int, dealer: Seat | None) -> Facts:
    """The values that make the deck of a deal public, and the moves made with it."""
    return Facts(
        f"shown {number}",
        (
            f"link {NONE if fairness.row.shared else fairness.link(number).hex()}",
            f"dealer {_number(dealer)}",
            " ".join(("moves", *_moves_of_deal(state, number))),
            f"scores {state.scores[0]} {state.scores[1]}",
        ),
    )


def _over(state: State) -> Facts:
    assert state.ended is not None
    line = " ".join((header(state.rules), *state.record))
    return Facts(
        OVER,
        (
            f"ended {state.ended.value}",
            f"winner {_number(state.winner)}",
            f"value {state.value or 0}",
            f"scores {state.scores[0]} {state.scores[1]}",
            f"line {sha256(line.encode()).hexdigest()}",
        ),
    )


def _moves_of_deal(state: State, number: int) -> tuple[str, ...]:
    begin = state.record.index(f"#{number}") + 1
    ends = (n for n, token in enumerate(state.record[begin:], begin) if token[0] == "#")
    return state.record[begin : next(ends, None)]


def _other(seat: Seat | None) -> Seat | None:
    return None if seat is None else seat.other


def _number(seat: Seat | None) -> str:
    return NONE if seat is None else str(seat.value)
