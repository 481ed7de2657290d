"""What a card scores as it is played: fifteen, thirty-one, pairs and runs."""

from collections.abc import Sequence

from game.engine.cards import PIPS, Card
from game.engine.scoring import NUMBER_WORDS, PAIR_SCORES, Part


def peg_points(pile_before: Sequence[Card], played: Card) -> int:
    """Points for playing a card on the pile: 15, 31, pairs and runs, not go or last card."""
    points = 0
    total = PIPS[played] + sum([PIPS[card] for card in pile_before])
    if total == 15 or total == 31:
        points = 2
    alike = _count_alike(pile_before, played)
    if alike > 1:
        return points + PAIR_SCORES[alike][1]
    return points + _run(pile_before, played)


def peg_parts(pile_before: Sequence[Card], played: Card) -> tuple[Part, ...]:
    """The same points one by one, in a player's words."""
    pile = (*pile_before, played)
    total = sum([PIPS[card] for card in pile])
    parts = []
    if total in (15, 31):
        parts.append(Part("count", pile, 2, f"{NUMBER_WORDS[total]} for two"))
    alike, run = _count_alike(pile_before, played), _run(pile_before, played)
    if alike > 1:
        name, points = PAIR_SCORES[alike]
        parts.append(Part("pair", pile[-alike:], points, f"{name} for {NUMBER_WORDS[points]}"))
    elif run:
        parts.append(Part("run", pile[-run:], run, f"a run of {NUMBER_WORDS[run]}"))
    return tuple(parts)


def _count_alike(pile_before: Sequence[Card], played: Card) -> int:
    """How many cards of one rank lie on top, the one played among them."""
    rank = played >> 2
    alike = 1
    for card in reversed(pile_before):
        if card >> 2 != rank:
            break
        alike += 1
    return alike


def _run(pile_before: Sequence[Card], played: Card) -> int:
    """The length of the longest run the last cards make in any order, or 0."""
    rank = played >> 2
    seen, low, high, length, longest = {rank}, rank, rank, 1, 0
    for card in reversed(pile_before):
        rank = card >> 2
        if rank in seen:
            break
        seen.add(rank)
        length += 1
        if rank < low:
            low = rank
        elif rank > high:
            high = rank
        if length > 2 and high - low + 1 == length:
            longest = length
    return longest
