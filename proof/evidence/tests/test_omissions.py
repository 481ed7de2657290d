"""No item can be left out of a transcript or a receipt unnoticed: each is removed on its own."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from cribbage_site.tests.repetitions import FULL_PROOF
from game.engine.moves import Resign
from game.engine.state import Counting, Phase, Rules
from game.table.record import ledger
from game.table.shuffle import fairness
from hosting.demo.schedule import EarlyEnd
from proof.evidence import builder
from proof.evidence.builder import load_transcript
from proof.evidence.document import SignedTranscript, from_file, to_file
from proof.evidence.tests.case_files import to_case_file
from proof.evidence.tests.lies import at_step, signer_of
from proof.evidence.tests.test_case import chained, with_notes
from proof.evidence.tests.test_line import drop_receipts, put_words, words_of
from proof.evidence.tests.test_receipts import sign_as_seat
from tests.worlds.evidence import at_ply, play_two_player_game
from tests.worlds.forgeries import Document, forge
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db

Path = tuple[str | int, ...]
# Items that may be left out, with the reason why the game stays true. N in a path stands for a number.
OPTIONAL = {
    "moves/N/ms": "how long a move took is what the server noted: no cards, moves or points follow from it",
    "players/N/name": "names are those of the day when the file is made, and bind nobody",
    "receipts/N": "a game may be true without being signed: no key is named with the verdict then",
    "log": "a game may be true without being in a log: no log is named with the verdict then",
    "log/close": "as long as its end is not in the log, none is named with the verdict",
    "signatures/N": "a seat may have no key, and the params promise none",
}
# Items that do not matter before the first card.
OPTIONAL_WITHOUT_CARDS = {
    "fair/links": "link 0 makes no deck where nobody cut",
    "fair/links/N": "link 0 makes no deck where nobody cut",
    "fair/commitments/N": "a commitment may not have come, and a secret that was not shown fits any",
    "fair/secrets/N": "a secret may not have been shown, and makes no deck alone",
}
EVERY_DAY = ("counted by muggins", "left in the play of a later deal", "void, one secret shown")


def unsigned(file: bytes) -> bytes:
    """Return the file as a person without the keys could write it: without any signature."""

    def drop_what_is_signed(document: Document) -> None:
        drop_receipts(document)
        document["log"] = None

    return forge(file, drop_what_is_signed)


def items(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield everything in a document with its path; decks only as a whole."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inside:
        yield (*path, name), each
        if name != "deck":
            yield from items(each, (*path, name))


def shape_of(path: Path) -> str:
    return "/".join("N" if re.fullmatch(r"\d+", str(name)) else str(name) for name in path)


def omissions(file: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the file without each of its items, under the path's shape: removed, set to null, and emptied.

    Of paths of one shape, only the first and the last are tried in the daily run.
    """
    paths: dict[str, list[tuple[Path, Any]]] = {}
    for path, value in items(json.loads(file)):
        if path != ("digest",):  # a file without its digest counts as changed
            paths.setdefault(shape_of(path), []).append((path, value))
    for shape, alike in paths.items():
        for path, value in (
            alike if FULL_PROOF else {id(one[0]): one for one in (alike[0], alike[-1])}.values()
        ):
            for left in ("nothing", None, type(value)()):
                if left == "nothing" or left != value:
                    yield shape, without(file, path, left)


def without(file: bytes, path: Path, left: Any) -> bytes:
    def leave_out(document: Document) -> None:
        inside: Any = document
        for name in path[:-1]:
            inside = inside[name]
        if left == "nothing":
            del inside[path[-1]]
        else:
            inside[path[-1]] = left

    return forge(file, leave_out)


def accepted(tried: list[tuple[str, bytes]]) -> dict[str, dict[str, Any]]:
    """Return the verdicts of files that stay true without an item, by shape."""
    verdicts = agreed([file for _, file in tried])
    return {
        shape: found for (shape, _), found in zip(tried, verdicts, strict=True) if found["verdict"] == "true"
    }


@pytest.mark.slow
def test_omitted_item_makes_a_transcript_false_or_is_listed(files: dict[str, bytes]):
    for name in files if FULL_PROOF else EVERY_DAY:
        true = accepted([*omissions(unsigned(files[name]))])
        optional = OPTIONAL | (OPTIONAL_WITHOUT_CARDS if name.startswith("void") else {})
        assert set(true) <= set(optional), (name, set(true) - set(optional))


@pytest.mark.slow
def test_a_game_from_which_a_proof_was_left_out_is_not_said_to_be_proved(files: dict[str, bytes]):
    game = from_file(files["resigned before a throw"])
    assert isinstance(game, SignedTranscript)
    file = to_file(sign_as_seat(game, 0, moves=1))
    (whole,) = agreed([file])
    assert whole["signed_by"]
    assert whole["logged_by"]
    proofs = ("receipts", "log", "signatures")
    true = accepted([(shape, other) for shape, other in omissions(file) if shape.startswith(proofs)])
    assert set(true) == {"receipts/N", "log", "log/close", "signatures/N"}
    assert [shape for shape, found in true.items() if not found["signed_by"]] == ["receipts/N"]
    assert [shape for shape, found in true.items() if not found["logged_by"]] == ["log", "log/close"]


