"""Lies about who plays, and by which rules."""

from random import Random

from proof.evidence.tests.lying.following import hands_of, need, params_of, set_params, set_words, words
from rng.commitment import stream_commitment
from tests.worlds.forgeries import OTHER, Document


def seats_swapped(document: Document, chance: Random) -> None:
    """Let each player be the other one."""
    need(document["fair"]["commitments"] != [None, None])
    for name in ("commitments", "secrets"):
        document["fair"][name].reverse()
    document["players"].reverse()
    for name in ("receipts", "signatures"):
        document.get(name, []).reverse()
    swapped = {"a": "b", "b": "a"}
    set_words(document, [swapped.get(word[0], word[0]) + word[1:] for word in words(document)])
    for deal in document["deals"]:
        hands = deal["hands"]
        if hands is None:
            deal["cut"]["dealer"] = 1 - deal["cut"]["dealer"]
            continue
        hands["dealer"] = 1 - hands["dealer"]
        for name in ("dealt", "throws", "scores"):
            hands[name].reverse()
        for one in (*hands["plays"], *hands["counts"]):
            one["seat"] = 1 - one["seat"]
    result = document["result"]
    if result:
        result["scores"].reverse()
        result["winner"] = None if result["winner"] is None else 1 - result["winner"]
    bots = [seat for seat in (0, 1) if document["players"][seat]["bot"]]
    set_params(document, players=[player["id"] for player in document["players"]], bots=bots)


def another_player(document: Document, chance: Random) -> None:
    need(document["deals"])
    document["players"][0]["id"] = "1" * 20
    set_params(document, players=[player["id"] for player in document["players"]])


def the_other_deals_first(document: Document, chance: Random) -> None:
    need(hands_of(document))
    first = document["rules"]["first_dealer"]
    if first is None:
        document["deals"][0]["cut"]["dealer"] ^= 1
    else:
        document["rules"]["first_dealer"] = 1 - first
        set_params(document, first_dealer=1 - first)
    for hands in hands_of(document):
        hands["dealer"] = 1 - hands["dealer"]


def a_head_start(document: Document, chance: Random) -> None:
    need("start" not in document["rules"] and hands_of(document))
    start = [chance.randint(1, 12), 0]
    document["rules"]["start"] = start
    set_params(document, rules=params_of(document)["rules"] | {"start": start})


def a_longer_game(document: Document, chance: Random) -> None:
    need(document["rules"]["target"] == 61 and document["deals"])
    document["rules"]["target"] = 121
    set_params(document, rules=params_of(document)["rules"] | {"target": 121})


def it_was_rated(document: Document, chance: Random) -> None:
    need(document["fair"]["version"] != "cribfair/1" and document["deals"])
    document["rated"] = not document["rated"]
    set_params(document, rated=document["rated"])


def an_unknown_name_in_params(document: Document, chance: Random) -> None:
    set_params(document, **{chance.choice(("sponsor", "Version", "_", "odds")): chance.choice((None, 1, []))})


def another_bot(document: Document, chance: Random) -> None:
    brains = params_of(document).get("brains")
    need(brains)
    document["players"][1]["bot"] = "halscrib"
    set_params(document, brains=[brains[0] | {"name": "halscrib"}])


def another_bots_secret(document: Document, chance: Random) -> None:
    # The params of the oldest games promise none.
    need(document["bot_stream"] and "bot_stream" in params_of(document))
    document["bot_stream"] = OTHER


def another_bots_secret_and_promise(document: Document, chance: Random) -> None:
    need(document["bot_stream"] and "bot_stream" in params_of(document))
    document["bot_stream"] = OTHER
    set_params(document, bot_stream=stream_commitment(document["game"], bytes.fromhex(OTHER)).hex())
