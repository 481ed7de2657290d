"""The command, the script and the browser agree on the reason for a first dealer who is named."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cribbage_site.tests.node import run_node
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.first_dealer import faults_beside_earlier, unchecked_beside
from proof.evidence.document import from_file
from proof.evidence.standalone import verify as alone
from proof.evidence.tests.conftest import REMATCH
from rng.commitment import canonical_json
from tests.worlds.forgeries import Document, forge
from tests.worlds.verdicts import agreed, in_json

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
]  # otherwise the games would be in the site's own database

Pair = tuple[bytes, bytes]  # a transcript, and that of the game before


def agreed_beside(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Return the verdict on which all three agree for each pair of games."""
    verdicts = [in_json(verify_evidence(file, None, earlier=earlier).to_json()) for file, earlier in pairs]
    scripts = [alone.verify_both(file, None, earlier=earlier) for file, earlier in pairs]
    assert [in_json(found._asdict()) for found in scripts] == verdicts
    given = {"before": [[file.hex(), earlier.hex()] for file, earlier in pairs]}
    said = run_node("proof/evidence", "tests/parity-verdicts.js", stdin=json.dumps(given), patience=300)
    for verdict, found in zip(verdicts, json.loads(said)["verdicts"], strict=True):
        assert found == verdict | {"says": alone.describe(alone.Verdict(**verdict))}
    return verdicts


def test_a_rematch_is_checked_with_the_game_before_and_says_so_without(
    files: dict[str, bytes], earlier: bytes
) -> None:
    first, game = json.loads(files[REMATCH])["rules"]["first_dealer"], json.loads(earlier)["game"]
    (single,) = agreed([files[REMATCH]])
    left = f"Seat {first} deals first because it lost game {game}, whose transcript is not given."
    assert (single["verdict"], single["unchecked"]) == ("true", [left])
    assert f"Not checked: {left}" in alone.describe(alone.verify(files[REMATCH]))
    (both,) = agreed_beside([(files[REMATCH], earlier)])
    assert (both["verdict"], both["faults"], both["unchecked"]) == ("true", [], [])
    assert both["logged_by"]


def test_another_game_than_the_one_before_is_reported(files: dict[str, bytes], earlier: bytes) -> None:
    pairs = [
        (files[REMATCH], files["against a bot"]),
        (files["against a bot"], earlier),
        (files[REMATCH], earlier.replace(b'"winner": ', b'"winner":  ')),
    ]
    assert [found["faults"][0] for found in agreed_beside(pairs)] == [
        "Who deals first follows from another game than this.",
        "Who deals first does not follow from another game.",
        "The file was changed since it was written: its digest does not fit.",
    ]


def because(reason: object) -> Callable[[Document], None]:
    """Return a change of the params: another reason for the first dealer."""

    def change(document: Document) -> None:
        params = json.loads(document["fair"]["params"])
        document["fair"]["params"] = canonical_json(params | {"first_dealer_because": reason})

    return change


NO_REASON = "The params give no valid reason for the first dealer."
INVALID = (
    {},
    {"rematch_of": ""},
    {"rematch_of": "g", "event": "e"},
    {"won": "g"},
    ["event"],
    "event",
    None,
    7,
)


def test_all_three_refuse_what_is_no_reason(files: dict[str, bytes]) -> None:
    own = json.loads(files[REMATCH])["game"]
    forged = [forge(files[REMATCH], because(reason)) for reason in (*INVALID, {"rematch_of": own})]
    cut, shared = files["against a bot"], files["from shared decks"]
    forged += [forge(file, because({"event": "e"})) for file in (cut, shared)]
    assert all(NO_REASON in found["faults"] for found in agreed(forged))


Change = Callable[[Document, Document], None]  # of the game and the one before


def as_match(game: Document, earlier: Document) -> None:
    """Make the rematch a game of a match, which is right if the other player dealt first before."""
    because({"alternates_with": earlier["game"]})(game)


