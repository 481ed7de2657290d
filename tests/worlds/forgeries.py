"""Transcripts as a forger would change them: with a new digest, so that only the content shows it."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from game.engine.cards import TEXTS
from proof.evidence.document import with_digest
from rng.commitment import chain_tip, link, seat_commitment

Document = dict[str, Any]
OTHER = "0123456789abcdef" * 4


def forge(file: bytes, change: Callable[[Document], None]) -> bytes:
    """The file after a change, with a digest that fits."""
    document = json.loads(file)
    change(document)
    return with_digest(json.dumps(document, indent=1).encode())


def swap_cards(document: Document) -> None:
    deck = document["deals"][2]["deck"]
    deck[20], deck[40] = deck[40], deck[20]


def another_secret(document: Document) -> None:
    document["fair"]["secrets"][1] = OTHER


def another_secret_and_commitment(document: Document) -> None:
    another_secret(document)
    document["fair"]["commitments"][1] = seat_commitment(document["game"], 1, bytes.fromhex(OTHER)).hex()


def another_chain(document: Document) -> None:
    x0 = bytes.fromhex(OTHER)
    document["fair"]["tip"] = chain_tip(document["game"], x0).hex()
    document["fair"]["links"] = {
        d: link(document["game"], x0, int(d)).hex() for d in document["fair"]["links"]
    }


def another_link(document: Document) -> None:
    document["fair"]["links"]["2"] = OTHER


def no_link(document: Document) -> None:
    del document["fair"]["links"]["1"]  # of no last deal, however short the game


def throw_of_a_card_not_held(document: Document) -> None:
    document["deals"][1]["hands"]["throws"][0][0] = document["deals"][1]["deck"][30]


def play_of_a_card_thrown(document: Document) -> None:
    hands = document["deals"][1]["hands"]
    next(play for play in hands["plays"] if play["seat"] == 0)["card"] = hands["throws"][0][0]


def the_other_dealer(document: Document) -> None:
    hands = document["deals"][1]["hands"]
    hands["dealer"] = 1 - hands["dealer"]


def another_starter(document: Document) -> None:
    document["deals"][1]["hands"]["starter"] = document["deals"][1]["deck"][13]


def another_crib(document: Document) -> None:
    counts = document["deals"][1]["hands"]["counts"]
    counts[2]["cards"] = counts[0]["cards"]


def a_richer_hand(document: Document) -> None:
    document["deals"][1]["hands"]["counts"][0]["points"] += 1


def a_deal_left_out(document: Document) -> None:
    del document["deals"][2]


def another_winner(document: Document) -> None:
    document["result"]["winner"] = 1 - document["result"]["winner"]


def a_better_score(document: Document) -> None:
    document["result"]["scores"][0] += 1


def another_target(document: Document) -> None:
    document["rules"]["target"] = 121


def another_player(document: Document) -> None:
    document["players"][0]["id"] = "999999"


def another_move(document: Document) -> None:
    moves = document["moves"]
    n = next(n for n, move in enumerate(moves) if move["move"][1:].isdigit() and move["move"][0] == "a")
    moves[n]["move"] = "a12" if moves[n]["move"] != "a12" else "a13"


def another_code(document: Document) -> None:
    document["table_code"] = "00000 00000 00000 00000"


def another_game(document: Document) -> None:
    document["game"] = "another"


def the_higher_card_deals(document: Document) -> None:
    document["deals"][0]["cut"]["dealer"] = 1 - document["deals"][0]["cut"]["dealer"]


def another_log(document: Document) -> None:
    log = document["log"]
    head, line, signatures = log["checkpoint"].rpartition("\n\n")
    origin, size, root = head.split("\n")
    log["checkpoint"] = f"{origin}\n{int(size) + 1}\n{root}{line}{signatures}"


def another_place_in_the_log(document: Document) -> None:
    document["log"]["open"]["index"] ^= 1


def the_end_stands_in_for_the_beginning(document: Document) -> None:
    document["log"]["open"] = document["log"]["close"]


def another_moment_of_the_end(document: Document) -> None:
    document["log"]["close"]["at"] += 1


def a_proof_that_is_longer(document: Document) -> None:
    document["log"]["close"]["proof"].append(OTHER)


FORGERIES: dict[Callable[[Document], None], str] = {
    swap_cards: "Deal 2: card 21 of the deck is",
    another_secret: "Seat 1's secret is not the one it committed to.",
    another_secret_and_commitment: "The table code is not that of this game.",
    another_chain: "The key of deal 1 is another.",
    another_link: "The link of deal 2 does not follow from the one before.",
    no_link: "The link of deal 1 is missing.",
    throw_of_a_card_not_held: "Deal 1: seat 0 threw cards it did not hold.",
    play_of_a_card_thrown: "which it did not hold.",
    the_other_dealer: "Deal 1: it was the other seat's turn to deal.",
    another_starter: "Deal 1: the starter is not the thirteenth card",
    another_crib: "Deal 1: the crib seat",
    a_richer_hand: "Deal 1: the hand of seat",
    a_deal_left_out: "The link of deal 2 is shown, but the deal is missing.",
    another_winner: "The result does not follow from the last move and the scores.",
    a_better_score: "The final scores are not those after the last deal.",
    another_target: "The params name other rules.",
    another_player: "The params name other players.",
    another_move: "Deal 1: the moves on record tell of other throws or cards.",
    another_code: "The table code is not that of this game.",
    another_game: "The deal's protocol is that of another game.",
    the_higher_card_deals: "The lower card should have dealt first, and did not.",
    another_log: "The checkpoint is not one that",
    another_place_in_the_log: "The log is not shown to hold the game's beginning.",
    the_end_stands_in_for_the_beginning: "The log is not shown to hold the game's beginning.",
    another_moment_of_the_end: "The log is not shown to hold the game's end.",
    a_proof_that_is_longer: "The log is not shown to hold the game's end.",
}

VALUES = (None, True, 0, 1, 2, -1, 300, 1.0, "", "5H", "x", "5H\n", "\ud800", [], {}, OTHER, ["5H"], {"a": 1})


def similar_value(value: Any, chance: Random) -> Any:
    """Another value of the same kind."""
    match value:
        case bool() | None:
            return not value
        case int():
            return value + chance.choice((-1, 1))
        case str() if value in TEXTS:
            return chance.choice(TEXTS)
        case str():
            return "".join(chance.sample(value, len(value)))
    return chance.sample(value, len(value)) if isinstance(value, list) else value


def tamper(file: bytes, chance: Random) -> bytes:
    """The file with a random value exchanged, removed or doubled."""

    def meddle(document: Document) -> None:
        inside: Any = document
        while True:
            at = chance.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
            if isinstance(inside[at], dict | list) and inside[at] and chance.random() < 0.9:
                inside = inside[at]
                continue
            match chance.randrange(8):
                case 0:
                    del inside[at]
                case 1 if isinstance(inside, list):
                    inside.append(inside[at])
                case 2 if isinstance(inside, list):
                    inside[at], inside[0] = inside[0], inside[at]
                case 3 if chance.random() < 0.5:
                    inside[at] = chance.choice(VALUES)
                case _:
                    inside[at] = similar_value(inside[at], chance)
            return

    while True:
        try:
            return forge(file, meddle)
        except AssertionError:  # no digest is left to replace
            continue
