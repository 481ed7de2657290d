#!/usr/bin/env python3
"""Is every deck of this game the one that nobody could choose?

    python3 verify.py every-other-k3v9.json        (- reads from standard input; --json answers for programs)

checks a transcript of Every Other on your own machine: one file, Python 3.8 or newer, its standard library
alone, and no network. It says what it found, and exits with 0 if the transcript is true, 1 if it is false,
2 if it cannot be read.

It is written to be read. From the top: the protocol cribfair/1, the shuffle, what a transcript looks like,
and then the questions that are asked of it, in their order.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from itertools import combinations
from typing import Any, Callable, Iterator, NamedTuple  # noqa: UP035 - for Python 3.8

PROTOCOL = "cribfair/1"
FORMAT = "every-other/transcript/1"
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]

# ------------------------------------------------------------------------------------------
# The protocol. Before a game the server and both seats each draw a secret and show only its hash. Then the
# seats show theirs; the server shows its part of each deal once that is over. Every deck is made of all
# three.


def framed(*parts: bytes) -> bytes:
    """Every part behind its length in four bytes, so that no two lists of parts read the same."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def H(*parts: bytes) -> bytes:
    """SHA-256 over the framed parts: what a commitment is made with."""
    return hashlib.sha256(framed(*parts)).digest()


def label(purpose: str) -> bytes:
    """Before every hash what it is for, so that none can stand in for another."""
    return f"{PROTOCOL}|{purpose}".encode()


def previous_link(game: str, link: bytes) -> bytes:
    """The server's links are a chain of hashes shown backwards: each proves itself by the one before."""
    return H(label("chain"), game.encode(), link)


def commitment_to(game: str, seat: int, secret: bytes) -> bytes:
    """What a seat shows before its secret: with it, the secret is chosen for good."""
    return H(label("seat"), game.encode(), str(seat).encode(), secret)


def context(params: str, tip: bytes, commitment0: bytes, commitment1: bytes) -> bytes:
    """All that was fixed before anybody showed anything."""
    return H(label("ctx"), params.encode(), tip, commitment0, commitment1)


def table_code(ctx: bytes) -> str:
    """What two players can read to each other, to know that they were shown the same."""
    digits = ctx.hex()
    return " ".join(digits[i : i + 5] for i in range(0, 20, 5))


def deal_key(ctx: bytes, number: int, link: bytes, secret0: bytes, secret1: bytes) -> bytes:
    """What a deal is shuffled from: all three have a part in it, and none could know the others'."""
    message = framed(label("deal"), ctx, number.to_bytes(4, "big"), secret0, secret1)
    return hmac.new(link, message, hashlib.sha512).digest()


# ------------------------------------------------------------------------------------------
# The shuffle: a fresh Mersenne Twister for every deal, as Matsumoto and Nishimura published it (MT19937 with
# init_by_array), and Fisher and Yates' shuffle. Python's own random.Random is the same generator if it is
# seeded with int.from_bytes(b"\x01" + key, "big"), and its getrandbits(k) draws the same numbers.

WORD = 0xFFFFFFFF


def twister(key: bytes) -> Iterator[int]:
    """Numbers of 32 bits, from a key of 64 bytes."""
    seed = int.from_bytes(b"\x01" + key, "big")
    words = [(seed >> (32 * i)) & WORD for i in range(17)]
    mt = [19650218]
    for i in range(1, 624):
        mt.append((1812433253 * (mt[-1] ^ (mt[-1] >> 30)) + i) & WORD)
    i = 1
    for k in range(624 + 623):
        scrambled = mt[i - 1] ^ (mt[i - 1] >> 30)
        if k < 624:
            mt[i] = ((mt[i] ^ (scrambled * 1664525)) + words[k % 17] + k % 17) & WORD
        else:
            mt[i] = ((mt[i] ^ (scrambled * 1566083941)) - i) & WORD
        i += 1
        if i == 624:
            mt[0], i = mt[623], 1
    mt[0] = 0x80000000
    while True:
        for i in range(624):
            y = (mt[i] & 0x80000000) | (mt[(i + 1) % 624] & 0x7FFFFFFF)
            mt[i] = mt[(i + 397) % 624] ^ (y >> 1) ^ (0x9908B0DF if y & 1 else 0)
        for y in mt:
            y ^= y >> 11
            y ^= (y << 7) & 0x9D2C5680
            y ^= (y << 15) & 0xEFC60000
            yield y ^ (y >> 18)


