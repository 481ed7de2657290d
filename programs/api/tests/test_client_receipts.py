"""The Python client reads the server's receipts: a false one is noticed, and kept as evidence."""

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from common.formats.signed_note import Signer
from every_other_client.network import drive
from every_other_client.receipts import ReceiptBook
from every_other_client.signatures import is_signed, open_note, parse_signer
from game.runtime.signing_keys import newest_signer
from programs.api.tests.recorded_game import Recorded, client, documented_frames, games
from proof.evidence.standalone import verify

Change = Callable[[str], str]


@pytest.fixture
def signer(settings: Any) -> Signer:
    """Return the key that signed the documented game."""
    settings.SIGNING_KEYS = ["an example"]
    return newest_signer("cards.example")


@pytest.fixture
def frames() -> list[Any]:
    return documented_frames()


def receipts_of(frames: list[Any]) -> list[Any]:
    return [frame for to, frame in frames if to == "browser" and frame["t"] == "receipts"]


def count_receipts(frames: list[Any]) -> int:
    return max(frame["since"] + len(frame["notes"]) for frame in receipts_of(frames))


def sign_again(frames: list[Any], signer: Signer, step: str, change: Change) -> None:
    """Let the server sign another text at one step, and all later ones in a chain that fits."""
    before, signed = "-", dict[int, str]()
    for frame in receipts_of(frames):
        for n, note in enumerate(frame["notes"]):
            at = frame["since"] + n
            if at not in signed:
                text = re.sub("after .*", f"after {before}", note.rpartition("\n\n")[0] + "\n")
                text = change(text) if f"\nstep {step}\n" in text else text
                before, signed[at] = sha256(text.encode()).hexdigest(), signer.sign(text)
            frame["notes"][n] = signed[at]


def test_the_documented_receipts_are_signed_and_complete(frames: list[Any], tmp_path: Path) -> None:
    recorded = Recorded(frames, tmp_path)
    game = recorded.play()
    assert recorded.faults == []
    assert game.is_signed
    assert len(game.book) == count_receipts(frames)
    assert client.State(recorded.state.path).game(recorded.id).receipts == tuple(game.book.notes)


LIES: dict[str, tuple[str, Change]] = {
    "other cards dealt": ("saw 2", lambda text: re.sub(r"dealt (..) (..)", r"dealt \2 \1", text)),
    "another dealer": ("saw 2", lambda text: text.replace("dealer 1", "dealer 0")),
    "another link": ("shown 1", lambda text: re.sub("link ......", "link 000000", text)),
    "another discard": ("shown 1", lambda text: text.replace("moves a45", "moves a34")),
    "another card played": ("shown 1", lambda text: text.replace("bKS a4D", "bKS a5D")),
    "another score": ("shown 1", lambda text: re.sub(r"scores \d+", "scores 61", text)),
    "another winner": ("over", lambda text: text.replace("winner 0", "winner 1")),
    "another secret": ("opened", lambda text: re.sub("s1 ......", "s1 000000", text)),
    "another tip": ("both-stand", lambda text: re.sub("tip ......", "tip 000000", text)),
    "another game": ("promise", lambda text: re.sub("game .*", "game abcdefghijkl", text)),
    "a line too many": ("saw 3", lambda text: text + "dealer 1\n"),
    "a step left out": ("saw 3", lambda text: text.replace("step saw 3", "step saw 4")),
}


@pytest.mark.parametrize(("step", "change"), LIES.values(), ids=LIES.keys())
def test_a_signed_lie_is_found_and_kept(
    frames: list[Any], tmp_path: Path, signer: Signer, step: str, change: Change
) -> None:
    sign_again(frames, signer, step, change)
    recorded = Recorded(frames, tmp_path)
    recorded.play()
    [(_, says)] = recorded.faults
    assert "receipt" in says
    case = json.loads((tmp_path / f"case-{recorded.id}.json").read_text())
    assert any(f"\nstep {step}\n" in note for note in case["receipts"]) or "saw 4" in str(case["receipts"])


def test_a_receipt_signed_by_another_key_is_found(frames: list[Any], tmp_path: Path) -> None:
    sign_again(frames, Signer("cards.example", bytes(32)), "promise", str)
    recorded = Recorded(frames, tmp_path)
    recorded.play()
    assert recorded.faults == [(recorded.id, "A receipt is not signed by cards.example.")]
    assert "reveal" not in [what for what, _ in recorded.posted]


