"""The components of a result: addition, mirroring for the other seat, and rounding."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from study.review.judge.grades import MILLION
from study.review.judge.schema import Ledger, Parts

THOUSAND = 1000


class Shares(NamedTuple):
    """What helped a seat (positive) or hurt it (negative), in millionths of a game."""

    your_cards: int = 0
    their_cards: int = 0
    cuts: int = 0
    crib: int = 0
    pegging: int = 0
    met: int = 0
    your_play: int = 0
    their_play: int = 0
    ended: int = 0

    @classmethod
    def total(cls, every: Iterable[Self]) -> Self:
        """Return the sum of shares."""
        return cls(*map(sum, zip(cls(), *every, strict=True)))

    @property
    def mirrored(self) -> "Shares":
        """Return the shares of the other seat."""
        less = Shares(*[-share for share in self])
        return less._replace(
            your_cards=less.their_cards,
            their_cards=less.your_cards,
            your_play=less.their_play,
            their_play=less.your_play,
        )

    @property
    def parts(self) -> Parts:
        return Parts(**self._asdict())  # type: ignore[no-any-return, typeddict-item]

    def in_tenths(self, in_all: int) -> "Shares":
        """Return the shares in tenths of a percent with an exact sum.

        The largest remainders are rounded up.
        """
        tenths = [share // THOUSAND for share in self]
        by_rest = sorted(range(len(self)), key=lambda n: -(self[n] % THOUSAND))
        for n in by_rest[: in_all - sum(tenths)]:
            tenths[n] += 1
        return Shares(*tenths)


def ledgers(start: int, winner: int, shares: Shares) -> tuple[Ledger, Ledger]:
    """Return both seats' ledgers, from seat 0's chance at the start and its shares."""
    result = MILLION if winner == 0 else 0
    shown_start = round(start / THOUSAND)
    shown = shares.in_tenths(result // THOUSAND - shown_start)
    return (
        Ledger(start=start, result=result, parts=shares.parts, shown=shown.parts, shown_start=shown_start),
        Ledger(
            start=MILLION - start,
            result=MILLION - result,
            parts=shares.mirrored.parts,
            shown=shown.mirrored.parts,
            shown_start=THOUSAND - shown_start,
        ),
    )
