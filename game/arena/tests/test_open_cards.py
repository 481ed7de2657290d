"""Players with open cards: they find the best card of all, foresee every reply, and cannot be seated."""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from game.arena.chance import Chance
from game.arena.game import ArenaGame, choose_move, play_game, positions
from game.arena.open_cards import OPEN_PLAYERS, Foresight, Node, OpenPlayer, OpenTable, is_same, plan
from game.bots.brain import Memory, Stream
from game.bots.registry import BRAINS, REDUCED, choose
from game.bots.tables import tables
from game.engine.cards import card, cards
from game.engine.moves import Play, Throw
from game.engine.play import act, legal
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.view import view
from tests.worlds.bots import game

ROOT = Path(__file__).resolve().parents[3]


def open_table(table: ArenaGame, brain: str) -> OpenTable:
    seat = table.state.turn
    assert seat is not None
    return OpenTable(table.state, seat, table.memory, brain, table.streams[seat.other])


def brute_force(state: State, me: Seat, memory: Memory, brain: str, stream: Stream) -> float:
    """Return the greatest chance to win, by every card in every order, one table after another."""
    if state.is_over:
        return float(state.winner is me)
    if state.phase is not Phase.PLAY:
        assert state.dealer is not None
        deals_next = int(state.dealer is not me)
        return float(tables().win[deals_next, state.scores[me], state.scores[me.other]])
    values = []
    own_turn = state.turn is me
    for move in legal(state, me) if own_turn else [None]:
        drawn = copy(stream)
        seat = me if own_turn else me.other
        made = move or choose(brain, view(state, seat), memory, drawn)
        after, events = act(state, seat, made)
        values.append(brute_force(after, me, memory + events, brain, drawn))
    return max(values)


def late_choices(seed: int, most_cards: int) -> Iterator[ArenaGame]:
    """Yield tables of a game of Advanced at which a seat may choose a card, and few cards are left."""
    for table in game("advanced", seed):
        state = table.state
        few = len(state.hands[0]) + len(state.hands[1]) <= most_cards
        if state.phase is Phase.PLAY and state.turn is not None and few and len(legal(state, state.turn)) > 1:
            yield table


@pytest.mark.slow
@pytest.mark.parametrize("brain", ["novice", "intermediate", "halscrib", "advanced", "master"])
def test_value_is_that_of_every_order_tried_out(brain: str) -> None:
    compared = 0
    for table in late_choices(seed=len(brain), most_cards=5 if brain == "master" else 6):
        asked = open_table(table, brain)
        root = plan(asked)
        found = brute_force(table.state, asked.seat, table.memory, brain, asked.stream)
        assert root.value == pytest.approx(found)
        assert root.best[1].value == root.value
        compared += 1
    assert compared > 8


@pytest.mark.slow
def test_a_whole_play_is_valued_like_every_order_tried_out() -> None:
    first = next(table for table in game("advanced", 3) if table.state.phase is Phase.PLAY)
    asked = open_table(first, "intermediate")
    found = brute_force(first.state, asked.seat, first.memory, "intermediate", asked.stream)
    assert plan(asked).value == pytest.approx(found)


def two_cards_against_one(theirs: str) -> OpenTable:
    """Return a table at which I need three points and lead from a ten and a three; the other needs two."""
    mine, others = cards("TC 3D KH QS"), cards(f"{theirs} KD QC JH")
    state = State(
        Rules(),
        Phase.PLAY,
        deal=1,
        dealer=Seat.B,
        scores=(118, 119),
        dealt=((*mine, *cards("AC AD")), (*others, *cards("7C 8D"))),
        hands=(mine[:2], others[:1]),
        throws=(cards("AC AD"), cards("7C 8D")),
        upcard=card("2S"),
        turn=Seat.A,
        played=(
            (Seat.A, mine[2]),
            (Seat.B, others[1]),
            (Seat.A, mine[3]),
            *((Seat.B, one) for one in others[2:]),
        ),
    )
    return OpenTable(state, Seat.A, (), "intermediate", Random(1))


@pytest.mark.parametrize(("theirs", "best"), [("5H", "3D"), ("3H", "TC")])
def test_gives_nothing_to_the_card_that_it_sees(theirs: str, best: str) -> None:
    """A five would make fifteen with the ten, and a three would pair the three."""
    root = plan(two_cards_against_one(theirs))
    assert root.best[0] == Play(card(best))
    assert sorted(after.value for _, after in root.ways) == [0, 1]


@pytest.mark.slow
@pytest.mark.parametrize("brain", ["novice", "halscrib", "advanced"])
@pytest.mark.parametrize("throws", [False, True])
def test_foresees_every_reply(brain: str, throws: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    player = OpenPlayer(throws)
    monkeypatch.setitem(OPEN_PLAYERS, "watched", player.decide)
    agreed = 0
    for table in positions(("watched", brain), Rules(), Chance(4, pair=0)):
        state = table.state
        if state.deal > 3:
            break
        foreseen = player.planned.state if player.planned else None
        if state.phase is Phase.PLAY and state.turn is Seat.A and foreseen and foreseen.deal == state.deal:
            assert is_same(foreseen, state)
            agreed += 1
    assert agreed > 6


@pytest.mark.slow
def test_discards_what_wins_most_of_all_fifteen() -> None:
    compared = 0
    for table in positions(("advanced", "intermediate"), Rules(), Chance(6, pair=0)):
        state = table.state
        if state.phase is Phase.THROW and not any(state.throws):
            asked = OpenTable(state, Seat.A, table.memory, "intermediate", table.streams[1])
            theirs = choose("intermediate", view(state, Seat.B), table.memory, Random(1))
            thrown, events = act(state, Seat.B, theirs)
            values = {}
            for way in map(Throw, combinations(state.dealt[0], 2)):
                after, more = act(thrown, Seat.A, way)
                node = Node(after, table.memory + events + more)
                Foresight(asked).follow([node])
                values[Throw(tuple(sorted(way.cards)))] = node.value
            move = OpenPlayer(throws=True).decide(asked)
            assert isinstance(move, Throw)
            assert values[Throw(tuple(sorted(move.cards)))] == max(values.values())
            compared += 1
    assert compared > 6


@pytest.mark.parametrize("counting", Counting)
def test_plays_alike_however_the_hands_are_counted(counting: Counting) -> None:
    rules = Rules(first_dealer=Seat.A, target=61)
    brains = ("open-pegging", "intermediate")
    here, there = (
        play_game(brains, replace(rules, counting=way), Chance(2, 0)) for way in (counting, Counting.AUTO)
    )
    assert here.state.scores == there.state.scores


@pytest.mark.parametrize("name", OPEN_PLAYERS)
def test_none_is_available_on_the_site(name: str) -> None:
    table = next(late_choices(seed=1, most_cards=6))
    assert table.state.turn is not None
    own_view = view(table.state, table.state.turn)
    assert name not in {**BRAINS, **REDUCED}
    for seat_by in (choose, choose_move):
        with pytest.raises(ValueError, match="no bot called"):
            seat_by(name, own_view, table.memory, Random(1))


def test_nothing_but_the_arena_imports_them() -> None:
    importers = {
        str(path.relative_to(ROOT))
        for folder in ROOT.iterdir()
        if folder.is_dir()
        and not folder.name.startswith(".")
        and folder.name not in ("node_modules", "static")
        for path in folder.rglob("*.py")
        if "open_cards import" in path.read_text(encoding="utf-8")
    }
    assert importers == {
        "game/arena/game.py",
        "game/arena/tests/test_open_cards.py",
        "game/management/commands/arena.py",
    }
