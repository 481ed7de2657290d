"""Decks that many tables share: one chain and one root for a whole set of rounds (cribfair/3).

The server shows the tip of a chain first, entrants commit and then reveal, and all of it together is the
root. From then on every deck of every round is fixed. The links of a round are shown when its last table is
done.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rng.commitment import canonical_json, is_canonical, parse_params
from rng.deal import card_text, deck
from rng.framing import H, ascii_bytes, check_length, framed, hash_along, label

__all__ = [
    "LINKS_A_ROUND", "MOST_ROUNDS", "PROTOCOL", "Entrant", "SetChain", "SetRecord", "absent", "bot_stream",
    "canonical_set_params", "chain_tip", "deal_key", "deck_faults", "entrant_commitment", "faults",
    "first_dealer", "link", "link_back", "link_faults", "root", "verify",
]  # fmt: skip

PROTOCOL = "cribfair/3"
# From the sixteenth deal of a round on, all use its last link: the deal's number tells their keys apart.
LINKS_A_ROUND = 16
MOST_ROUNDS = 64
MOST_DEALS = 255


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who committed to a secret for a set; without a secret they are out of the mix, and listed."""

    player: str
    commitment: bytes
    secret: bytes | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetRecord:
    """All that a set shows of its chance by now; `links` has the last link of each round that is done."""

    deck_set: str
    params: str
    tip: bytes
    entrants: Sequence[Entrant]
    root: bytes | None
    links: Mapping[int, bytes] = field(default_factory=dict)


def canonical_set_params(deck_set: str, rounds: int, params: Mapping[str, Any]) -> str:
    """What the server commits to beside its chain: what is played from these decks, in one string."""
    return canonical_json({**params, "version": PROTOCOL, "set": deck_set, "rounds": _check_rounds(rounds)})


# The server's chain.


def chain_tip(deck_set: str, rounds: int, x0: bytes) -> bytes:
    """What the server shows first: the end of the chain that its secret begins."""
    return _along(deck_set, check_length("The server's secret", x0), _check_rounds(rounds) * LINKS_A_ROUND)


def link(deck_set: str, rounds: int, x0: bytes, t: int, d: int) -> bytes:
    """The server's part of deal d of round t, both from 1."""
    if not 1 <= t <= _check_rounds(rounds):
        raise ValueError(f"A round's number is 1 to {rounds}, not {t}.")
    steps = rounds * LINKS_A_ROUND - _place(t, d)
    return _along(deck_set, check_length("The server's secret", x0), steps)


class SetChain:
    """The links of one round, which follow from its last one."""

    def __init__(self, deck_set: str, t: int, last: bytes) -> None:
        links = [check_length("A link", last)]
        while len(links) < LINKS_A_ROUND:
            links.append(link_back(deck_set, links[-1]))
        self._links = links[::-1]
        self.t = t

    def link(self, d: int) -> bytes:
        """The server's part of deal d."""
        return self._links[_place(1, d) - 1]


def link_back(deck_set: str, link: bytes, steps: int = 1) -> bytes:
    """The link of so many deals before, or the tip."""
    return _along(deck_set, check_length("A link", link), steps)


# Everybody's part.


def entrant_commitment(deck_set: str, player: str, secret: bytes) -> bytes:
    """What a player shows before their secret."""
    return H(
        label("entrant"),
        ascii_bytes("A set's id", deck_set),
        ascii_bytes("A player's id", player),
        check_length("A player's secret", secret),
    )


def root(params: str, tip: bytes, entrants: Iterable[Entrant]) -> bytes:
    """What every deck of the set follows from beside the links: all that was shown, by player.

    Of who did not show their secret only the commitment is in it, so that the list of these is bound as well.
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
    return H(label("root"), ascii_bytes("The params", params), check_length("The tip", tip), *shown)


def absent(entrants: Iterable[Entrant]) -> tuple[str, ...]:
    """Who committed and did not show their secret: they are out of the mix, and listed."""
    return tuple(sorted(one.player for one in entrants if one.secret is None))


# What follows from both.


def deal_key(root: bytes, t: int, d: int, link: bytes) -> bytes:
    """The 64 bytes that deal d of round t is shuffled from, at every table."""
    message = framed(label("deal"), check_length("A root", root), _four_bytes(t), _four_bytes(d))
    return hmac.digest(check_length("A link", link), message, "sha512")


def first_dealer(root: bytes, t: int) -> int:
    """The seat that deals first at every table of round t: known as soon as the root is."""
    return H(label("first-dealer"), check_length("A root", root), _four_bytes(t))[0] & 1


def bot_stream(root: bytes, t: int, last: bytes) -> bytes:
    """The secret that bots draw their choices of round t from, at every table; `last` is its last link."""
    return H(
        label("round-stream"),
        check_length("A root", root),
        _four_bytes(t),
        check_length("A link", last),
    )


# Whether a record is true.


def verify(record: SetRecord) -> str | None:
    """The first fault of a set's record as a sentence, or None if everything in it is true."""
    return next(faults(record), None)


def faults(record: SetRecord) -> Iterator[str]:
    """Every fault of a set's record, in the order in which it was made."""
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
    if record.root is not None and record.root != root(record.params, record.tip, record.entrants):
        yield "The root does not follow from what the server and the entrants showed."


def link_faults(deck_set: str, tip: bytes, rounds: int, links: Mapping[int, bytes]) -> Iterator[str]:
    """Whether the last links of the rounds, each behind the one before, lead back to the tip."""
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


def deck_faults(t: int, d: int, key: bytes, recorded: Sequence[int]) -> Iterator[str]:
    """Whether the deck that is said to have been dealt is the one its key makes."""
    true = deck(key)
    if len(recorded) != len(true):
        yield f"The deck of deal {d} of round {t} has {len(recorded)} cards."
        return
    for place, (card, claimed) in enumerate(zip(true, recorded, strict=True), start=1):
        if card != claimed:
            said = f"card {place} of the deck is {card_text(card)}, the record has another"
            yield f"Round {t}, deal {d}: {said}."
            return


def _place(t: int, d: int) -> int:
    """How many steps before the tip the link of a deal lies."""
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
