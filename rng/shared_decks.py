"""Decks that many tables share: one chain and one root for a whole set of rounds (cribfair/3).

The server first publishes the tip of a chain. Then entrants commit and reveal. All of these values together
give the root, which fixes every deck of every round. In sets with a delay they give its start, and its end is
the root. The links of a round are revealed when its last table is done.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rng.commitment import canonical_json, is_canonical, parse_params
from rng.delay import MOST_STEPS, SEGMENTS, wrong_segments
from rng.framing import H, ascii_bytes, check_length, framed, hash_along, label

__all__ = [
    "LINKS_A_ROUND", "MOST_ROUNDS", "PROTOCOL", "Entrant", "SetChain", "SetRecord", "absent", "bot_stream",
    "canonical_set_params", "chain_tip", "deal_key", "delay_faults", "delay_steps",
    "entrant_commitment", "faults", "first_dealer", "link", "link_back", "link_faults", "mix", "root",
    "verify",
]  # fmt: skip

PROTOCOL = "cribfair/3"
# From the sixteenth deal of a round on, all deals use its last link. The deal's number makes their keys
# differ.
LINKS_A_ROUND = 16
MOST_ROUNDS = 64
MOST_DEALS = 255


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who committed to a secret for a set. Without a secret, the player is excluded and listed."""

    player: str
    commitment: bytes
    secret: bytes | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetRecord:
    """All published values of a set so far. `links` has the last link of each finished round."""

    deck_set: str
    params: str
    tip: bytes
    entrants: Sequence[Entrant]
    root: bytes | None
    links: Mapping[int, bytes] = field(default_factory=dict)
    # The values after each segment of the delay, once the root is fixed. None for a set without a delay.
    delay: Sequence[bytes] | None = None


def canonical_set_params(deck_set: str, rounds: int, params: Mapping[str, Any]) -> str:
    """Return the server's committed params: the use of these decks, as one string."""
    return canonical_json({**params, "version": PROTOCOL, "set": deck_set, "rounds": _check_rounds(rounds)})


# The server's chain.


def chain_tip(deck_set: str, rounds: int, x0: bytes) -> bytes:
    """Return the tip of the chain, which the server publishes first."""
    return _along(deck_set, check_length("The server's secret", x0), _check_rounds(rounds) * LINKS_A_ROUND)


def link(deck_set: str, rounds: int, x0: bytes, t: int, d: int) -> bytes:
    """Return the server's part of deal d of round t, both counted from 1."""
    if not 1 <= t <= _check_rounds(rounds):
        raise ValueError(f"A round's number is 1 to {rounds}, not {t}.")
    steps = rounds * LINKS_A_ROUND - _place(t, d)
    return _along(deck_set, check_length("The server's secret", x0), steps)


class SetChain:
    """The links of one round, derived from its last one."""

    def __init__(self, deck_set: str, t: int, last: bytes) -> None:
        links = [check_length("A link", last)]
        while len(links) < LINKS_A_ROUND:
            links.append(link_back(deck_set, links[-1]))
        self._links = links[::-1]
        self.t = t

    def link(self, d: int) -> bytes:
        """Return the server's part of deal d."""
        return self._links[_place(1, d) - 1]


def link_back(deck_set: str, link: bytes, steps: int = 1) -> bytes:
    """Return the link that lies so many deals earlier, or the tip."""
    return _along(deck_set, check_length("A link", link), steps)


# The entrants' parts.


def entrant_commitment(deck_set: str, player: str, secret: bytes) -> bytes:
    """Return the commitment that a player publishes before the secret."""
    return H(
        label("entrant"),
        ascii_bytes("A set's id", deck_set),
        ascii_bytes("A player's id", player),
        check_length("A player's secret", secret),
    )


def root(params: str, tip: bytes, entrants: Iterable[Entrant]) -> bytes:
    """Return the root of a set without a delay. With the links, it fixes every deck."""
    return _hash_parts("root", params, tip, entrants)


def mix(params: str, tip: bytes, entrants: Iterable[Entrant]) -> bytes:
    """Return the start of a set's delay."""
    return _hash_parts("mix", params, tip, entrants)


def _hash_parts(purpose: str, params: str, tip: bytes, entrants: Iterable[Entrant]) -> bytes:
    """Return a hash of all published values, by player.

    For a player who did not reveal, only the commitment is included, so that the list of these players is
    fixed too.
    """
    shown = [
        part
        for one in sorted(entrants, key=lambda one: one.player)
        for part in (
            ascii_bytes("A player's id", one.player),
            check_length("A commitment", one.commitment),
            b"" if one.secret is None else check_length("A player's secret", one.secret),
        )
    ]
    return H(label(purpose), ascii_bytes("The params", params), check_length("The tip", tip), *shown)


def delay_steps(params: Mapping[str, Any]) -> int | None:
    """Return how many steps a segment of a set's delay has, by its params. None for a set without a delay."""
    steps = params.get("delay")
    return None if steps is None else int(steps)


