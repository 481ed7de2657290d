"""The command, the one-file script and the browser come to the same verdict on decks that tables share."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cribbage_site.tests.node import run_node
from cribbage_site.tests.repetitions import repetitions
from game.shared_rounds.record import to_file
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.decks import verify_decks
from proof.evidence.document import with_digest
from proof.evidence.standalone import verify as alone
from proof.evidence.tests.test_verdicts import changed
from rng import shared_decks
from rng.shared_decks import Entrant, SetRecord
from tests.worlds.forgeries import OTHER, similar_value
from tests.worlds.verdicts import in_json

pytestmark = pytest.mark.django_db  # else the games would be made in the site's own database

SETS, MEDDLED, CHANGED = 1_000, 1_000, repetitions(20_000, one_in=20)
Pair = tuple[bytes, bytes | None]  # a record of decks, and the transcript beside it


def random_record(chance: Random) -> SetRecord:
    """A true record, of an event as it may stand at any moment."""
    deck_set, rounds = f"decks{chance.randrange(10**6)}", chance.randint(1, 4)
    params = shared_decks.canonical_set_params(deck_set, rounds, {"title": f"Night {chance.random()!s}"})
    x0 = chance.randbytes(32)
    tip = shared_decks.chain_tip(deck_set, rounds, x0)
    players = sorted({str(chance.randrange(10**20)).zfill(20) for _ in range(chance.randrange(6))})
    entrants = []
    for player in players:
        secret = chance.randbytes(32)
        committed = shared_decks.entrant_commitment(deck_set, player, secret)
        entrants.append(Entrant(player, committed, secret if chance.random() < 0.8 else None))
    is_started = chance.random() < 0.9
    shown = range(1, chance.randint(0, rounds) + 1) if is_started else ()
    return SetRecord(
        deck_set,
        params,
        tip,
        entrants,
        shared_decks.root(params, tip, entrants) if is_started else None,
        {t: shared_decks.link(deck_set, rounds, x0, t, shared_decks.LINKS_A_ROUND) for t in shown},
    )


def in_the_browser(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    given = {"decks": [[record.hex(), None if file is None else file.hex()] for record, file in pairs]}
    said = run_node("proof/evidence", "tests/parity-verdicts.js", stdin=json.dumps(given), patience=300)
    found: list[dict[str, Any]] = json.loads(said)["verdicts"]
    return found


def agreed(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """The verdict that all three give on each record, alone or beside its game."""
    verdicts = [in_json(verify_evidence(file, None, decks=record).to_json()) for record, file in pairs]
    scripts = [in_json(alone.verify_both(file, None, decks=record)._asdict()) for record, file in pairs]
    assert scripts == verdicts
    for verdict, found in zip(verdicts, in_the_browser(pairs), strict=True):
        assert found == verdict | {"says": alone.describe(alone.Verdict(**verdict))}
    return verdicts


def meddled(file: bytes, chance: Random) -> bytes:
    """The record with one value exchanged, and a digest that fits."""
    document = json.loads(file)
    parts: list[tuple[Any, Any]] = [(document, name) for name in ("set", "params", "tip", "root")]
    parts += [(document["links"], t) for t in document["links"]]
    parts += [(one, name) for one in document["entrants"] for name in one]
    where, name = chance.choice(parts)
    other = chance.choice([similar_value(where[name], chance), OTHER, None])
    if other == where[name]:
        other = OTHER
    where[name] = other
    return with_digest(json.dumps(document, indent=1).encode())


@pytest.mark.slow
def test_all_three_agree_that_a_thousand_events_are_true() -> None:
    chance = Random(71)
    records = [random_record(chance) for _ in range(SETS)]
    verdicts = agreed([(to_file(record), None) for record in records])
    assert {found["verdict"] for found in verdicts} == {"true"}
    assert {found["rounds"] for found in verdicts} == {0, 1, 2, 3, 4}


@pytest.mark.slow
def test_a_thousand_changed_values_are_found_by_all_three() -> None:
    chance = Random(72)
    records = [random_record(chance) for _ in range(200)]
    files = [to_file(record) for record in records if record.links]
    forged = [meddled(chance.choice(files), chance) for _ in range(MEDDLED)]
    verdicts = agreed([(file, None) for file in forged])
    assert {found["verdict"] for found in verdicts} == {"false", "unreadable"}


@pytest.mark.slow
def test_one_changed_byte_is_always_found_by_all_three() -> None:
    chance = Random(73)
    files = [to_file(random_record(chance)) for _ in range(40)]
    others = []
    while len(others) < max(CHANGED, 1_000):
        file = chance.choice(files)
        if (other := changed(file, chance)) != file:
            others.append(other)
    assert {verify_decks(other).status.name for other in others} == {"FALSE"}
    assert {alone.verify_decks(other).verdict for other in others} == {"false"}
    assert {found["verdict"] for found in in_the_browser([(other, None) for other in others])} == {"false"}


@pytest.mark.slow
def test_a_game_is_dealt_from_its_decks(files: dict[str, bytes], decks: dict[str, bytes]) -> None:
    verdicts = agreed([(decks[name], files[name]) for name in decks])
    assert [found["faults"] for found in verdicts] == [[] for _ in decks]
    assert {found["verdict"] for found in verdicts} == {"true"}
    assert all(found["signed_by"] and found["logged_by"] for found in verdicts)


@pytest.mark.slow
def test_and_not_from_others(files: dict[str, bytes], decks: dict[str, bytes]) -> None:
    one, other, *_ = decks
    unshown = json.loads(decks[one])
    del unshown["links"]["2"]
    pairs: list[Pair] = [
        (decks[other], files[one]),
        (decks[one], files["played to 61"]),
        (with_digest(json.dumps(unshown, indent=1).encode()), files[one]),
        (b"{}", files[one]),
    ]
    assert [found["faults"][0] for found in agreed(pairs)] == [
        "The game is dealt from other decks than these.",
        "The game is not dealt from shared decks.",
        "The link of round 2 is not shown yet.",
        "The file was changed: its digest is not well-formed.",
    ]
