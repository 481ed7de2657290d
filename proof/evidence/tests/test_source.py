"""A page vouches for shared decks by what the server really serves of their source."""

import asyncio
import json
from typing import Any

import pytest
from django.test import Client

from cribbage_site.tests.node import run_node
from game.accounts.guests import create_guest
from game.log.identity import log_signer
from game.runtime.player_ids import player_id
from game.shared_rounds import announcing, delaying
from proof.public_log.publisher import publish
from rng import entropy, shared_decks
from rng.commitment import canonical_json
from tests.worlds.shared_decks import commit_secret

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def judge(given: dict[str, Any]) -> dict[str, Any]:
    said = run_node("proof/evidence", "tests/judge-source.js", stdin=json.dumps(given), patience=300)
    found: dict[str, Any] = json.loads(said)
    return found


@pytest.mark.parametrize("is_published", [True, False])
def test_a_part_in_a_set_is_found_in_its_record_and_the_set_in_the_log(
    client: Client, settings: Any, tmp_path: Any, is_published: bool
) -> None:
    settings.LOG_ROOT = tmp_path / "log"
    decks = announcing.announce({"rules": {}}, rounds=1, reveals_at_once=True)
    own = entropy.secret()
    for secret in (own, entropy.secret(), None):
        player = create_guest()
        shown = secret or entropy.secret()
        committed = shared_decks.entrant_commitment(decks.pk, player_id(player.pk), shown).hex()
        announcing.commit(decks.pk, player, committed, secret.hex() if secret else "")
    publish()
    announcing.start_collecting(decks.pk)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(announcing, "may_fix_root", lambda deck_set: True)
        root = announcing.fix_root(decks.pk).root
    if is_published:
        publish()
    shared = {"set": decks.pk, "round": 1, "tip": decks.tip, "root": root}
    params = canonical_json({"log": log_signer().verifier_key, "shared": shared, "version": "cribfair/3"})
    given = {
        "fair": {"version": "cribfair/3", "params": params, "links": {}},
        "record": client.get(f"/api/decks/{decks.pk}/record").content.hex(),
        "log": client.get(f"/api/decks/{decks.pk}/log").json(),
        "part": {"secret": own.hex(), "tip": decks.tip, "params": decks.params, "at": 1},
    }
    assert judge({"set": given})["set"] == {"is": "mixed" if is_published else "unlogged", "fault": None}


def test_decks_after_a_delay_are_vouched_for_by_a_browser_that_saw_the_mix_in_time(
    client: Client, settings: Any, tmp_path: Any
) -> None:
    settings.LOG_ROOT = tmp_path / "log"
    decks = announcing.announce({"rules": {}}, rounds=1, delay=1)
    players = {create_guest(): entropy.secret() for _ in range(2)}
    for player, secret in players.items():
        commit_secret(decks, player, secret)
    announcing.start_collecting(decks.pk)
    for player, secret in players.items():
        announcing.reveal(decks.pk, player, secret.hex())
    announcing.fix_root(decks.pk)
    mix = client.get(f"/api/decks/{decks.pk}").json()["mix"]
    asyncio.run(delaying.compute(decks.pk))
    publish()
    decks.refresh_from_db()
    shared = {"set": decks.pk, "round": 1, "tip": decks.tip, "root": decks.root}
    params = canonical_json({"log": log_signer().verifier_key, "shared": shared, "version": "cribfair/3"})
    kept = {"secret": secret.hex(), "tip": decks.tip, "params": decks.params, "at": 1, "fewest": 1}
    given = {
        "fair": {"version": "cribfair/3", "params": params, "links": {}},
        "record": client.get(f"/api/decks/{decks.pk}/record").content.hex(),
        "log": client.get(f"/api/decks/{decks.pk}/log").json(),
    }
    seen = {"revealedAt": 2, "mix": mix, "waited": 3000, "computed": decks.root}
    found = [judge({"set": given | {"part": part}})["set"]["is"] for part in (kept, kept | seen)]
    assert found == ["early", "mixed"]


def test_the_cards_of_a_game_are_found_in_its_transcript(
    files: dict[str, bytes], firsts: dict[str, bytes]
) -> None:
    pairs = [[files[name].hex(), first.hex()] for name, first in firsts.items()]
    crossed = [[pairs[0][0], pairs[1][1]]]
    found = judge({"same": pairs + crossed})["same"]
    assert found[:2] == [{"is": "same", "fault": None}] * 2
    assert "another one than this" in found[2]["fault"]
