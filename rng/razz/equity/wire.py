"""Equity results as JSON."""

from fractions import Fraction
from typing import Any

from rng.razz.equity.computing import Equity
from rng.razz.equity.contest import Contest

DIGITS = 6


def to_json(contest: Contest, result: Equity) -> dict[str, Any]:
    """Return the figures of the first hand, and of each."""
    players = [
        {
            "hand": hand.text,
            "wins": result.wins(at),
            "losses": result.losses(at),
            "ties": result.ties(at),
            "equity": share_text(result.share(at), result),
            "decided": share_text(result.decided(at), result),
            "share": float(result.share(at)),
            "error": result.standard_error(at),
        }
        for at, hand in enumerate(contest.hands)
    ]
    first = ("wins", "losses", "ties", "equity", "decided", "share", "error")
    return {
        "hands": result.hands,
        **{name: players[0][name] for name in first},
        "equities": [player["equity"] for player in players],
        "players": players,
        "exact": result.is_exact,
        "samples": None if result.is_exact else result.total,
        "deals": result.total if result.is_exact else None,
        "ordered": contest.ordered,
    }


def share_text(share: Fraction | None, result: Equity) -> str | None:
    """Return a fraction exactly, or a sampled one with as many decimals as are significant."""
    if share is None or result.is_exact:
        return None if share is None else str(share)
    return f"{float(share):.{DIGITS}f}"
