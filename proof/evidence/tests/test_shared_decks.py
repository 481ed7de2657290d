"""The command, the one-file script and the browser agree on shared decks."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cribbage_site.tests.node import run_node
from cribbage_site.tests.repetitions import repetitions
from game.shared_rounds.record import to_file
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.decks import WHOLE, verify_decks
from proof.evidence.document import with_digest
from proof.evidence.standalone import verify as alone
from proof.evidence.tests.test_verdicts import changed
from rng import shared_decks
from rng.delay import SEGMENTS
from rng.shared_decks import Entrant, SetRecord
from tests.worlds.forgeries import OTHER, similar_value
from tests.worlds.shared_decks import values_after
from tests.worlds.verdicts import agreed as agreed_verdicts
from tests.worlds.verdicts import in_json

pytestmark = pytest.mark.django_db  # otherwise the games would be made in the site's own database

SETS, MEDDLED, CHANGED = 1_000, 1_000, repetitions(20_000, one_in=20)
Pair = tuple[bytes, bytes | None]  # a record of decks, and an optional transcript


def random_record(chance: Random, *, has_delay: bool = False) -> SetRecord:
    """Return a true record of an event at a random moment."""
    deck_set, rounds = f"decks{chance.randrange(10**6)}", chance.randint(1, 4)
    named = {"title": f"Night {chance.random()!s}"} | ({"delay": 1} if has_delay else {})
    params = shared_decks.canonical_set_params(deck_set, rounds, named)
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
    root, delay = shared_decks.root(params, tip, entrants), None
    if has_delay:
        delay = values_after(shared_decks.mix(params, tip, entrants)) if is_started else []
        root = delay[-1] if is_started else b""
    return SetRecord(
        deck_set,
        params,
        tip,
        entrants,
        root if is_started else None,
        {t: shared_decks.link(deck_set, rounds, x0, t, shared_decks.LINKS_A_ROUND) for t in shown},
        delay,
    )


def in_the_browser(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    given = {"decks": [[record.hex(), None if file is None else file.hex()] for record, file in pairs]}
    said = run_node("proof/evidence", "tests/parity-verdicts.js", stdin=json.dumps(given), patience=300)
    found: list[dict[str, Any]] = json.loads(said)["verdicts"]
    return found


def agreed(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Return the verdict on which all three agree for each record, alone or with its game."""
    verdicts = [
        in_json(verify_evidence(file, None, decks=record, segments=WHOLE).to_json()) for record, file in pairs
    ]
    scripts = [
        in_json(alone.verify_both(file, None, decks=record, segments=[*WHOLE])._asdict())
        for record, file in pairs
    ]
    assert scripts == verdicts
    for verdict, found in zip(verdicts, in_the_browser(pairs), strict=True):
        assert found == verdict | {"says": alone.describe(alone.Verdict(**verdict))}
    return verdicts


def meddled(file: bytes, chance: Random) -> bytes:
    """Return the record with one value exchanged, and the correct digest."""
    document = json.loads(file)
    parts: list[tuple[Any, Any]] = [(document, name) for name in ("set", "params", "tip", "root")]
    parts += [(document["links"], t) for t in document["links"]]
    parts += [(document["delay"], n) for n in range(len(document.get("delay", ())))]
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
def test_all_three_compute_a_delay_alike_and_find_a_changed_value_of_it() -> None:
    chance = Random(74)
    records = [random_record(chance, has_delay=True) for _ in range(20)]
    files = [to_file(record) for record in records]
    true = agreed([(file, None) for file in files])
    assert {(found["verdict"], found["delay"]) for found in true} == {("true", 1)}
    assert {found["segments"] for found in true} == {0, 64}  # some are not fixed yet
    fixed = [file for file, record in zip(files, records, strict=True) if record.delay]
    forged = agreed([(meddled(chance.choice(fixed), chance), None) for _ in range(20)])
    assert {found["verdict"] for found in forged} == {"false", "unreadable"}