def absent(entrants: Iterable[Entrant]) -> tuple[str, ...]:
    """Return the players who committed and did not reveal: they are excluded and listed."""
    return tuple(sorted(one.player for one in entrants if one.secret is None))


# Values derived from both.


def deal_key(root: bytes, t: int, d: int, link: bytes) -> bytes:
    """Return the 64 bytes that deal d of round t is shuffled from, at every table."""
    message = framed(label("deal"), check_length("A root", root), _four_bytes(t), _four_bytes(d))
    return hmac.digest(check_length("A link", link), message, "sha512")


def first_dealer(root: bytes, t: int) -> int:
    """Return the first dealer at every table of round t. Known once the root is known."""
    return H(label("first-dealer"), check_length("A root", root), _four_bytes(t))[0] & 1


def bot_stream(root: bytes, t: int, last: bytes) -> bytes:
    """Return the secret from which bots draw their choices in round t, at every table.

    `last` is its last link.
    """
    return H(
        label("round-stream"),
        check_length("A root", root),
        _four_bytes(t),
        check_length("A link", last),
    )


# Verification of records.


def verify(record: SetRecord) -> str | None:
    """Return the first fault of a set's record as a sentence, or None if the record is valid."""
    return next(faults(record), None)


def faults(record: SetRecord) -> Iterator[str]:
    """Yield every fault of a set's record, in the order in which it was made."""
    params = parse_params(record.params)
    if params is None or not is_canonical(record.params):
        yield "The params of the set cannot be read."
        return
    rounds = params.get("rounds")
    if params.get("version") != PROTOCOL:
        yield f"The params of the set do not name {PROTOCOL}."
    if params.get("set") != record.deck_set:
        yield "The params belong to another set."
    if not (isinstance(rounds, int) and not isinstance(rounds, bool) and 1 <= rounds <= MOST_ROUNDS):
        yield "The params of the set name no number of rounds."
        return
    if not _has_its_delay(params, record):
        yield "The params and the record of the set differ about its delay."
        return
    yield from _entrant_faults(record)
    yield from link_faults(record.deck_set, record.tip, rounds, record.links)
    if record.links and record.root is None:
        yield "Links are shown of a set that has no root."


def _entrant_faults(record: SetRecord) -> Iterator[str]:
    players = [one.player for one in record.entrants]
    if players != sorted(set(players)):
        yield "The entrants are not in the order of their ids, each once."
    for one in record.entrants:
        if one.secret is not None:
            committed = entrant_commitment(record.deck_set, one.player, one.secret)
            if committed != one.commitment:
                yield f"The secret of entrant {one.player} is not the one they committed to."
    if record.root is None:
        return
    if record.delay is not None:
        if record.root != record.delay[-1]:
            yield "The root is not the end of the delay."
    elif record.root != root(record.params, record.tip, record.entrants):
        yield "The root does not follow from what the server and the entrants showed."


def _has_its_delay(params: Mapping[str, Any], record: SetRecord) -> bool:
    """Return whether a record has a delay if its params name one, complete if there is a root."""
    if record.delay is None:
        return "delay" not in params
    steps = params.get("delay")
    is_length = isinstance(steps, int) and not isinstance(steps, bool) and 1 <= steps <= MOST_STEPS
    return is_length and len(record.delay) == (SEGMENTS if record.root is not None else 0)


def delay_faults(record: SetRecord, segments: Iterable[int]) -> Iterator[str]:
    """Compute these segments of the delay again, of a record without other faults."""
    if record.delay:
        steps = int((parse_params(record.params) or {})["delay"])
        start = mix(record.params, record.tip, record.entrants)
        for segment in wrong_segments(start, steps, record.delay, segments):
            yield f"Segment {segment} of the delay does not lead from one value to the next."


def link_faults(deck_set: str, tip: bytes, rounds: int, links: Mapping[int, bytes]) -> Iterator[str]:
    """Check that the last links of the rounds, in sequence, lead back to the tip."""
    before: bytes | None = tip
    for t in range(1, max(links, default=0) + 1):
        shown = links.get(t)
        if t > rounds:
            yield f"The set has no round {t}."
        elif shown is None:
            yield f"The link of round {t} is missing."
        elif before is not None and link_back(deck_set, shown, LINKS_A_ROUND) != before:
            yield f"The link of round {t} does not lead back to the one before."
        before = shown


def _place(t: int, d: int) -> int:
    """Return how many steps before the tip the link of a deal lies."""
    if not 1 <= d <= MOST_DEALS:
        raise ValueError(f"A deal of a round has a number from 1 to {MOST_DEALS}, not {d}.")
    return (t - 1) * LINKS_A_ROUND + min(d, LINKS_A_ROUND)


def _along(deck_set: str, x: bytes, steps: int) -> bytes:
    return hash_along("set-chain", ascii_bytes("A set's id", deck_set), x, steps)


def _four_bytes(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _check_rounds(rounds: int) -> int:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"A set has 1 to {MOST_ROUNDS} rounds, not {rounds}.")
    return rounds
