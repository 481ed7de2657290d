"""Every reason in the texts of advice is true, by the engine and by the figures shown with it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from common.formats.json import Json
from cribbage_site.tests.node import run_node
from cribbage_site.tests.repetitions import repetitions
from game.advice.wire import line_json
from game.bots.advice import weigh_cards, weigh_throws
from game.bots.registry import choose
from game.engine.cards import PIPS, RANKS, Card, card, cards, texts
from game.engine.moves import Deal
from game.engine.pegging import peg_points
from game.engine.play import FULL_DECK, act, playable, start
from game.engine.scoring import score_hand
from game.engine.state import Phase, Rules, Seat, State
from game.engine.view import seats_to_move, view

pytestmark = pytest.mark.slow

GAMES = repetitions(300, one_in=6)
Reason = dict[str, Any]
NOTICED, AS_GOOD = 0.25, 0.0005


@cache
def positions() -> tuple[list[Json], list[Json]]:
    """Return discards and cards at all kinds of scores, mostly near the end, evaluated as for a hint."""
    throws, plays = [], []
    for game in range(GAMES):
        chance = Random(game)
        state = start(Rules(first_dealer=Seat(game % 2)))
        low = chance.choice((0, 80, 105))
        state = state.replace(scores=(chance.randint(low, 120), chance.randint(low, 120)))
        deck = tuple(chance.sample(range(52), 52))
        state, memory = act(state, None, Deal(1, deck))
        while state.phase in (Phase.THROW, Phase.PLAY):
            seat = seats_to_move(state)[0]
            if state.phase is Phase.THROW:
                throws.append(throw_position(state, seat, chance))
            elif len({one >> 2 for one in view(state, seat).playable}) > 1:
                plays.append(card_position(state, seat, memory, chance))
            move = choose("novice", view(state, seat), memory, chance)
            state, events = act(state, seat, move)
            memory += events
    return throws, plays


def stand(state: State, seat: Seat) -> Json:
    mine, theirs = state.scores[seat], state.scores[seat.other]
    return {"isMyCrib": state.dealer is seat, "mine": mine, "theirs": theirs, "target": state.rules.target}


def throw_position(state: State, seat: Seat, chance: Random) -> Json:
    mine, theirs = state.scores[seat], state.scores[seat.other]
    lines = weigh_throws(state.dealt[seat], dealer=state.dealer is seat, mine=mine, theirs=theirs)
    as_json = [line_json(line) for line in lines]
    return {"lines": as_json[:4], "made": chance.choice(as_json[1:]), "stand": stand(state, seat)}


def card_position(state: State, seat: Seat, memory: Any, chance: Random) -> Json:
    own = view(state, seat)
    lines = [line_json(line) for line in weigh_cards(own, memory, chance)]
    seen = (*own.hand, *[one for _, one in own.played], *own.throw, own.starter)
    return {
        "lines": lines,
        "made": chance.choice(lines[1:]),
        "position": {
            **stand(state, seat),
            "hand": texts(own.hand),
            "pile": texts(own.pile),
            "seen": texts(one for one in seen if one is not None),
            "theyPassed": bool(own.pile) and own.played[-1][0] is seat,
        },
    }


@cache
def answers() -> tuple[list[Json], list[Json]]:
    """Return the texts that the page's code gives for them."""
    throws, plays = positions()
    said = json.loads(
        run_node("game/advice", "tests/reasons.js", stdin=json.dumps({"throws": throws, "cards": plays}))
    )
    return said["throws"], said["cards"]


def crib_for_me(line: Json, mine: bool) -> float:
    return float(line["crib"] if mine else -line["crib"])


def line_of(lines: list[Json], thrown: list[str]) -> Json:
    return next(line for line in lines if set(line["thrown"]) == set(thrown))


def is_apart(one: Card, other: Card) -> bool:
    pips = PIPS[one], PIPS[other]
    return abs((one >> 2) - (other >> 2)) > 2 and sum(pips) != 15 and 5 not in pips


TOGETHER: dict[str, Callable[[Card, Card], bool]] = {
    "pair": lambda one, other: one >> 2 == other >> 2,
    "five": lambda one, other: 5 in (PIPS[one], PIPS[other]),
    "fifteen": lambda one, other: PIPS[one] + PIPS[other] == 15,
    "touching": lambda one, other: abs((one >> 2) - (other >> 2)) == 1,
    "close": lambda one, other: abs((one >> 2) - (other >> 2)) == 2,
    "apart": is_apart,
}


def now(kept: list[str]) -> int:
    """Return the points that four cards have with any starter that neither fits nor matches."""
    four = cards(" ".join(kept))
    flush = 4 if len({one & 3 for one in four}) == 1 else 0
    ranks = [one >> 2 for one in four]
    by_size = Counter(ranks).values()
    pairs = sum(n * (n - 1) for n in by_size)
    sums = [sum(PIPS[one] for n, one in enumerate(four) if mask >> n & 1) for mask in range(16)]
    runs = [
        (size, low)
        for size in (4, 3)
        for low in range(13)
        if all(low + step in ranks for step in range(size))
    ]
    run = 0
    if runs:
        size, low = runs[0]
        ways = 1
        for step in range(size):
            ways *= ranks.count(low + step)
        run = size * ways
    return flush + pairs + 2 * sums.count(15) + run