def deck(key: bytes) -> list[str]:
    """Fifty-two cards: each changes places with itself or one before it, all of them as likely."""
    numbers = twister(key)
    cards = list(CARDS)
    for i in range(51, 0, -1):
        bits = (i + 1).bit_length()
        j = next(numbers) >> (32 - bits)
        while j > i:  # drawn again, as a remainder would favour some places
            j = next(numbers) >> (32 - bits)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


# ------------------------------------------------------------------------------------------
# What a transcript looks like.

Shape = Callable[[Any], bool]


def integer(least: int, most: int) -> Shape:
    return lambda value: type(value) is int and least <= value <= most


def one_of(*values: Any) -> Shape:
    return lambda value: any(type(value) is type(each) and value == each for each in values)


def matching(pattern: str) -> Shape:
    return lambda value: type(value) is str and re.fullmatch(pattern, value) is not None


def or_null(shape: Shape) -> Shape:
    return lambda value: value is None or shape(value)


def some(shape: Shape, least: int = 0, most: int = 10**6) -> Shape:
    return lambda value: type(value) is list and least <= len(value) <= most and all(map(shape, value))


def both(shape: Shape) -> Shape:
    return some(shape, 2, 2)


def dict_of(of: Shape, to: Shape) -> Shape:
    return lambda value: type(value) is dict and all(of(name) and to(value[name]) for name in value)


def fields(**shapes: Shape) -> Shape:
    return lambda value: (
        type(value) is dict
        and value.keys() == shapes.keys()
        and all(shape(value[name]) for name, shape in shapes.items())
    )


def is_name(value: Any) -> bool:
    return type(value) is str and re.search("[\ud800-\udfff]", value) is None


def is_deal(value: Any) -> bool:
    """Deal 0 is the cut for deal; all others have hands."""
    return is_any_deal(value) and (value["cut"] is not None) == (value["number"] == 0) == (
        value["hands"] is None
    )


