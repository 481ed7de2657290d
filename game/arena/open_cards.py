"""Players that see every card, and know how their opponent will reply: a bound on what better play could win.

Only the arena has them, because it alone hands over a whole state. They follow each of their cards, and the
opponent's replies by its own code and its own stream of chance, to the end of the deal, and take the card
that wins most after the show. So the opponent's code is best answered within a deal; what the next deals are
worth comes from the tables of Advanced.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from game.bots.advanced import best_throw, playing
from game.bots.advanced.aims import Aim, standing_from_view
from game.bots.advice import win_chance
from game.bots.brain import Cards, Decision, Memory, Stream, ways_to_throw
from game.bots.counting import correct_count
from game.bots.registry import choose
from game.engine.cards import Card
from game.engine.moves import Go, Play, Throw
from game.engine.play import act, playable
from game.engine.scoring import score_hand
from game.engine.state import Counting, Phase, Seat, State
from game.engine.view import View, view

NEAR = 16  # points from the target where more matters than what is counted
MUCH_LESS = 5  # points; of 90 discards (seed 5) the best counted at most 4 less


class OpenTable(NamedTuple):
    """A table before the move of a seat that sees all of it.

    brain: what the opponent is expected to play like, usually its own name.
    stream: the opponent's stream of chance, which is only read from a copy.
    """

    state: State
    seat: Seat
    memory: Memory
    brain: str
    stream: Stream


@dataclass
class Draws:
    """A stream that was read ahead: every line of play draws the same numbers, from its own place on."""

    source: Stream
    numbers: list[float] = field(default_factory=list)
    used: int = 0

    def at(self, used: int) -> "Draws":
        """Return the same stream after so many draws."""
        return Draws(self.source, self.numbers, used)

    def random(self) -> float:
        while len(self.numbers) <= self.used:
            self.numbers.append(self.source.random())
        self.used += 1
        return self.numbers[self.used - 1]


@dataclass
class Node:
    """A table that may come up in this deal.

    used: how many numbers the opponent has drawn by then.
    ways: the moves followed from here: all of mine, of the opponent's the one that it makes.
    value: my chance to win.
    """

    state: State
    memory: Memory
    used: int = 0
    ways: list[tuple[Decision, "Node"]] = field(default_factory=list)
    value: float = 0

    def extend(self, seat: Seat, move: Decision, used: int) -> "Node":
        """Add a move."""
        state, events = act(self.state, seat, move)
        after = Node(state, self.memory + events, used)
        self.ways.append((move, after))
        return after

    @property
    def best(self) -> tuple[Decision, "Node"]:
        return max(self.ways, key=lambda way: way[1].value)


class Foresight:
    """The rest of a deal, as a seat with open cards sees it."""

    def __init__(self, table: OpenTable) -> None:
        self.me, self.brain = table.seat, table.brain
        self.draws = Draws(copy(table.stream))

    def follow(self, roots: Sequence[Node]) -> None:
        """Value these tables, in which cards are played, by following them to the end of the deal."""
        levels: list[list[Node]] = [list(roots)]
        while levels[-1]:
            levels.append([*self._after_my_moves(levels[-1]), *self._after_replies(levels[-1])])
        for level in reversed(levels):
            for node in level:
                node.value = node.best[1].value if node.ways else self._worth(node.state)

    def throw(self, root: Node) -> Node:
        """Return the table after the opponent's throw, or this one if it has thrown."""
        other = self.me.other
        if root.state.throws[other]:
            return root
        move = choose(self.brain, view(root.state, other), root.memory, self.draws)
        return root.extend(other, move, self.draws.used)

    def _after_my_moves(self, level: Iterable[Node]) -> list[Node]:
        mine = [node for node in level if node.state.turn is self.me]
        return [
            node.extend(self.me, move, node.used) for node in mine for move in my_moves(node.state, self.me)
        ]

    def _after_replies(self, level: Iterable[Node]) -> list[Node]:
        other = self.me.other
        theirs = [(node, view(node.state, other)) for node in level if node.state.turn is other]
        # Of tables that the opponent cannot tell apart, one is asked for.
        asked = {(seen, node.used): (seen, node.memory, self.draws.at(node.used)) for node, seen in theirs}
        replies = dict(zip(asked, foresee(self.brain, list(asked.values())), strict=True))
        return [
            node.extend(other, move, used)
            for node, seen in theirs
            for move, used in [replies[seen, node.used]]
        ]

    def _worth(self, state: State) -> float:
        """Return my chance to win after a deal."""
        if state.is_over:
            return float(state.winner is self.me)
        mine, theirs = state.scores[self.me], state.scores[self.me.other]
        return win_chance(mine, theirs, state.dealer is not self.me, state.rules.target)