def throw_claim(reason: Reason, lines: list[Json], at: Json) -> bool:
    """Return whether a reason for the best discard is true."""
    best, mine = lines[0], at["isMyCrib"]
    match reason["kind"]:
        case "keep":
            return bool(set(reason["cards"]) == set(best["kept"]) and reason["now"] == now(best["kept"]))
        case "grows":
            kept = cards(" ".join(best["kept"]))
            gone = {*kept, *cards(" ".join(best["thrown"]))}
            starters = [one for one in FULL_DECK if RANKS[one >> 2] in reason["ranks"] and one not in gone]
            totals = [score_hand(kept, one).total for one in starters]
            ranks = {RANKS[one >> 2] for one in starters}
            return ranks == set(reason["ranks"]) and min(totals) == reason["total"] >= now(best["kept"]) + 4
        case "crib":
            return crib_claim(reason, best, mine)
        case "dearer":
            other = next(line for line in lines if set(line["kept"]) == set(reason["cards"]))
            hand, crib = other["hand"] - best["hand"], crib_for_me(best, mine) - crib_for_me(other, mine)
            return bool(hand >= NOTICED and crib >= NOTICED and best["points"] > other["points"])
        case "enough":
            kept = cards(" ".join(best["kept"]))
            gone = {*kept, *cards(" ".join(best["thrown"]))}
            least = min(score_hand(kept, one).total for one in FULL_DECK if one not in gone)
            return bool(not mine and least == reason["low"] >= reason["need"] == at["target"] - at["mine"])
        case "stand":
            return stand_claim(reason, at)
        case "wins first":
            other = line_of(lines, reason["cards"])
            return bool(other["points"] > best["points"] and other["win"] < best["win"])
    raise AssertionError(reason)


def crib_claim(reason: Reason, line: Json, mine: bool) -> bool:
    usual = (4.5, 5.5) if mine else (4.0, 5.0)
    size = "poor" if line["crib"] <= usual[0] else "rich" if line["crib"] >= usual[1] else "usual"
    one, other = cards(" ".join(line["thrown"]))
    fits = reason["why"] is None or TOGETHER[reason["why"]](one, other)
    agrees = reason["why"] is None or (reason["why"] == "apart") == (size == "poor")
    return bool(reason["size"] == size and set(reason["cards"]) == set(line["thrown"]) and fits and agrees)


def stand_claim(reason: Reason, at: Json) -> bool:
    need, they_need = at["target"] - at["mine"], at["target"] - at["theirs"]
    told = reason["need"], reason["theyNeed"], reason["countsFirst"]
    return bool(told == (need, they_need, not at["isMyCrib"]))


def behind_claim(reason: Reason, best: Json, other: Json, mine: bool) -> bool:
    """Return whether the stated drawback of another discard is true."""
    match reason["kind"]:
        case "as good":
            return bool(best["win"] - other["win"] < AS_GOOD)
        case "fewer wins":
            return bool(other["points"] >= best["points"] and other["win"] < best["win"])
        case "behind":
            parts = {
                "hand": best["hand"] - other["hand"],
                "crib": crib_for_me(best, mine) - crib_for_me(other, mine),
                "pegging": best["pegging"] - other["pegging"],
            }
            most = max(parts.values())
            return bool(parts[reason["part"]] == most > 0 and reason["by"] == pytest.approx(most))
        case "crib":
            return crib_claim(reason, other, mine)
    raise AssertionError(reason)


def replies(at: Json, one: Card) -> Iterator[Card]:
    """Yield the unseen cards that would score on this one."""
    pile = (*cards(" ".join(at["pile"])), one)
    unseen = [other for other in FULL_DECK if other not in cards(" ".join(at["seen"]))]
    for reply in playable(tuple(unseen), sum(PIPS[each] for each in pile)):
        if peg_points(pile, reply):
            yield reply


