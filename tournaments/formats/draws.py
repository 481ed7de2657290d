"""Compute the tables of a draw of either kind.

A worker process imports this module, so nothing here may need Django.
"""

from collections.abc import Sequence

from tournaments.formats.pairing import Draw, Table, pair
from tournaments.formats.swiss import SwissDraw, pair_in_step


def pair_drawn(draw: Draw | SwissDraw, root: bytes) -> Sequence[Table]:
    """Return the tables of a draw, by the rules of its kind."""
    return pair_in_step(draw, root) if isinstance(draw, SwissDraw) else pair(draw, root)