@pytest.mark.slow
def test_every_counted_hand_is_listed(files: dict[str, bytes]):
    names = ("played to 61", "counted by hand", "counted by muggins", "a rematch, whose dealer is named")
    tried = [without_counts(files[name], since) for name in names for since in range(3)]
    assert [found["faults"] for found in agreed([file for _, file in tried])] == [
        [f"Deal {number}: by the line the number of hands counted is 3."] for number, _ in tried
    ]


def without_counts(file: bytes, since: int) -> tuple[int, bytes]:
    """The number of a deal, and the file without its last counts."""
    number: list[int] = []

    def drop(document: Document) -> None:
        deal = document["deals"][1]
        number.append(deal["number"])
        del deal["hands"]["counts"][since:]

    file = forge(file, drop)
    return number[0], file


@pytest.mark.slow
def test_uncounted_hand_is_not_listed(files: dict[str, bytes]):
    def resign_before_the_last_claim(document: Document) -> None:
        words = words_of(document)
        put_words(document, [*words[: words.index("#2") - 1], "a-resign"])
        document["deals"] = document["deals"][:2]
        document["fair"]["links"] = {number: document["fair"]["links"][number] for number in "01"}
        scores = document["deals"][1]["hands"]["scores"]
        document["result"] = {"winner": 1, "value": 1, "ended": "resigned", "scores": scores}

    (found,) = agreed([forge(unsigned(files["counted by hand"]), resign_before_the_last_claim)])
    assert "Deal 1: by the line the number of hands counted is 2." in found["faults"]


@pytest.fixture
def by_hand() -> SignedTranscript:
    """Return a game counted by hand that a seat resigns in the third deal."""
    loaded = load_transcript(play_two_player_game(Rules(61, Counting.MANUAL), EarlyEnd(0, Resign, 45)))
    assert isinstance(loaded, SignedTranscript)
    return loaded


@pytest.mark.slow
def test_live_game_is_shown_up_to_its_last_complete_deal(
    by_hand: SignedTranscript, monkeypatch: pytest.MonkeyPatch
):
    """A server that also shows the deal in play could leave out what happened to it since."""
    for module in (builder, fairness):
        monkeypatch.setattr(module, "revealed_numbers", lambda state: range(state.deal + 1))
    steps = fairness.replay_row(ledger.load_row(by_hand.game))[:-1]
    files = []
    for ply in range(len(steps), 0, -1):
        at_ply(by_hand.game, ply)
        files.append(unsigned(to_file(load_transcript(by_hand.game))))
    for found, step in zip(agreed(files), reversed(steps), strict=True):
        stops = [f"Deal {step.state.deal}: the moves stop before its end."]
        assert found["faults"] == ([] if step.state.phase is Phase.DEAL else stops)


@pytest.mark.slow
def test_a_receipt_from_which_the_last_moves_were_left_out_convicts(by_hand: SignedTranscript):
    """Also if its points match the remaining moves, and the game continues from it."""
    steps = fairness.replay_row(ledger.load_row(by_hand.game))
    words = [step.token for step in steps]
    begin, end = words.index("#1"), words.index("#2")
    kept = by_hand.receipts[0][: at_step(by_hand, 0, "saw 2") + 1]
    cases = []
    for stop in range(begin + 1, end + 1):
        one, other = steps[stop - 1].state.scores
        moves = " ".join(("moves", *words[begin + 1 : stop]))

        def stop_there(text: str, lines: str = f"{moves}\nscores {one} {other}") -> str:
            return re.sub("moves.*\n.*", lines, text)

        lie = chained(by_hand, 0, {"shown 1": stop_there})
        cases.append(with_notes(by_hand, lie.receipts[: len(kept)]))
    *lies, whole = [found["faults"] for found in agreed(cases=[(to_case_file(case), None) for case in cases])]
    assert whole == []
    assert lies == [["Deal 1: the moves stop before its end."]] * len(lies)


@pytest.mark.slow
def test_a_receipt_from_which_a_line_was_left_out_convicts(short: SignedTranscript):
    """Each line of each kind of receipt, also if no other receipt was kept."""
    cases = []
    for note in (note for note in short.receipts[0] if not re.search("\nstep (saw|shown) 2\n", note)):
        lines = (note.partition("\n\n")[0] + "\n").splitlines(keepends=True)
        for n in range(len(lines)):
            cases.append(with_notes(short, [signer_of(short).sign("".join(lines[:n] + lines[n + 1 :]))]))
    verdicts = agreed(cases=[(to_case_file(case), None) for case in cases])
    assert {found["verdict"] for found in verdicts} == {"false"}