def test_two_receipts_of_one_step_prove_the_lie_to_anyone(
    frames: list[Any], tmp_path: Path, signer: Signer
) -> None:
    text = receipts_of(frames)[0]["notes"][1].rpartition("\n\n")[0] + "\n"
    second = signer.sign(re.sub("c1 ......", "c1 000000", text))
    frames.append(("browser", {"t": "receipts", "since": 1, "notes": [second]}))
    recorded = Recorded(frames, tmp_path)
    recorded.play()
    [(_, says)] = recorded.faults
    assert says == "The server signed two different receipts of the step 'both-stand'."
    verdict = verify.verify_case((tmp_path / f"case-{recorded.id}.json").read_bytes())
    assert verdict.verdict == "false"


def test_receipts_of_before_a_restart_still_bind(frames: list[Any], tmp_path: Path, signer: Signer) -> None:
    before = Recorded(frames, tmp_path)
    fair = before.play().table.fair
    sign_again(frames, signer, "saw 2", lambda text: text.replace("dealer 1", "dealer 0"))
    notes = [note for frame in receipts_of(frames) for note in frame["notes"] if "\nstep saw 2\n" in note]
    kept = client.State(before.state.path).game(before.id).receipts
    book = ReceiptBook(before.id, 0, [*kept])
    assert book.reads(fair)
    assert len(book) == count_receipts(frames)
    with pytest.raises(client.BrokenPromise, match="two different receipts of the step 'saw 2'"):
        book.take(6, notes, fair)


def test_a_secret_waits_for_the_receipt_and_so_does_a_discard(frames: list[Any], tmp_path: Path) -> None:
    kept = [(to, frame) for to, frame in frames if frame["t"] != "receipts"]
    recorded = Recorded(kept, tmp_path)
    game = recorded.sit()
    for frame in recorded.frames:
        drive(game.take_in(frame))
    assert "reveal" not in [what for what, _ in recorded.posted]
    assert [
        body for what, body in recorded.posted if what == "move" and body["move"]["kind"] == "throw"
    ] == []


def test_a_server_without_receipts_is_asked_once_and_named(
    frames: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    recorded = Recorded([(to, frame) for to, frame in frames if frame["t"] != "receipts"], tmp_path)
    game = recorded.sit()
    for frame in recorded.frames[:2]:
        drive(game.take_in(frame))
    now = 1000.0
    monkeypatch.setattr(games.time, "monotonic", lambda: now)
    drive(game.look_at_the_clock())
    now += games.LATE_RECEIPT + 1
    with pytest.raises(client.Dropped, match="the receipt 'both-stand' is missing"):
        drive(game.look_at_the_clock())
    drive(game.look_at_the_clock())
    assert [what for what, _ in recorded.posted] == ["commit", "reveal"]
    assert "does not sign what it shows" in capsys.readouterr().out
    assert recorded.faults == []


def test_a_game_without_a_key_is_false(frames: list[Any], tmp_path: Path) -> None:
    for _, frame in frames:
        fair = frame.get("fair", frame)
        if "params" in fair:
            fair["params"] = re.sub('"signer":"[^"]*"', '"signer":null', fair["params"])
    recorded = Recorded(frames, tmp_path)
    recorded.play()
    assert recorded.faults[0][1] == "The params name no key that signs receipts."


def test_signatures_are_verified_as_the_site_makes_them(signer: Signer) -> None:
    read = parse_signer(signer.verifier_key)
    assert read is not None
    key = read.key
    message, signature = b"fifteen two", signer.sign_bytes(b"fifteen two")
    assert is_signed(key, message, signature)
    for n in range(0, 512, 37):
        changed = bytearray(signature)
        changed[n // 8] ^= 1 << n % 8
        assert not is_signed(key, message, bytes(changed))
    assert not is_signed(key, b"fifteen four", signature)
    assert not is_signed(bytes(32), message, signature)
    assert open_note(signer.sign("muggins\n"), read) == "muggins\n"
    assert open_note(signer.sign("muggins\n").replace("muggins", "nobs"), read) is None
