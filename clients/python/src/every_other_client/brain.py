"""The class that chooses moves, and the check of its answers."""

import random
import traceback

from every_other_client.cards import score_hand
from every_other_client.events import Memory
from every_other_client.moves import Call, Claim, Go, Move, Pass, Play, Throw
from every_other_client.output import say
from every_other_client.views import View


class Brain:
    """The class that you subclass. Each game creates its own instance without arguments, which may keep
    state.

    After a restart of the client it is created again. State that must last has to come from `memory`, which
    is complete.
    """

    def choose(self, view: View, memory: Memory, chance: random.Random) -> Throw | Play:
        """Answer with a Throw of two of `view.hand`, or with a Play of one of `view.playable`.

        memory: every event of the game so far.
        chance: a random number generator, seeded by the operating system for each decision.
        """
        raise NotImplementedError

    def count(self, view: View) -> Claim | Call | Pass:
        """Count by hand, in a game played that way: the true count, and a call of overlooked points."""
        assert view.laid is not None
        laid = view.laid
        worth = score_hand(laid.cards, laid.starter, crib=laid.what == "crib")
        if laid.claimed is None:
            return Claim(worth)
        return Call(worth - laid.claimed) if worth > laid.claimed else Pass()


def decide(brain: Brain, view: View, memory: Memory, chance: random.Random) -> Move:
    """Return the brain's move. If it fails or breaks the rules, report that and return the simplest move."""
    if view.must_go:
        return Go()
    try:
        move = brain.choose(view, memory, chance) if view.laid is None else brain.count(view)
        if is_allowed(move, view):
            return move
        say(f"{type(brain).__name__} answered {move}, which the rules do not allow in {view}")
    except Exception:
        say(f"{type(brain).__name__} failed at {view}:\n{traceback.format_exc()}")
    return simplest(view)


def simplest(view: View) -> Move:
    """Return the first legal move, or a true count."""
    if view.laid is not None:
        return Brain().count(view)
    return Throw(view.hand[:2]) if view.phase == "throw" else Play(view.playable[0])


def is_allowed(move: object, view: View) -> bool:
    """Return whether a move is one that a brain may answer with."""
    if view.laid is not None:
        return isinstance(move, Claim if view.laid.claimed is None else Call | Pass)
    if view.phase == "throw":
        return isinstance(move, Throw) and len({*move.cards} & {*view.hand}) == 2 == len(move.cards)
    return isinstance(move, Play) and move.card in view.playable
