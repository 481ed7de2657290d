"""The browser's code agrees with the server's on every deck, key and commitment."""

import hashlib
import json
from typing import Any

import pytest

from cribbage_site.tests.node import run_node
from rng import commitment
from rng.deal import deck
from rng.tests.vectors import numbered_keys


def a_game(n: int) -> dict[str, Any]:
    """Return the inputs of one game, the same in every run."""
    x0, secret0, secret1 = (hashlib.sha256(f"{who} {n}".encode()).hexdigest() for who in ("server", "0", "1"))
    name = f"game{n}"
    params = commitment.canonical_json({"version": "cribfair/1", "game": name, "players": [n, "é"]})
    return {"game": name, "params": params, "x0": x0, "secrets": [secret0, secret1], "d": n * 5 % 256}


def ours(game: dict[str, Any]) -> dict[str, Any]:
    """Return the values that the server derives for a game."""
    name, d, x0 = game["game"], game["d"], bytes.fromhex(game["x0"])
    secret0, secret1 = map(bytes.fromhex, game["secrets"])
    tip = commitment.chain_tip(name, x0)
    c0 = commitment.seat_commitment(name, 0, secret0)
    c1 = commitment.seat_commitment(name, 1, secret1)
    ctx = commitment.context(game["params"], tip, c0, c1)
    link = commitment.link(name, x0, d)
    return {
        "commitments": [c0.hex(), c1.hex()],
        "tip": tip.hex(),
        "ctx": ctx.hex(),
        "code": commitment.table_code("cribfair/1", ctx),
        "link": link.hex(),
        "key": commitment.deal_key(ctx, d, link, secret0, secret1).hex(),
    }


@pytest.mark.slow
def test_browser_and_server_agree_on_two_thousand_decks_and_sixty_games() -> None:
    keys = numbered_keys(2_000)
    games = [a_game(n) for n in range(60)]
    given = json.dumps({"keys": [key.hex() for key in keys], "games": games})
    answer = json.loads(run_node("rng", "tests/parity.js", stdin=given))
    assert answer["decks"] == [list(deck(key)) for key in keys]
    assert answer["games"] == [ours(game) for game in games]
