"""Lies about what was played, and how the game ended."""

from itertools import pairwise
from random import Random

from proof.evidence.standalone import verify as alone
from proof.evidence.tests.lying.following import hands_of, need, set_words, words
from tests.worlds.forgeries import Document


def a_play_is_left_out(document: Document, chance: Random) -> None:
    hands = [each for each in hands_of(document) if each["plays"]]
    need(hands)
    chosen = chance.choice(hands)
    at = chance.randrange(len(chosen["plays"]))
    play = chosen["plays"].pop(at)
    word = f"{'ab'[play['seat']]}{play['card'] or '-go'}"
    moves, number = words(document), next(d["number"] for d in document["deals"] if d["hands"] is chosen)
    begin = moves.index(f"#{number}")
    del moves[begin + 1 + moves[begin + 1 :].index(word)]
    set_words(document, moves)


def plays_in_another_order(document: Document, chance: Random) -> None:
    hands = [each for each in hands_of(document) if len(each["plays"]) > 1]
    need(hands)
    chosen = chance.choice(hands)
    at = chance.randrange(len(chosen["plays"]) - 1)
    pair = chosen["plays"][at : at + 2]
    need(pair[0] != pair[1])
    chosen["plays"][at : at + 2] = pair[::-1]
    one, other = (f"{'ab'[play['seat']]}{play['card'] or '-go'}" for play in pair)
    moves, number = words(document), next(d["number"] for d in document["deals"] if d["hands"] is chosen)
    begin = moves.index(f"#{number}")
    at = begin + next(n for n, two in enumerate(pairwise(moves[begin:])) if two == (one, other))
    moves[at : at + 2] = [other, one]
    set_words(document, moves)


def other_cards_discarded(document: Document, chance: Random) -> None:
    moves = words(document)
    at = [n for n, move in enumerate(moves) if move[1:].isdigit() and move[0] in "ab"]
    need(at)
    n = chance.choice(at)
    seat = "ab".index(moves[n][0])
    places = [str(place) for place in range(1, 7) if str(place) not in moves[n][1:]]
    moves[n] = moves[n][0] + "".join(sorted(chance.sample(places, 2)))
    number = next(move for move in reversed(moves[:n]) if move[0] == "#")
    hands = next(deal["hands"] for deal in document["deals"] if f"#{deal['number']}" == number)
    need(hands["plays"])
    hands["throws"][seat] = [hands["dealt"][seat][int(place) - 1] for place in moves[n][1:]]
    set_words(document, moves)


def another_claim(document: Document, chance: Random) -> None:
    moves = words(document)
    at = [n for n, move in enumerate(moves) if move[1] == "="]
    need(at)
    n = chance.choice(at)
    moves[n] = f"{moves[n][:2]}{(int(moves[n][2:]) + chance.randint(1, 5)) % 30}"
    set_words(document, moves)


def a_point_more(document: Document, chance: Random) -> None:
    """Give seat 1 a point in one deal, and carry it on."""
    hands, result = hands_of(document), document["result"]
    need(hands and not (result and result["ended"] == "played"))
    for each in hands[chance.randrange(len(hands)) :]:
        each["scores"][1] += 1
    if result:
        result["scores"][1] += 1


def a_point_taken_back(document: Document, chance: Random) -> None:
    hands = hands_of(document)[:-1]
    need(hands)
    chance.choice(hands)["scores"][0] -= 1


def a_deal_left_out(document: Document, chance: Random) -> None:
    deals = [deal for deal in document["deals"] if deal["hands"]][:-1]
    need(deals)
    left_out = chance.choice(deals)
    document["deals"].remove(left_out)
    del document["fair"]["links"][str(left_out["number"])]
    moves = words(document)
    begin = moves.index(f"#{left_out['number']}")
    end = moves.index(f"#{left_out['number'] + 1}")
    set_words(document, moves[:begin] + moves[end:])


def the_other_won(document: Document, chance: Random) -> None:
    result = document["result"]
    need(result and result["winner"] is not None)
    result["winner"] = 1 - result["winner"]


def the_other_gave_up(document: Document, chance: Random) -> None:
    moves = words(document)
    need(moves and moves[-1][1:] in alone.GIVEN_UP and document.get("log"))
    set_words(document, [*moves[:-1], "ba"["ab".index(moves[-1][0])] + moves[-1][1:]])
    document["result"]["winner"] = 1 - document["result"]["winner"]


def given_up_at_the_end(document: Document, chance: Random) -> None:
    """Let a seat resign that has lost by points."""
    moves, result = words(document), document["result"]
    need(result and result["ended"] == "played")
    set_words(document, [*moves, "ab"[1 - result["winner"]] + "-resign"])
    result.update(ended="resigned", value=1)


def called_off_at_the_end(document: Document, chance: Random) -> None:
    result = document["result"]
    need(result and result["ended"] == "played")
    set_words(document, [*words(document), chance.choice(("-unshown", "-void"))])
    result.update(winner=None, ended="void", value=0)


def stop(document: Document) -> None:
    """Take back the last deal and what came of it."""
    hands, moves = hands_of(document), words(document)
    need(len(hands) > 1 and document["result"])
    last = document["deals"].pop()
    del document["fair"]["links"][str(last["number"])]
    set_words(document, moves[: moves.index(f"#{last['number']}")])
    document["result"] = document["finished_at"] = document["bot_stream"] = None
    document.pop("signatures", None) and document.update(signatures=[None, None])


def the_end_is_hidden(document: Document, chance: Random) -> None:
    """Show a finished game as one that goes on, and its end in the log."""
    need(document.get("log"))
    stop(document)


def the_end_is_hidden_from_the_log_too(document: Document, chance: Random) -> None:
    stop(document)
    if document.get("log"):
        document["log"]["close"] = None


def resigned_before_the_last_deal(document: Document, chance: Random) -> None:
    need(document.get("log") and not document["players"][1]["bot"])
    result, at = document["result"], document["finished_at"]
    stop(document)
    set_words(document, [*words(document), "b-resign"])
    scores = hands_of(document)[-1]["scores"]
    document["result"] = result | {"winner": 0, "value": 1, "ended": "resigned", "scores": scores}
    document["finished_at"] = at


def a_bot_resigned(document: Document, chance: Random) -> None:
    need(document["players"][1]["bot"] and "receipts" in document)
    result, at, stream = document["result"], document["finished_at"], document["bot_stream"]
    stop(document)
    set_words(document, [*words(document), "b-resign"])
    scores = hands_of(document)[-1]["scores"]
    document["result"] = result | {"winner": 0, "value": 1, "ended": "resigned", "scores": scores}
    document.update(finished_at=at, bot_stream=stream, log=None)
