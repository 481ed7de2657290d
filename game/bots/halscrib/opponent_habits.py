"""What an opponent's pegging has shown: does it lead from pairs, does it pair a lead?"""

from collections.abc import Iterator

from game.bots.brain import Cards, Memory
from game.bots.habits import UNKNOWN, Habits, PairFrequency
from game.engine.cards import Card
from game.engine.events import Dealt, Played
from game.engine.state import Seat

CARDS_IN_A_DEAL = 8


def count_pair_leads(memory: Memory, opponent: Seat) -> PairFrequency:
    """How often it led from a pair, when it held one and another card besides."""
    seen = remembered_habits(memory).leads
    for played in complete_deals(memory):
        if played[0][0] is opponent:
            hand = hand_of(opponent, played)
            ranks = [card >> 2 for card in hand]
            seen = seen.with_hand(hand, [ranks.count(rank) > 1 for rank in ranks], played[0][1])
    return seen


def count_pair_replies(memory: Memory, opponent: Seat) -> PairFrequency:
    """How often it replied to a lead with a pair, when it held a card of the rank and another besides."""
    seen = remembered_habits(memory).replies
    for played in complete_deals(memory):
        if played[0][0] is not opponent:
            hand = hand_of(opponent, played)
            lead = played[0][1] >> 2
            seen = seen.with_hand(hand, [card >> 2 == lead for card in hand], played[1][1])
    return seen


def count_habits(memory: Memory, opponent: Seat) -> Habits:
    """Both, as they are remembered."""
    return Habits(count_pair_leads(memory, opponent), count_pair_replies(memory, opponent))


def remembered_habits(memory: Memory) -> Habits:
    """What was remembered of the opponent before the first game of this memory."""
    first = memory[0] if memory else None
    return first if isinstance(first, Habits) else UNKNOWN


def complete_deals(memory: Memory) -> Iterator[tuple[tuple[Seat, Card], ...]]:
    """The cards of each deal that was played to its last card, so that both hands are known, in order."""
    played: list[tuple[Seat, Card]] = []
    for event in memory:
        match event:
            case Dealt():
                played = []
            case Played():
                played.append((event.seat, event.card))
                if len(played) == CARDS_IN_A_DEAL:
                    yield tuple(played)


def hand_of(seat: Seat, played: tuple[tuple[Seat, Card], ...]) -> Cards:
    """The four cards that a seat turned out to have held."""
    return tuple([card for who, card in played if who is seat])