def dealt_first(seat: int) -> Change:
    def change(game: Document, earlier: Document) -> None:
        as_match(game, earlier)
        game["rules"]["first_dealer"], earlier["rules"]["first_dealer"] = 0, seat

    return change


def swap(game: Document) -> None:
    game["players"].reverse()


def other_key(game: Document) -> None:
    game["fair"]["params"] = canonical_json(json.loads(game["fair"]["params"]) | {"signer": "other"})


def by_others(game: Document) -> None:
    game["players"][0]["id"] = "1" * 20


OTHERS, LOST = (
    "Game {GAME} was played by others, or from other seats.",
    "Seat {SEAT} did not lose game {GAME}.",
)
ALTERNATES = "The other player of seat 0 did not deal first in game {GAME}."
OTHER_KEY = "The ids of the players in game {GAME} were made with another key."
# Only a server with two games of one name, each true by itself, could show these.
OTHERWISE: list[tuple[Change, list[str], list[str]]] = [
    (lambda game, earlier: None, [], []),
    (lambda game, earlier: earlier["result"].update(winner=None), [LOST], []),
    (lambda game, earlier: earlier["result"].update(winner=game["rules"]["first_dealer"]), [LOST], []),
    (lambda game, earlier: earlier.update(result=None), [LOST], []),
    (lambda game, earlier: swap(earlier), [OTHERS], []),
    (lambda game, earlier: by_others(earlier), [OTHERS], []),
    (lambda game, earlier: (by_others(earlier), other_key(earlier)), [], [OTHER_KEY]),
    (lambda game, earlier: earlier["players"][0].update(id="5"), [], [OTHER_KEY]),
    (dealt_first(1), [], []),
    (dealt_first(0), [ALTERNATES], []),
    (lambda game, earlier: (dealt_first(0)(game, earlier), swap(earlier)), [], []),
    (lambda game, earlier: (dealt_first(1)(game, earlier), swap(earlier)), [ALTERNATES], []),
    (lambda game, earlier: (dealt_first(1)(game, earlier), by_others(earlier)), [OTHERS], []),
    (lambda game, earlier: (dealt_first(0)(game, earlier), other_key(earlier)), [], [OTHER_KEY]),
    (
        lambda game, earlier: because({"event": "e"})(game),
        ["Who deals first does not follow from another game."],
        [],
    ),
]


def test_all_three_name_each_difference_from_the_game_before(files: dict[str, bytes], earlier: bytes) -> None:
    pairs: list[tuple[Document, Document]] = [
        (json.loads(files[REMATCH]), json.loads(earlier)) for _ in OTHERWISE
    ]
    for (change, _, _), pair in zip(OTHERWISE, pairs, strict=True):
        change(*pair)
    names = {"GAME": json.loads(earlier)["game"], "SEAT": json.loads(files[REMATCH])["rules"]["first_dealer"]}
    faults = [[says.format(**names) for says in each] for _, each, _ in OTHERWISE]
    left = [[says.format(**names) for says in each] for _, _, each in OTHERWISE]
    read = [tuple(from_file(json.dumps(each).encode()) for each in pair) for pair in pairs]
    assert [[*faults_beside_earlier(*pair)] for pair in read] == faults
    assert [[*alone.faults_beside_earlier(*pair)] for pair in pairs] == faults
    fine = [n for n, each in enumerate(faults) if not each]
    assert [[*unchecked_beside(*read[n])] for n in fine] == [left[n] for n in fine]
    assert [[*alone.unchecked_beside(*pairs[n])] for n in fine] == [left[n] for n in fine]
    said = run_node("proof/evidence", "tests/parity-verdicts.js", stdin=json.dumps({"dealers": pairs}))
    assert json.loads(said)["dealers"] == [
        {"faults": fault, "unchecked": [] if fault else rest}
        for fault, rest in zip(faults, left, strict=True)
    ]
