"""The weights of a good pegger: Master plays itself, what it played is fitted, and so in rounds.

The first Master takes its opponent to be a sensible player, who scores and gives little away. No other bot
has a part in it, so that what Master knows of each it has to learn in the game.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from game.bots.brain import Brain, Memory
from game.bots.building.stages import StageRunner
from game.bots.building.throwing import Doubles
from game.bots.master import build_brain
from game.bots.master.learning import Family, choices_seen
from game.bots.master.pegger import NO_REPLY, POINTS, REPLY, WEIGHTS, Choices, features, softmax
from game.bots.piles import Array
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Rules, Seat
from game.engine.view import seats_to_move, view
from rng.framing import H
from rng.shuffle import shuffle
from rng.twister import stream

LOT = 20
STEPS = 12
PENALTY = 3.0  # keeps weights of what is hardly ever seen near nothing
DIGITS = 3
TEMPER = 0.6
SENSIBLE = {POINTS: 1 / TEMPER, REPLY: -0.85 / TEMPER, NO_REPLY: 0.7 / TEMPER}


@dataclass(frozen=True)
class PeggerRecipe:
    """All that the weights depend on besides the program."""

    seed: int = 7
    games: int = 240
    rounds: int = 3

    def cache_key(self, round_number: int, weights: Array) -> str:
        """A key for what a round makes of these weights."""
        return sha256(f"pegger {self.seed} {round_number}".encode() + weights.tobytes()).hexdigest()[:16]


class Lot(NamedTuple):
    """The choices made in some games: hand, pile, the other's cards, slot."""

    seen: Array


@dataclass(frozen=True)
class Fitted:
    """The weights of a round, and how well they tell what was played in it.

    surprise: minus the mean logarithm of the chances that they gave to the cards played.
    uniform: the same of a player who plays whatever fits.
    """

    weights: Array
    choices: int
    surprise: float
    uniform: float


def sensible_weights() -> Array:
    """The weights of a player who scores and gives little away."""
    weights = np.zeros(WEIGHTS, np.float32)
    weights[list(SENSIBLE)] = list(SENSIBLE.values())
    return weights


def build_pegger(recipe: PeggerRecipe, workshop: StageRunner) -> Iterator[Fitted]:
    """What each round comes to; the last is to be shipped."""
    weights = sensible_weights()
    for number in range(recipe.rounds):
        games = range(recipe.games)
        lots = [(recipe.seed, number, games[at : at + LOT], weights) for at in games[::LOT]]
        stage = f"self-play-{recipe.cache_key(number, weights)}"
        played = workshop.run_stage(stage, Lot, play_lot, lots)
        fitted = fit(np.concatenate([lot.seen for lot in played]))
        yield fitted
        weights = fitted.weights


def play_lot(seed: int, round_number: int, games: Iterable[int], weights: Array) -> Lot:
    """The choices of both sides in some games of Master against itself."""
    family = Family(weights)
    brain = build_brain(lambda: family)
    secret = H(b"pegger", str(seed).encode())
    seen = []
    for number in games:
        memory = play_game(brain, secret, f"round {round_number} game {number}")
        seen += [choice for seat in Seat for choice in choices_seen(memory, seat)]
    return Lot(np.array(seen))


def play_game(brain: Brain, secret: bytes, label: str) -> Memory:
    """All that happened in a game of a brain against itself."""
    decks, chance = stream(secret, label, "decks"), stream(secret, label, "brain")
    state, memory = start(Rules(first_dealer=Seat.A)), Memory()
    while not state.is_over:
        waiting = seats_to_move(state)
        if waiting:
            move = brain(view(state, waiting[0]), memory, chance)
            state, events = act(state, waiting[0], move)
        else:
            state, events = act(state, None, Deal(state.deal + 1, shuffle(decks)))
        memory += events
    return memory


def fit(seen: Array) -> Fitted:
    """The weights under which what was played is likeliest, less a penalty for great weights."""
    hand, pile, theirs, slot = seen.T
    x, fits = features(Choices(hand, pile, theirs))
    taken = x[np.arange(len(slot)), slot].sum(axis=0, dtype=float)
    weights = np.zeros(WEIGHTS)
    for _ in range(STEPS):
        chance = _chances(x, fits, weights)
        mean = np.einsum("cs,csf->cf", chance, x)
        weighted = (x * np.sqrt(chance)[:, :, None]).reshape(-1, WEIGHTS)
        curve = weighted.T @ weighted - mean.T @ mean + PENALTY * np.eye(WEIGHTS)
        weights = weights + np.linalg.solve(curve, taken - mean.sum(axis=0) - PENALTY * weights)
    rounded = weights.round(DIGITS)
    told = _chances(x, fits, rounded)[np.arange(len(slot)), slot]
    return Fitted(
        rounded.astype(np.float32),
        len(slot),
        float(-np.log(told).mean()),
        float(np.log(fits.sum(axis=1)).mean()),
    )


def _chances(x: Array, fits: Array, weights: Doubles) -> Array:
    return softmax(np.where(fits, x @ weights, -np.inf))


def write_weights(file: Path, recipe: PeggerRecipe, fitted: Fitted) -> None:
    """Write the weights, and before them what they were made of."""
    contents = {
        **asdict(recipe),
        "choices": fitted.choices,
        "surprise": round(fitted.surprise, 4),
        "uniform": round(fitted.uniform, 4),
        "weights": [round(float(weight), DIGITS) for weight in fitted.weights],
    }
    file.write_text(json.dumps(contents) + "\n", encoding="utf-8")
