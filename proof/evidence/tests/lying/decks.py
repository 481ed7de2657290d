"""Lies about where the cards come from."""

from random import Random
from typing import Any

from proof.evidence.standalone import verify as alone
from proof.evidence.tests.lying.following import need, params_of, redeal, set_params, set_words, words
from rng.commitment import chain_tip, link
from rng.shared_decks import LINKS_A_ROUND, link_back
from tests.worlds.forgeries import OTHER, Document


def another_chain(document: Document, chance: Random) -> None:
    """Draw another secret of the server, and deal from it."""
    fair, x0 = document["fair"], chance.randbytes(32)
    need(document["deals"] and fair["version"] != "cribfair/3")
    fair["tip"] = chain_tip(fair["game"], x0).hex()
    fair["links"] = {number: link(fair["game"], x0, int(number)).hex() for number in fair["links"]}
    redeal(document)


def another_chain_and_its_cards_played(document: Document, chance: Random) -> None:
    """Play the cards of another chain, place by place."""
    before = {deal["number"]: deal["deck"] for deal in document["deals"]}
    another_chain(document, chance)
    moved: list[str] = []
    other: dict[str, str] = {}
    for word in words(document):
        if word[0] == "#":
            number = int(word[1:])
            deck = next(deal["deck"] for deal in document["deals"] if deal["number"] == number)
            other = dict(zip(before[number], deck, strict=True))
        moved.append(word[0] + other.get(word[1:], word[1:]))
    set_words(document, moved)
    for deal in document["deals"]:
        if deal["hands"]:
            map_cards(deal, dict(zip(before[deal["number"]], deal["deck"], strict=True)))


def map_cards(deal: dict[str, Any], other: dict[str, str]) -> None:
    hands = deal["hands"]
    hands["throws"] = [two and [other[card] for card in two] for two in hands["throws"]]
    for play in hands["plays"]:
        play["card"] = play["card"] and other[play["card"]]
    for count in hands["counts"]:
        count["cards"] = [other[card] for card in count["cards"]]
        count["points"] = alone.worth(count["cards"], hands["starter"], count["what"])


def another_source(document: Document, chance: Random) -> None:
    """Deal from another root, or by another context."""
    params = params_of(document)
    need(document["deals"] and ("shared" in params or "same_as" in params))
    for name, part in (("shared", "root"), ("same_as", "context")):
        if name in params:
            set_params(document, **{name: params[name] | {part: OTHER}})
    redeal(document)


def another_chain_of_a_set(document: Document, chance: Random) -> None:
    params, fair, last = params_of(document), document["fair"], chance.randbytes(32)
    need("shared" in params and fair["links"])
    shared = params["shared"]
    links = {number: LINKS_A_ROUND - min(int(number), LINKS_A_ROUND) for number in fair["links"]}
    fair["links"] = {number: link_back(shared["set"], last, steps).hex() for number, steps in links.items()}
    fair["tip"] = link_back(shared["set"], last, shared["round"] * LINKS_A_ROUND).hex()
    set_params(document, shared=shared | {"tip": fair["tip"]})
    redeal(document)


def another_round(document: Document, chance: Random) -> None:
    params = params_of(document)
    need("shared" in params)
    set_params(document, shared=params["shared"] | {"round": params["shared"]["round"] + 1})


def a_game_of_its_own_is_called_shared(document: Document, chance: Random) -> None:
    """Say that the decks are those of an earlier game, which the server made up."""
    fair, x0 = document["fair"], chance.randbytes(32)
    need(fair["version"] == "cribfair/2" and document["deals"])
    fair["tip"] = chain_tip("earlier", x0).hex()
    fair["links"] = {number: link("earlier", x0, int(number)).hex() for number in fair["links"]}
    source = {"game": "earlier", "tip": fair["tip"], "context": OTHER, "secrets": [OTHER, OTHER]}
    relabel(document, 3, same_as=source)
    redeal(document)


def relabel(document: Document, number: int, **more: Any) -> None:
    document["format"] = f"every-other/transcript/{number}"
    document["fair"]["version"] = f"cribfair/{number}"
    set_params(document, version=f"cribfair/{number}", **more)


def a_signed_game_is_called_unsigned(document: Document, chance: Random) -> None:
    need("receipts" in document)
    relabel(document, 1)
    for name in ("receipts", "signatures", "log"):
        del document[name]


def a_card_of_a_deck_exchanged(document: Document, chance: Random) -> None:
    deck = chance.choice([deal["deck"] for deal in document["deals"]] or [[]])
    need(deck)
    one, other = chance.sample(range(13, 52), 2)
    deck[one], deck[other] = deck[other], deck[one]


def another_starter(document: Document, chance: Random) -> None:
    deals = [deal for deal in document["deals"] if deal["hands"] and deal["hands"]["starter"]]
    need(deals)
    deal = chance.choice(deals)
    hands = deal["hands"]
    hands["starter"] = deal["deck"][chance.randrange(13, 52)]
    for count in hands["counts"]:
        count["points"] = alone.worth(count["cards"], hands["starter"], count["what"])