def card_claim(reason: Reason, lines: list[Json], at: Json) -> bool:
    """Return whether a reason for the best card is true."""
    best = lines[0]
    mine, pile = card(best["card"]), cards(" ".join(at["pile"]))
    told = card(reason["card"]) if reason.get("card") else mine
    hand = tuple(one for one in cards(" ".join(at["hand"])) if one != mine)
    after = (*pile, mine)
    count = sum(PIPS[one] for one in after)
    other = next((line for line in lines if line["card"] == reason.get("card")), None)
    they_may = not at["theyPassed"]
    match reason["kind"]:
        case "wins" | "scores":
            points = peg_points(pile, mine)
            is_enough = points >= at["target"] - at["mine"]
            parts = sum(part["points"] for part in reason["parts"])
            return points == parts == best["now"] > 0 and is_enough == (reason["kind"] == "wins")
        case "pays later":
            return other is not None and bool(
                other["now"] == reason["now"] > best["now"] and best["pegging"] >= other["pegging"]
            )
        case "wins first":
            return other is not None and bool(
                other["pegging"] > best["pegging"] and other["win"] < best["win"]
            )
        case "stand":
            return stand_claim(reason, at)
        case "thirty-one":
            return not they_may and told in hand and count + PIPS[told] == 31
        case "play on":
            return not they_may and told in hand and count + PIPS[told] <= 31
        case "pair":
            pairs = [one for one in replies(at, mine) if one >> 2 == mine >> 2]
            return told in hand and all(peg_points((*after, one), told) >= 6 for one in pairs) and bool(pairs)
        case "safe":
            return they_may and not list(replies(at, mine))
        case "low":
            return not pile and all(
                peg_points((mine,), one) == 2 * (one >> 2 == mine >> 2) for one in FULL_DECK
            )
        case "answered":
            scoring = list(replies(at, mine))
            answers = [
                [one for one in playable(hand, count + PIPS[reply]) if peg_points((*after, reply), one)]
                for reply in scoring
            ]
            return they_may and bool(scoring) and all(answers)
        case "trap":
            traps = count - PIPS[mine] + PIPS[told]
            return they_may and traps == reason["count"] in (5, 21) and traps != count
        case "fewer":
            return len(list(replies(at, mine))) < len(list(replies(at, told)))
        case "keeps":
            return told in playable(hand, count) and PIPS[told] <= 4 < PIPS[mine]
        case "pegs most":
            return bool(best["pegging"] == max(line["pegging"] for line in lines))
        case "wins most":
            return bool(best["win"] == max(line["win"] for line in lines))
        case "no difference":
            ranked = [line for line in lines if line["card"][0] != best["card"][0]]
            return all(best["win"] - line["win"] < AS_GOOD for line in ranked)
    raise AssertionError(reason)


def speaks_for_later(reason: Reason) -> bool:
    return reason["kind"] in {
        "thirty-one",
        "play on",
        "pair",
        "safe",
        "low",
        "answered",
        "trap",
        "fewer",
        "keeps",
    }


def test_reasons_for_a_discard_are_true() -> None:
    told: Counter[str] = Counter()
    for position, answer in zip(positions()[0], answers()[0], strict=True):
        told.update(reason["kind"] for reason in answer["reasons"])
        false = [
            each for each in answer["reasons"] if not throw_claim(each, position["lines"], position["stand"])
        ]
        assert false == [], (position, answer["says"])
    assert {"keep", "grows", "crib", "dearer", "enough", "stand", "wins first"} == set(told)


def test_drawbacks_of_other_discards_are_true() -> None:
    told: Counter[str] = Counter()
    for position, answer in zip(positions()[0], answers()[0], strict=True):
        best, mine = position["lines"][0], position["stand"]["isMyCrib"]
        told.update(reason["kind"] for reason in (*answer["made"], *answer["next"]))
        nexts = [
            line for line in position["lines"][1:] if set(line["thrown"]) == set(answer["next"][0]["cards"])
        ]
        for reasons, other in ((answer["made"], position["made"]), (answer["next"], nexts[0])):
            assert [each for each in reasons if not behind_claim(each, best, other, mine)] == [], position
    assert {"as good", "fewer wins", "behind", "crib"} == set(told)


def test_reasons_for_a_card_are_true() -> None:
    told: Counter[str] = Counter()
    for position, answer in zip(positions()[1], answers()[1], strict=True):
        for reasons in (answer["reasons"], answer["made"]):
            told.update(reason["kind"] for reason in reasons)
            false = [
                each for each in reasons if not card_claim(each, position["lines"], position["position"])
            ]
            assert false == [], (position, answer["says"])
    often = {
        "scores",
        "wins",
        "wins first",
        "stand",
        "pair",
        "safe",
        "low",
        "answered",
        "trap",
        "fewer",
        "keeps",
    }
    assert often <= set(told)


def test_no_reason_praises_the_rest_of_the_play_if_its_figure_is_lower() -> None:
    for position, answer in zip(positions()[1], answers()[1], strict=True):
        best = position["lines"][0]
        beside = next((line for line in position["lines"][1:] if line["card"][0] != best["card"][0]), None)
        if any(map(speaks_for_later, answer["reasons"])) and beside is not None:
            assert best["pegging"] - best["now"] >= beside["pegging"] - beside["now"], answer["says"]


def test_advice_is_short() -> None:
    throws, plays = answers()
    for said in [text for each in throws for text in (*each["says"], each["compared"])]:
        assert len(said) <= 320, said
        assert "undefined" not in said
    for each in plays:
        assert 0 < len(each["says"]) <= 160, each["says"]
        assert "undefined" not in each["says"] + each["compared"]
