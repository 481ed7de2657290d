"""Offline games against a house bot, whose code must be in a checkout of Every Other."""

import random
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from every_other_client.brain import Brain, decide
from every_other_client.cards import DECK
from every_other_client.events import EVENTS, Counted, Event, Memory, Part
from every_other_client.moves import Move
from every_other_client.views import Laid, Show, View


def play_locally(brain: Callable[[], Brain], house: str, games: int, seed: int, target: int) -> str:
    """Play pairs of games with the same decks and the seats swapped. Return the result as a sentence."""
    for folder in (*Path(__file__).resolve().parents, *(Path.cwd() / "here").parents):
        if (folder / "game" / "arena" / "odds.py").exists():
            sys.path.insert(0, str(folder))
            break
    try:
        from game.arena.odds import Share
        from game.bots.registry import BRAINS
    except ImportError as fault:
        raise SystemExit(
            f"--local needs the house's bots, and they cannot be loaded ({fault}). Run this in a"
            " checkout of Every Other, with what the site needs: make setup, then .venv/bin/python."
        ) from None
    if house not in BRAINS:
        raise SystemExit(f"There is no bot of the house called {house!r}; there are {', '.join(BRAINS)}.")
    share = Share(2)
    for pair in range(max(1, (games + 1) // 2)):
        won = sum(_play_local_game(brain(), house, f"{seed} {pair}", seat, target) for seat in (0, 1))
        share = share.with_sample(won)
    interval = f"95%: {share.low:.1f} to {share.high:.1f}" if share.samples > 1 else "too few for an interval"
    return (
        f"{2 * share.samples} games against {house}, every deck from both sides, seed {seed}: "
        f"won {share.percent:.1f}% ({interval})"
    )


def _play_local_game(brain: Brain, house: str, name: str, seat: int, target: int) -> bool:
    """Play one game from this seat. Return whether it was won. The decks follow from its name."""
    from game.bots.registry import choose
    from game.engine import moves
    from game.engine.play import act, start
    from game.engine.state import Phase, Rules, Seat
    from game.engine.view import seats_to_move, view

    decks = random.Random(name)  # noqa: S311
    state, mine, moved = start(Rules(target)), Seat(seat), 0
    seen: Memory = ()
    events: tuple[Any, ...] = ()
    while not state.is_over:
        waiting = seats_to_move(state)
        chance, moved = random.Random(f"{name} {moved}"), moved + 1  # noqa: S311
        move: Any
        if not waiting:
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            move = moves.Deal(number, tuple(decks.sample(range(52), 52)))
        elif mine in waiting:
            move = _to_house(decide(brain, _from_house_view(view(state, mine)), seen, chance))
        else:
            move = choose(house, view(state, mine.other), events, chance)
        mover = None if not waiting else mine if mine in waiting else mine.other
        state, happened = act(state, mover, move)
        events += (*happened,)
        seen += tuple(_from_house_event(event) for event in happened)
    return state.winner is mine


def _to_house(move: Move) -> Any:
    """Convert a move to the house's rules, where cards are numbers."""
    from game.engine import moves

    numbers: dict[str, Callable[[Any], Any]] = {
        "card": DECK.index,
        "cards": lambda cards: tuple(map(DECK.index, cards)),
        "points": int,
    }
    kind = getattr(moves, type(move).__name__)
    return kind(*(numbers[each.name](getattr(move, each.name)) for each in fields(move)))


def _from_house_view(own: Any) -> View:
    rules = {"target": own.rules.target, "counting": own.rules.counting.value, "start": own.rules.start}
    names = [each.name for each in fields(View) if each.name not in rules]
    return View(**rules, **{name: _from_house(name, getattr(own, name)) for name in names})


def _from_house_event(event: Any) -> Event:
    kind: Any = next(each for each in EVENTS.values() if each.__name__ == type(event).__name__)
    if kind is Counted:
        return _from_house_count(event)
    found: Event = kind(*(_from_house(each.name, getattr(event, each.name)) for each in fields(kind)))
    return found


def _from_house_count(counted: Any) -> Counted:
    *hand, starter = counted.score.cards
    cards = tuple(DECK[card] for card in hand)
    parts = _from_house("parts", counted.score.parts)
    return Counted(
        int(counted.seat), counted.what, cards, DECK[starter], counted.score.total, counted.score.says, parts
    )


def _from_house(name: str, value: Any) -> Any:
    """Convert a value of the house to this file's form."""
    if value is None:
        return None
    match name:
        case "card" | "starter":
            return DECK[value]
        case "cards" | "hand" | "throw" | "pile" | "playable":
            return tuple(DECK[card] for card in value)
        case "played":
            return tuple((int(seat), DECK[card]) for seat, card in value)
        case "cut":
            return tuple((DECK[one], DECK[other]) for one, other in value)
        case "parts":
            return tuple(
                Part(part.kind, _from_house("cards", part.cards), part.points, part.says) for part in value
            )
        case "show":
            counts = tuple(map(_from_house_count, value.counts))
            return Show(value.deal, int(value.dealer), DECK[value.starter], counts)
        case "laid":
            return Laid(
                int(value.seat),
                value.what,
                _from_house("cards", value.cards),
                DECK[value.starter],
                value.claimed,
            )
        case "phase" | "ended" | "how":
            return value.value
        case "turn":
            return tuple(map(int, value))
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value