def liar_with_delay() -> dict[str, Any]:
    """Return the record of a set that is fixed, with a delay."""
    chance = Random(75)
    records = (random_record(chance, has_delay=True) for _ in range(20))
    found: dict[str, Any] = json.loads(to_file(next(one for one in records if one.root and one.entrants)))
    return found


def fault_of(document: dict[str, Any]) -> str:
    [found] = agreed([(with_digest(json.dumps(document, indent=1).encode()), None)])
    assert found["verdict"] == "false"
    return str(found["faults"][0])


@pytest.mark.slow
def test_a_delay_that_was_not_computed_is_found_by_all_three() -> None:
    """A server that could choose among roots would have to compute a whole delay for each."""
    true = liar_with_delay()
    skipped = true | {"delay": ["5" * 64] * SEGMENTS, "root": "5" * 64}
    assert "Segment 1 of the delay" in fault_of(skipped)
    chosen = "7" * 64
    last = true | {"delay": [*true["delay"][:-1], chosen], "root": chosen}
    assert "Segment 64 of the delay" in fault_of(last)
    swapped = true["delay"][:]
    swapped[10], swapped[11] = swapped[11], swapped[10]
    assert "Segment 11 of the delay" in fault_of(true | {"delay": swapped})
    assert "not the end of the delay" in fault_of(true | {"root": chosen})
    short = {"delay": true["delay"][-1:], "root": true["delay"][-1]}
    assert "differ about its delay" in fault_of(true | short)


@pytest.mark.slow
def test_a_delay_belongs_to_the_secrets_that_it_was_computed_from() -> None:
    true, other = liar_with_delay(), Random(76)
    own = random_record(other, has_delay=True)
    while not own.root:
        own = random_record(other, has_delay=True)
    taken = json.loads(to_file(own))
    assert "Segment 1 of the delay" in fault_of(true | {"delay": taken["delay"], "root": taken["root"]})


@pytest.mark.slow
def test_a_record_cannot_leave_out_the_delay_that_its_params_name() -> None:
    true = liar_with_delay()
    entrants = [
        Entrant(
            one["player"],
            bytes.fromhex(one["commitment"]),
            bytes.fromhex(one["secret"]) if one["secret"] else None,
        )
        for one in true["entrants"]
    ]
    direct = shared_decks.root(true["params"], bytes.fromhex(true["tip"]), entrants).hex()
    without = {name: value for name, value in true.items() if name != "delay"}
    older = without | {"format": "every-other/decks/1", "root": direct}
    assert "differ about its delay" in fault_of(older)
    unnamed = true | {"params": true["params"].replace('"delay":1,', "")}
    assert "differ about its delay" in fault_of(unnamed)


def test_a_sample_of_the_delay_is_computed_unless_all_is_asked_for() -> None:
    file = with_digest(json.dumps(liar_with_delay(), indent=1).encode())
    for found in (verify_decks(file), alone.verify_decks(file)):
        assert found.segments == 4
    assert "too short" in verify_decks(file).description
    assert alone.describe(alone.verify_decks(file)) == verify_decks(file).description


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
def test_game_dealt_from_other_decks_is_reported(files: dict[str, bytes], decks: dict[str, bytes]) -> None:
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


@pytest.mark.slow
def test_a_rated_game_of_shared_decks_is_found_by_all_three(files: dict[str, bytes]) -> None:
    rated = []
    for name in ("from shared decks", "the cards of another game"):
        document = json.loads(files[name])
        document["rated"] = True
        document["fair"]["params"] = document["fair"]["params"].replace('"rated":false', '"rated":true')
        rated.append(with_digest(json.dumps(document, indent=1).encode()))
    for found in agreed_verdicts(rated):
        assert found["verdict"] == "false"
        assert "The game is rated, and dealt from shared decks." in found["faults"]
