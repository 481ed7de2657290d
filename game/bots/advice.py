"""What a good player would do in a position: every throw and every card weighed, the best first."""

from collections.abc import Iterable
from typing import NamedTuple

from game.bots import master
from game.bots.advanced import playing, throwing
from game.bots.advanced.aims import GAME, Aim, standing, standing_from_view
from game.bots.brain import Cards, Memory, Stream
from game.bots.master.learning import shipped_family
from game.bots.tables import tables
from game.engine.cards import Card
from game.engine.view import View


class ThrowLine(NamedTuple):
    """One of the fifteen ways to throw, and what comes of it on average."""

    thrown: Cards
    kept: Cards
    hand: float  # points of the four kept with the starter
    spread: float  # how far those points stray: their standard deviation over the starters
    low: int
    high: int
    crib: float  # points of the crib, no matter whose it is
    pegging: float  # points pegged in the play, less the opponent's
    points: float  # hand, crib and pegging in all, less the opponent's crib
    win: float  # chance to win the game


class CardLine(NamedTuple):
    """One card that may be played, and what comes of it on average."""

    card: Card
    now: int  # points for it at once
    pegging: float  # points pegged from here to the end of the play, less the opponent's
    win: float


def weigh_throws(
    six: Cards, *, dealer: bool, mine: int, theirs: int, target: int = GAME, seen: Cards = ()
) -> tuple[ThrowLine, ...]:
    """Weigh all fifteen throws as Advanced does; `seen` are further cards known to be elsewhere."""
    ways = throwing.weigh(six, dealer, standing(Aim.WIN, dealer, mine, theirs, target), seen)
    hand = ways.hand.mean(axis=1)
    crib_for_me = ways.crib if dealer else -ways.crib
    net = ways.pegs[:, 0] - ways.pegs[:, 1]
    figures = (
        hand,
        ways.hand.std(axis=1),
        ways.hand.min(axis=1),
        ways.hand.max(axis=1),
        ways.crib,
        net,
        hand + crib_for_me + net,
        ways.value,
    )
    lines = [
        ThrowLine(*way)
        for way in zip(ways.thrown, ways.kept, *[column.tolist() for column in figures], strict=True)
    ]
    return tuple(sorted(lines, key=lambda line: -line.win))


def weigh_cards(view: View, memory: Memory, stream: Stream) -> tuple[CardLine, ...]:
    """Weigh every card that may be played, as Master does with the same memory and stream."""
    return _card_lines(view, master.weigh_cards(view, memory, stream, shipped_family()))


def weigh_choices(
    choices: Iterable[tuple[View, Stream]], sample: int = playing.SAMPLE
) -> list[tuple[CardLine, ...]]:
    """Weigh every card in each of these choices, as Advanced does; which costs less than one by one.

    Each is played out against so many hands that the opponent may hold.
    """
    asked = [
        playing.Choice(view, standing_from_view(view, Aim.WIN), stream.random(), sample)
        for view, stream in choices
    ]
    weighed = zip(asked, playing.weigh_all(asked), strict=True)
    return [_card_lines(choice.view, plays) for choice, plays in weighed]


def _card_lines(view: View, plays: playing.Plays) -> tuple[CardLine, ...]:
    of_rank = {
        rank: figures
        for rank, *figures in zip(
            plays.ranks, plays.now.tolist(), plays.net.tolist(), plays.value.tolist(), strict=True
        )
    }
    lines = [CardLine(card, *of_rank[card >> 2]) for card in sorted(view.playable)]
    return tuple(sorted(lines, key=lambda line: -line.win))


def win_chance(mine: int, theirs: int, dealer: bool, target: int = GAME) -> float:
    """The chance to win of the side with `mine` before a deal; `dealer` says whether that side deals."""
    offset = GAME - target
    return float(tables().win[int(dealer), mine + offset, theirs + offset])
