"""Tables set up as a test needs them: the cards are chosen, the moves are real.

Unless a test says otherwise the pone sits at A and the dealer at B.
"""

from random import Random

from game.engine.cards import Card, card, cards
from game.engine.events import Event, Pegged
from game.engine.moves import Call, Claim, Deal, Go, Move, Pass, Play, Throw
from game.engine.play import act, legal, start
from game.engine.state import Counting, Phase, Rules, Seat, State

PONE, DEALER = Seat.A, Seat.B


def shuffled_deck(seed: int) -> tuple[Card, ...]:
    """A deck of its own for every seed."""
    deck = list(range(52))
    Random(seed).shuffle(deck)
    return tuple(deck)


def stacked_deck(pone: str = "", dealer: str = "", starter: str = "") -> tuple[Card, ...]:
    """A deck that deals these cards; what is not named is filled up without jacks."""
    named = cards(f"{pone} {dealer} {starter}")
    rest = iter([number for number in range(52) if number not in named and number >> 2 != 10])
    sixes = [[*cards(hand), *[next(rest) for _ in range(6 - len(cards(hand)))]] for hand in (pone, dealer)]
    top = [one for pair in zip(*sixes, strict=True) for one in pair]
    top.append(card(starter) if starter else next(rest))
    return (*top, *[number for number in range(52) if number not in top])


def at(
    scores: str = "pone 0, dealer 0",
    *,
    pone: str = "",
    dealer: str = "",
    starter: str = "",
    target: int = 121,
    counting: Counting = Counting.AUTO,
    thrown: bool = True,
) -> State:
    """A deal at a given score. Of each hand the first four cards are kept; the last two go to the crib."""
    points = {word.split()[0]: int(word.split()[1]) for word in scores.split(",")}
    rules = Rules(target, counting, DEALER)
    table, _ = act(start(rules), None, Deal(1, stacked_deck(pone, dealer, starter)))
    table = table.replace(scores=(points["pone"], points["dealer"]))
    return throw(table)[0] if thrown else table


def throw(table: State) -> tuple[State, tuple[Event, ...]]:
    """Both throw the last two of their six."""
    table, _ = act(table, PONE, Throw(table.dealt[PONE][4:]))
    return act(table, DEALER, Throw(table.dealt[DEALER][4:]))


def play(table: State, words: str) -> tuple[State, tuple[Event, ...]]:
    """Cards and goes by the seat to play: play(table, "5H TD go"); returns the events of the last."""
    events: tuple[Event, ...] = ()
    for word in words.split():
        table, events = act(table, table.turn, Go() if word == "go" else Play(card(word)))
    return table, events


def show(table: State) -> tuple[State, tuple[Event, ...]]:
    """The show at the scores of the table: the last card is played, and its point was taken off before."""
    last = table.kept(DEALER)[-1]
    pone, dealer = table.scores
    before = [one for pair in zip(table.kept(PONE), table.kept(DEALER), strict=True) for one in pair]
    played = tuple((PONE if place % 2 == 0 else DEALER, one) for place, one in enumerate(before[:-1]))
    table = table.replace(scores=(pone, dealer - 1), hands=((), (last,)), turn=DEALER, played=played)
    return act(table, DEALER, Play(last))


def count(table: State, words: str) -> tuple[State, tuple[Event, ...]]:
    """Claims and calls by the seat to act: count(table, "6 +2 4 pass"); returns all events."""
    events: tuple[Event, ...] = ()
    for word in words.split():
        move = Pass() if word == "pass" else (Call if word[0] == "+" else Claim)(int(word))
        table, came = act(table, table.turn, move)
        events += came
    return table, events


def pegged_points(events: tuple[Event, ...]) -> list[tuple[str, int]]:
    """Return the pegged points and their reasons, in order."""
    return [(event.kind, event.points) for event in events if isinstance(event, Pegged)]


def play_random_game(rules: Rules, seed: int, plies: int = 10_000) -> list[tuple[State, Seat | None, Move]]:
    """Every state of a game played at random, with the move that is made in it; the last has none."""
    chance, state, story = Random(seed), start(rules), []
    while len(story) < plies and not state.is_over:
        seat, move = random_move(state, chance)
        story.append((state, seat, move))
        state, _ = act(state, seat, move)
    return [*story, (state, None, None)]


def random_move(state: State, chance: Random) -> tuple[Seat | None, Move]:
    if state.phase in (Phase.CUT, Phase.DEAL):
        number = 0 if state.phase is Phase.CUT else state.deal + 1
        return None, Deal(number, shuffled_deck(chance.getrandbits(60)))
    seat = chance.choice([seat for seat in Seat if legal(state, seat)])
    return seat, random_choice(state, seat, chance)


def random_choice(state: State, seat: Seat, chance: Random) -> Move:
    """Any legal move; a count is mostly right, or not far off."""
    moves = legal(state, seat)
    if state.laid is not None and chance.random() < 0.7:
        due = state.laid.score.total - (state.laid.claimed or 0)
        moves = tuple(move for move in moves if isinstance(move, Pass) or abs(move.points - due) < 3)
    return chance.choice(moves)