seat = one_of(0, 1)
card = one_of(*CARDS)
score = integer(0, 121)
hex32, hex64, plain = matching("[0-9a-f]{64}"), matching("[0-9a-f]{128}"), matching("[ -~]*")
game_id = matching("[0-9A-Za-z_-]{1,16}")
moment = matching("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
said = "[1-6][1-6]|[A2-9TJQK][CDHS]|-(go|pass|resign|flag|left)|[=+][0-9]{1,2}"
cut = fields(cards=some(both(card), 1, 26), dealer=seat)
hands = fields(
    dealer=seat,
    dealt=both(some(card, 6, 6)),
    throws=both(or_null(both(card))),
    starter=or_null(card),
    plays=some(fields(seat=seat, card=or_null(card))),
    counts=some(
        fields(seat=seat, what=one_of("hand", "crib"), cards=some(card, 4, 4), points=integer(0, 29)), 0, 3
    ),
    scores=both(score),
)
is_any_deal = fields(
    number=integer(0, 255), key=hex64, deck=some(card, 52, 52), cut=or_null(cut), hands=or_null(hands)
)
is_transcript = fields(
    format=one_of(FORMAT),
    digest=hex32,
    game=game_id,
    players=both(fields(id=matching("[0-9]{1,20}"), name=is_name, bot=or_null(matching("[a-z_]{1,32}")))),
    rules=fields(
        target=one_of(61, 121), counting=one_of("auto", "manual", "muggins"), first_dealer=or_null(seat)
    ),
    rated=one_of(True, False),
    clock=one_of("none", "quick", "standard", "relaxed"),
    begun_at=moment,
    finished_at=or_null(moment),
    result=or_null(
        fields(
            winner=or_null(seat),
            value=one_of(0, 1, 2, 4),
            ended=one_of("played", "resigned", "flag", "left", "void"),
            scores=both(score),
        )
    ),
    table_code=or_null(matching("[0-9a-f]{5}( [0-9a-f]{5}){3}")),
    fair=fields(
        version=one_of(PROTOCOL),
        game=game_id,
        params=plain,
        tip=hex32,
        commitments=both(or_null(hex32)),
        secrets=both(or_null(hex32)),
        links=dict_of(matching("0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]"), hex32),
    ),
    deals=some(is_deal),
    moves=some(
        fields(move=matching(f"#(0|[1-9][0-9]{{0,2}})|[ab]({said})|-void|-unshown"), ms=integer(0, 10**12))
    ),
    line=plain,
    bot_stream=or_null(hex32),
)


def reject_number(written: str) -> None:
    raise ValueError(f"{written} is no whole number")


def read_json(written: str, numbers: Callable[[str], Any] = float) -> Any:
    return json.loads(written, parse_constant=reject_number, parse_float=numbers)


# ------------------------------------------------------------------------------------------
# The questions, in their order. A transcript is true if not one of them finds a fault.


class Verdict(NamedTuple):
    verdict: str  # "true", "false" or "unreadable"
    faults: list[str]  # a sentence for everything that is wrong
    game: str | None = None
    table_code: str | None = None
    deals: tuple[int, ...] = ()  # those whose decks were made again; 0 is the cut for deal


DIGEST = re.compile(rb'"digest"[ \t\r\n]*:[ \t\r\n]*"([0-9a-f]{64})"')


def verify(file: bytes) -> Verdict:
    digests = list(DIGEST.finditer(file))
    if FORMAT.encode() not in file and not digests:
        return Verdict("unreadable", ["This is no transcript of Every Other."])
    if len(digests) != 1:
        return Verdict("false", ["The file was changed: its digest is not well-formed."])
    start, end = digests[0].span(1)
    if hashlib.sha256(file[:start] + b"0" * 64 + file[end:]).hexdigest().encode() != file[start:end]:
        return Verdict("false", ["The file was changed since it was written: its digest does not fit."])
    try:
        game = read_json(file.decode("ascii"), reject_number)
    except (ValueError, RecursionError):
        game = None
    if not is_transcript(game):
        return Verdict("unreadable", [f"This is not a complete transcript of the format {FORMAT}."])
    found = list(faults(game))
    numbers = tuple(deal["number"] for deal in game["deals"])
    return Verdict("false" if found else "true", found, game["game"], game["table_code"], numbers)


def faults(game: dict[str, Any]) -> Iterator[str]:
    yield from setup_faults(game)
    yield from deck_faults(game)
    yield from table_faults(game)
    yield from end_faults(game)


class Fair:
    """The protocol's part of a transcript, as bytes."""

    def __init__(self, fair: dict[str, Any]) -> None:
        self.game, self.tip = fair["game"], bytes.fromhex(fair["tip"])
        self.commitments, self.secrets = (
            [half and bytes.fromhex(half) for half in fair[what]] for what in ("commitments", "secrets")
        )
        self.links = {int(number): bytes.fromhex(link) for number, link in fair["links"].items()}
        have_committed = all(self.commitments)
        self.ctx = context(fair["params"], self.tip, *self.commitments) if have_committed else None


def setup_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether what was shown is what was committed to."""
    fair = Fair(game["fair"])
    if fair.game != game["game"]:
        yield "The deal's protocol is that of another game."
    yield from params_faults(game)
    for who, secret in enumerate(fair.secrets):
        if secret and commitment_to(fair.game, who, secret) != fair.commitments[who]:
            yield f"Seat {who}'s secret is not the one it committed to."
    shown: bytes | None = fair.tip
    for number in range(max(fair.links, default=-1) + 1):
        link = fair.links.get(number)
        if link is None:
            yield f"The link of deal {number} is missing."
        elif shown and previous_link(fair.game, link) != shown:
            yield f"The link of deal {number} does not follow from the one before."
        shown = link
    if game["table_code"] != (fair.ctx and table_code(fair.ctx)):
        yield "The table code is not that of this game."


def deck_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether every deck is the one that its key makes."""
    fair = Fair(game["fair"])
    listed = [deal["number"] for deal in game["deals"]]
    for deal in game["deals"]:
        number = deal["number"]
        if number not in fair.links:
            yield f"Deal {number} has a deck but no link."
        elif not fair.ctx or not all(fair.secrets):
            yield f"Deal {number} has a deck, but not both seats had shown their secrets."
        else:
            key = deal_key(fair.ctx, number, fair.links[number], *fair.secrets)
            if deal["key"] != key.hex():
                yield f"The key of deal {number} is another."
            for place, true in enumerate(deck(key)):
                if true != deal["deck"][place]:
                    yield f"Deal {number}: card {place + 1} of the deck is {true}, the record has another."
                    break
    for number in sorted(fair.links):
        if number and number not in listed:
            yield f"The link of deal {number} is shown, but the deal is missing."
    if listed != sorted(set(listed)):
        yield "The deals are not in their order."


def params_faults(game: dict[str, Any]) -> Iterator[str]:
    """What the server committed to beside its secret: who plays, and what."""
    try:
        params = read_json(game["fair"]["params"])
    except (ValueError, RecursionError):
        params = None
    if not isinstance(params, dict):
        yield "The params cannot be read."
        return
    if params.get("version") != PROTOCOL:
        yield f"The params do not name {PROTOCOL}."
    elif params.get("game") != game["fair"]["game"]:
        yield "The params belong to another game."
    players, rules = game["players"], game["rules"]
    bots = [who for who in (0, 1) if players[who]["bot"]]
    if not agrees_with(params, {"players": [player["id"] for player in players], "bots": bots}):
        yield "The params name other players."
    played = {"target": rules["target"], "counting": rules["counting"]}
    # A game that was made before there were clocks names none.
    ways = [{**played, "clock": game["clock"]}] + [played] * (game["clock"] == "none")
    if not any(agrees_with(params, {"rules": way, "first_dealer": rules["first_dealer"]}) for way in ways):
        yield "The params name other rules."


def agrees_with(params: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Compared as they are written, for to Python 1 and True are the same."""
    return all(
        name in params
        and json.dumps(params[name], sort_keys=True) == json.dumps(expected[name], sort_keys=True)
        for name in expected
    )


def table_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether what lay on the table came from the decks, and from the hands that held it."""
    first = game["rules"]["first_dealer"]
    cuts = [deal for deal in game["deals"] if deal["cut"]]
    if first is not None and cuts:
        yield "There was a cut for deal, though the first dealer was named."
    if first is None and cuts:
        first = cuts[0]["cut"]["dealer"]
    for deal in cuts:
        turned = turned_up(deal["deck"])
        if deal["cut"]["cards"] != turned:
            yield "The cut for deal does not show the first cards of its deck."
        if deal["cut"]["dealer"] != lower_seat(turned[-1]):
            yield "The lower card should have dealt first, and did not."

    told = moves_by_deal(game)
    if [number for number, _ in told] != [deal["number"] for deal in game["deals"]]:
        yield "The moves on record tell of other deals."
    for deal in game["deals"]:
        if not deal["hands"]:
            continue
        if first is None:
            yield f"Deal {deal['number']}: nobody cut to deal first, and nobody was named."
        elif deal["hands"]["dealer"] != (first + deal["number"] - 1) % 2:
            yield f"Deal {deal['number']}: it was the other seat's turn to deal."
        for fault in hands_faults(deal["deck"], deal["hands"]):
            yield f"Deal {deal['number']}: {fault}"
        if dict(told).get(deal["number"]) != (deal["hands"]["throws"], deal["hands"]["plays"]):
            yield f"Deal {deal['number']}: the moves on record tell of other throws or cards."


def turned_up(cards: list[str]) -> list[list[str]]:
    """The pairs of a cut for deal: the first two cards, and two more as long as they are of one rank."""
    pairs = [cards[i : i + 2] for i in range(0, 52, 2)]
    decided = [n for n, (one, other) in enumerate(pairs) if one[0] != other[0]]
    return pairs[: decided[0] + 1] if decided else pairs


def lower_seat(pair: list[str]) -> int:
    """Whose card is lower, aces being low; after twenty-six ties, seat 0."""
    one, other = (CARDS.index(each) // 4 for each in pair)
    return int(one > other)


def hands_faults(cards: list[str], hands: dict[str, Any]) -> Iterator[str]:
    dealer, pone = hands["dealer"], 1 - hands["dealer"]
    six = {pone: cards[0:12:2], dealer: cards[1:12:2]}  # every other one
    for who in (0, 1):
        if hands["dealt"][who] != six[who]:
            yield f"seat {who} was not given every other card of the deck."
    throws = hands["throws"]
    for who in (0, 1):
        throw = throws[who]
        if throw and (throw[0] == throw[1] or not set(throw) <= set(hands["dealt"][who])):
            yield f"seat {who} threw cards it did not hold."
    have_thrown = None not in throws
    if hands["starter"] != (cards[12] if have_thrown else None):
        yield "the starter is not the thirteenth card of the deck, turned once both have thrown."
    kept = [
        [each for each in hands["dealt"][who] if have_thrown and each not in throws[who]] for who in (0, 1)
    ]
    held = [list(four) for four in kept]
    for play in hands["plays"]:
        if play["card"] in held[play["seat"]]:
            held[play["seat"]].remove(play["card"])
        elif play["card"]:  # a go has none
            yield f"seat {play['seat']} played {play['card']}, which it did not hold."
    if hands["counts"] and (held[0] or held[1] or not have_thrown):
        yield "hands were counted before all cards were played."
    crib = throws[pone] + throws[dealer] if have_thrown else []
    order = [(pone, "hand", kept[pone]), (dealer, "hand", kept[dealer]), (dealer, "crib", crib)]
    for count, (who, what, had) in zip(hands["counts"], order):  # noqa: B905 - for Python 3.8
        if (count["seat"], count["what"], count["cards"]) != (who, what, had):
            yield f"the {count['what']} seat {count['seat']} counted is not the one that was to be counted."
        elif hands["starter"] and len({*had, hands["starter"]}) == 5:
            true = worth(had, hands["starter"], what)
            if count["points"] != true:
                yield f"the {what} of seat {who} is worth {true}, not {count['points']}."


def worth(four: list[str], starter: str, what: str) -> int:
    """The count of a hand or crib: fifteens, pairs, runs, a flush, his nobs."""
    five = [*four, starter]
    ranks = [CARDS.index(each) // 4 for each in five]
    pips = [min(rank + 1, 10) for rank in ranks]
    points = sum(2 for size in (2, 3, 4, 5) for some in combinations(pips, size) if sum(some) == 15)
    points += sum(2 for one, other in combinations(ranks, 2) if one == other)
    for size in (5, 4, 3):
        choices = [sorted(some) for some in combinations(ranks, size)]
        runs = [some for some in choices if some == list(range(some[0], some[0] + size))]
        if runs:
            points += size * len(runs)
            break
    if len({each[1] for each in four}) == 1:
        points += 5 if starter[1] == four[0][1] else 0 if what == "crib" else 4
    return points + ("J" + starter[1] in four)


def moves_by_deal(game: dict[str, Any]) -> list[tuple[int, tuple[list[Any], list[Any]]]]:
    """The throws and the cards played of every deal, as the moves on record have them: a14, b5H, a-go."""
    dealt = {deal["number"]: deal["hands"]["dealt"] for deal in game["deals"] if deal["hands"]}
    told: list[tuple[int, tuple[list[Any], list[Any]]]] = []
    for move in game["moves"]:
        word = move["move"]
        if word[0] == "#":
            told.append((int(word[1:]), ([None, None], [])))
        elif word[0] in "ab" and told:
            number, (throws, plays) = told[-1]
            who, what = "ab".index(word[0]), word[1:]
            if what.isdigit() and number in dealt:  # two places among the six cards as they were dealt
                throws[who] = [dealt[number][who][int(place) - 1] for place in what]
            elif what in CARDS or what == "-go":
                plays.append({"seat": who, "card": None if what == "-go" else what})
    return told


def end_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether the game came out as it is said to."""
    rules, result, moves = game["rules"], game["result"], [move["move"] for move in game["moves"]]
    first = [] if rules["first_dealer"] is None else ["first=" + "ab"[rules["first_dealer"]]]
    if game["line"] != " ".join([str(rules["target"]), rules["counting"], *first, *moves]):
        yield "The line does not tell the same rules and moves."
    scores = [0, 0]
    for deal in game["deals"]:
        if deal["hands"]:
            after = deal["hands"]["scores"]
            if any(after[who] < scores[who] or after[who] > rules["target"] for who in (0, 1)):
                yield f"Deal {deal['number']}: a score went back, or past {rules['target']}."
            scores = after
    if (result is None) != (game["finished_at"] is None):
        yield "The game has a result and no end, or an end and no result."
    if result is None:
        if game["bot_stream"]:
            yield "A bot's secret is shown of a game that goes on."
    else:
        if result["scores"] != scores:
            yield "The final scores are not those after the last deal."
        if (result["winner"], result["value"], result["ended"]) != outcome(moves, scores, rules["target"]):
            yield "The result does not follow from the last move and the scores."


GIVEN_UP = {"-resign": "resigned", "-flag": "flag", "-left": "left"}
SKUNKS = {121: ((61, 4), (91, 2)), 61: ((31, 2),)}


def outcome(moves: list[str], scores: list[int], target: int) -> tuple[int | None, int, str] | None:
    """Who has won, how much it is worth, and how it ended; none if it has not."""
    last = moves[-1] if moves else ""
    if last in ("-void", "-unshown"):
        return None, 0, "void"
    if last[1:] in GIVEN_UP:
        return 1 - "ab".index(last[0]), 1, GIVEN_UP[last[1:]]
    if scores.count(target) != 1:
        return None
    winner = scores.index(target)
    worth = [value for line, value in SKUNKS[target] if scores[1 - winner] < line]
    return winner, worth[0] if worth else 1, "played"


# ------------------------------------------------------------------------------------------


def describe(found: Verdict) -> str:
    """A verdict in words."""
    if found.verdict == "unreadable":
        return f"UNREADABLE. {found.faults[0]}"
    if found.verdict == "false":
        return "\n".join(["FALSE.", *(f"  {fault}" for fault in found.faults)])
    hands = len([number for number in found.deals if number])
    decks = [
        *(["the cut for deal"] if 0 in found.deals else []),
        *([f"{hands} deal{'s' * (hands > 1)}"] if hands else []),
    ]
    checked = " and ".join(decks) or "nothing was dealt"
    code = f"\nTable code {found.table_code}." if found.table_code else ""
    return f"TRUE. Game {found.game}: commitments, secrets and links hold. Checked: {checked}.{code}"


STATUS = {"true": 0, "false": 1, "unreadable": 2}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="a downloaded transcript, or - for standard input")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    options = parser.parse_args()
    try:
        if options.file == "-":
            file = sys.stdin.buffer.read()
        else:
            with open(options.file, "rb") as opened:
                file = opened.read()
    except OSError as problem:
        found = Verdict("unreadable", [f"The file cannot be opened: {problem.strerror}."])
    else:
        found = verify(file)
    print(json.dumps(found._asdict()) if options.json else describe(found))
    return STATUS[found.verdict]


if __name__ == "__main__":
    sys.exit(main())