def my_moves(state: State, seat: Seat) -> list[Decision]:
    """Return a seat's moves in the play, of cards of a rank only one."""
    cards = {card >> 2: card for card in playable(state.hands[seat], state.count)}
    return [Play(card) for _, card in sorted(cards.items())] or [Go()]


def foresee(brain: str, asked: Sequence[tuple[View, Memory, Draws]]) -> list[tuple[Decision, int]]:
    """Return the move that a brain makes in each of these views, and its place in its stream afterwards."""
    if brain != "advanced":
        return [(choose(brain, *each), each[2].used) for each in asked]
    # This decides as Advanced does, but weighs all views at once, which takes half the time.
    chances = [None if seen.must_go else draws.random() for seen, _, draws in asked]
    choices = {
        at: playing.Choice(seen, standing_from_view(seen, Aim.WIN), chance)
        for at, ((seen, _, _), chance) in enumerate(zip(asked, chances, strict=True))
        if chance is not None and len({card >> 2 for card in seen.playable}) > 1
    }
    weighed = dict(zip(choices, playing.weigh_all(list(choices.values())), strict=True))
    ranks = {at: plays.ranks[int(plays.value.argmax())] for at, plays in weighed.items()}
    return [
        (Go() if seen.must_go else Play(lowest_card(seen, ranks.get(at))), draws.used)
        for at, (seen, _, draws) in enumerate(asked)
    ]


def lowest_card(seen: View, rank: int | None) -> Card:
    """Return the first card of this rank, or of all, that may be played."""
    return min(card for card in seen.playable if rank in (None, card >> 2))


@dataclass
class OpenPlayer:
    """A player with open cards. It remembers the rest of the deal as it planned it, to save time.

    throws: whether it discards by the open cards too; otherwise like Advanced.
    takes_for: how it expects every opponent to play, instead of like itself.
    """

    throws: bool = False
    takes_for: str = ""
    planned: Node | None = None

    def decide(self, table: OpenTable) -> Decision:
        """Return the move that wins most."""
        state = table.state.replace(rules=replace(table.state.rules, counting=Counting.AUTO))
        table = table._replace(state=state, brain=self.takes_for or table.brain)
        if state.laid is not None:
            return correct_count(state.laid)
        if state.phase is Phase.THROW:
            self.planned = None
            if not self.throws:
                return Throw(best_throw(view(state, table.seat), Aim.WIN))
        if self.planned is None or not is_same(self.planned.state, state):
            self.planned = plan(table)
        move, after = self.planned.best
        while after.ways and after.state.turn is not table.seat:
            _, after = after.best
        self.planned = after
        return move


def is_same(one: State, other: State) -> bool:
    """Return whether these tables differ at most in which side threw first."""
    return one.replace(record=()) == other.replace(record=())


def plan(table: OpenTable) -> Node:
    """Return the rest of the deal."""
    root, foresight = Node(table.state, table.memory), Foresight(table)
    if table.state.phase is not Phase.THROW:
        foresight.follow([root])
        return root
    thrown = foresight.throw(root)
    after = Node(thrown.state, thrown.memory, thrown.used)
    foresight.follow(
        [after.extend(table.seat, Throw(two), after.used) for two in likely_throws(after.state, table.seat)]
    )
    return after


def likely_throws(state: State, seat: Seat) -> list[Cards]:
    """Return the throws that may be the best, where the opponent has thrown.

    Far from the end of the game those are left out that count much less than the best one.
    """
    assert state.upcard is not None
    dealt, theirs = state.dealt[seat], state.throws[seat.other]
    sign = 1 if state.dealer is seat else -1
    points = {
        thrown: score_hand(kept, state.upcard).total
        + sign * score_hand((*thrown, *theirs), state.upcard, crib=True).total
        for kept, thrown in ways_to_throw(dealt)
    }
    is_near = max(state.scores) + NEAR >= state.rules.target
    least = min(points.values()) if is_near else max(points.values()) - MUCH_LESS
    return [thrown for thrown, counted in points.items() if counted >= least]


OpenBrain = Callable[[OpenTable], Decision]

OPEN_PLAYERS: dict[str, OpenBrain] = {
    "open-pegging": OpenPlayer().decide,
    "open-cards": OpenPlayer(throws=True).decide,
    "open-pegging-advanced": OpenPlayer(takes_for="advanced").decide,
}
