"""How often a bot breaks what lies in the open in its six cards."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from game.arena.chance import Chance
from game.arena.game import positions
from game.bots.registry import choose
from game.engine.cards import Card
from game.engine.moves import Throw
from game.engine.scoring import longest_run
from game.engine.state import Phase, Rules, Seat
from game.engine.view import View, seats_to_move, view

Cards = tuple[Card, ...]


def hands_dealt(one: str, other: str, games: int, seed: int) -> Iterator[tuple[str, View]]:
    """Yield the six cards of each deal, with the name of the bot that has them."""
    for pair in range(games):
        brains = (one, other) if pair % 2 == 0 else (other, one)
        for table in positions(brains, Rules(first_dealer=Seat(pair // 2 % 2)), Chance(seed, pair)):
            if table.state.phase is Phase.THROW:
                for seat in seats_to_move(table.state)[:1]:
                    yield brains[seat], view(table.state, seat)


def find_open_combinations(cards: Cards) -> set[str]:
    """Return what lies in the open in six cards, or in the four that are kept."""
    ranks = [card >> 2 for card in cards]
    suits = [card & 3 for card in cards]
    most = max(ranks.count(rank) for rank in ranks)
    return {
        name
        for name, is_there in {
            "run of four": len(longest_run(ranks)) >= 4,
            "run of three": len(longest_run(ranks)) == 3,
            "flush": max(suits.count(suit) for suit in suits) >= 4,
            "three alike": most >= 3,
            "pair": most == 2,
        }.items()
        if is_there
    }


def shares_broken(name: str, hands: list[View]) -> dict[str, tuple[float, int]]:
    """Return the share of each combination that a bot's throw breaks, and how often it was there.

    A pair is broken if one card is kept and one thrown. Two pairs count once, and are broken if one is.
    """
    dealt, broken = Counter[str](), Counter[str]()
    for number, seen in enumerate(hands):
        move = choose(name, seen, (), Random(number))
        assert isinstance(move, Throw)
        kept = tuple(card for card in seen.hand if card not in move.cards)
        there = find_open_combinations(seen.hand)
        dealt.update(there)
        left = find_open_combinations(kept)
        split = {card >> 2 for card in kept} & {card >> 2 for card in move.cards}
        for combination in there:
            broken[combination] += bool(split) if combination == "pair" else combination not in left
    return {one: (broken[one] / dealt[one], dealt[one]) for one in sorted(dealt)}
