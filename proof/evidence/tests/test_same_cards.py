"""The command, the script and the browser agree on games that were dealt the cards of another game."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from cribbage_site.tests.node import run_node
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.decks import faults_beside_game
from proof.evidence.document import from_file, with_digest
from proof.evidence.standalone import verify as alone
from rng.commitment import canonical_json
from tests.worlds.forgeries import OTHER
from tests.worlds.verdicts import in_json

pytestmark = pytest.mark.django_db  # otherwise the games would be made in the site's own database

AGAIN, RESIGNED = "the cards of another game", "the cards of another game, resigned"
Pair = tuple[bytes, bytes]  # a transcript, and that of the game whose cards it was dealt


def in_the_browser(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    given = {"same": [[file.hex(), first.hex()] for file, first in pairs]}
    said = run_node("proof/evidence", "tests/parity-verdicts.js", stdin=json.dumps(given), patience=300)
    found: list[dict[str, Any]] = json.loads(said)["verdicts"]
    return found


def agreed(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Return the verdict on which all three agree for each pair of games."""
    verdicts = [in_json(verify_evidence(file, None, first=first).to_json()) for file, first in pairs]
    scripts = [in_json(alone.verify_both(file, None, first=first)._asdict()) for file, first in pairs]
    assert scripts == verdicts
    for verdict, found in zip(verdicts, in_the_browser(pairs), strict=True):
        assert found == verdict | {"says": alone.describe(alone.Verdict(**verdict))}
    return verdicts


@pytest.mark.slow
def test_a_game_was_dealt_the_cards_of_the_other(files: dict[str, bytes], firsts: dict[str, bytes]) -> None:
    verdicts = agreed([(files[name], firsts[name]) for name in firsts])
    assert [found["faults"] for found in verdicts] == [[], []]
    assert {found["verdict"] for found in verdicts} == {"true"}
    assert 0 in verdicts[0]["deals"]
    assert all(found["signed_by"] and found["logged_by"] for found in verdicts)


@pytest.mark.slow
def test_game_dealt_other_cards_is_reported(files: dict[str, bytes], firsts: dict[str, bytes]) -> None:
    pairs: list[Pair] = [
        (files[AGAIN], firsts[RESIGNED]),
        (files["played to 61"], firsts[AGAIN]),
        (files["from shared decks"], firsts[AGAIN]),
        (files[AGAIN], b"{}"),
    ]
    assert [found["faults"][0] for found in agreed(pairs)] == [
        "The game is dealt the cards of another one than this.",
        "The game is not dealt the cards of another one.",
        "The game is not dealt the cards of another one.",
        "This is no transcript of Every Other.",
    ]


def named(file: bytes, chance: Random) -> bytes:
    """Return a transcript whose params name a different original game."""
    document = json.loads(file)
    params = json.loads(document["fair"]["params"])
    same_as = params["same_as"]
    other = chance.randbytes(32).hex()
    name = chance.choice([*same_as, "nothing", "both"])
    match name:
        case "game":
            same_as["game"] = chance.choice(["other", "", 7])
        case "secrets":
            same_as["secrets"] = chance.choice([[other, same_as["secrets"][1]], [other], None])
        case "nothing":
            del params["same_as"]
        case "both":
            params["shared"] = {"set": "s", "round": 1, "tip": other, "root": other}
        case _:
            same_as[name] = chance.choice([other, other[1:], None])
    document["fair"]["params"] = canonical_json(params)
    return with_digest(json.dumps(document, indent=1).encode())


@pytest.mark.slow
def test_all_three_find_wrong_params_about_the_other_game(
    files: dict[str, bytes], firsts: dict[str, bytes]
) -> None:
    chance = Random(74)
    forged = [(named(files[AGAIN], chance), firsts[AGAIN]) for _ in range(60)]
    assert {found["verdict"] for found in agreed(forged)} == {"false"}


# Only a server with two games of one name, each true by itself, could show these.
OTHERWISE: list[tuple[Callable[[Any], None], str]] = [
    (lambda first: first["fair"].update(tip=OTHER), "What fixes the decks is not what that game showed."),
    (lambda first: first["fair"]["secrets"].reverse(), "What fixes the decks is not what that game showed."),
    (
        lambda first: first["fair"]["commitments"].reverse(),
        "What fixes the decks is not what that game showed.",
    ),
    (
        lambda first: first["fair"]["links"].update({"2": OTHER}),
        "The link of deal 2 is not that of the other game.",
    ),
    (lambda first: first["rules"].update(target=121), "The two games were played by other rules."),
    (lambda first: first.update(bot_stream=OTHER), "The bot's secret is not that of the other game."),
]


@pytest.mark.slow
def test_all_three_name_each_difference_from_the_other_game(
    files: dict[str, bytes], firsts: dict[str, bytes]
) -> None:
    game = json.loads(files[AGAIN])
    pairs: list[tuple[Any, Any]] = [(game, json.loads(firsts[AGAIN])) for _ in OTHERWISE]
    for (_, first), (change, _) in zip(pairs, OTHERWISE, strict=True):
        change(first)
    expected = [[says] for _, says in OTHERWISE]
    read = [tuple(from_file(json.dumps(each).encode()) for each in pair) for pair in pairs]
    assert [[*faults_beside_game(*pair)] for pair in read] == expected
    assert [[*alone.faults_beside_game(*pair)] for pair in pairs] == expected
    said = run_node(
        "proof/evidence", "tests/parity-verdicts.js", stdin=json.dumps({"beside": pairs}), patience=300
    )
    assert json.loads(said)["faults"] == expected
