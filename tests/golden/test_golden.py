"""What older versions wrote is read as they meant it: rows, transcripts, replays and frames."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from bench.chaos.reference_game import ReferenceGame, json_roundtrip
from game.engine.play import start
from game.engine.state import State
from game.engine.transcript import dump, parse_transcript, replay
from game.table.record.steps import Step, parse_steps
from game.web.replay_wire import step_json
from proof.evidence.document import from_file, to_file
from rng.commitment import verify
from tests.worlds.frames import is_understood
from tests.worlds.verdicts import agreed

HERE = Path(__file__).parent
ROWS = sorted(HERE.glob("*/*.row.json"))
TRANSCRIPTS = sorted(HERE.glob("*/*.transcript.json"))
REPLAYS = sorted(HERE.glob("*/*.replay.json.gz"))
WIRES = sorted(HERE.glob("*/*.wire.jsonl.gz"))
EVERY_VERSION = {path.name for path in HERE.glob("[0-9]*")}


def name(path: Path) -> str:
    return f"{path.parent.name} {path.name.partition('.')[0]}"


def each(files: list[Path]) -> Any:
    return pytest.mark.parametrize("file", files, ids=name)


def row_of(file: Path) -> dict[str, Any]:
    """The row of a game; of a version that wrote transcripts, from that of the same game."""
    game = file.name.partition(".")[0]
    row, transcript = (file.with_name(f"{game}.{kind}.json") for kind in ("row", "transcript"))
    if row.exists():
        found: dict[str, Any] = json.loads(row.read_text())
        return found
    document = json.loads(transcript.read_text())
    head = document["line"].partition(" #")[0].split()
    words = [f"{move['move']}/{move['ms']}" if move["ms"] else move["move"] for move in document["moves"]]
    return {"transcript": " ".join((*head, *words)), "fair": document["fair"], **document["result"]}


def truth_of(file: Path) -> ReferenceGame:
    row = row_of(file)
    return ReferenceGame(row["transcript"], row["fair"])


def taken_in(truth: ReferenceGame) -> list[Step]:
    return parse_steps(start(truth.rules), truth.tokens, truth.deck)


def ended(state: State) -> tuple[Any, ...]:
    return state.winner, state.value, state.ended and state.ended.value


def test_every_version_has_left_something_of_each_kind() -> None:
    assert {path.parent.name for path in ROWS + TRANSCRIPTS} == EVERY_VERSION
    assert {path.parent.name for path in WIRES} == EVERY_VERSION
    assert {path.parent.name for path in TRANSCRIPTS} == EVERY_VERSION - {"0.1", "0.2", "0.3", "0.4"}
    assert {path.parent.name for path in REPLAYS} == EVERY_VERSION - {"0.1", "0.2", "0.3"}


@each(ROWS + TRANSCRIPTS)
def test_a_row_leads_to_the_same_end_in_the_same_words(file: Path) -> None:
    row, truth = row_of(file), truth_of(file)
    assert verify(truth.fair) is None
    assert ended(truth.states[-1]) == (row["winner"], row["value"], row["ended"])
    taken = taken_in(truth)
    assert [step.token for step in taken] == [*truth.tokens]
    rules, plainly = parse_transcript(row["transcript"])[0], dump(taken[-1].state)
    assert plainly.split() == [word.partition("/")[0] for word in row["transcript"].split()]
    again = replay(plainly, {number: truth.deck(number) for number in truth.fair.links})
    assert (again, rules) == (taken[-1].state, again.rules)


@pytest.mark.slow
def test_a_transcript_that_was_taken_away_is_true_for_all_who_check_it() -> None:
    verdicts = agreed([file.read_bytes() for file in TRANSCRIPTS])
    assert [found for found in verdicts if found["verdict"] != "true"] == []


@each(TRANSCRIPTS)
def test_a_transcript_is_written_today_as_it_was_then(file: Path) -> None:
    assert to_file(from_file(file.read_bytes())) == file.read_bytes()


def test_the_command_finds_them_true(capsys: pytest.CaptureFixture[str]) -> None:
    for file in TRANSCRIPTS:
        call_command("verify_game", str(file))  # any other exit than 0 would raise
        assert capsys.readouterr().out.startswith("TRUE. ")


def test_a_new_field_is_understood_and_a_lost_or_changed_one_is_not() -> None:
    then = {"events": [{"e": "go", "seat": 1}]}
    assert is_understood(then, {"events": [{"e": "go", "seat": 1, "new": 2}]})
    for now in ({"events": [{"e": "go"}]}, {"events": [{"e": "go", "seat": 0}]}, {"events": []}, {}):
        assert not is_understood(then, now)


@each(REPLAYS)
def test_a_replay_shows_what_it_showed(file: Path) -> None:
    document = json.loads(gzip.decompress(file.read_bytes()))
    taken = taken_in(truth_of(file))
    assert is_understood(
        document["steps"], [json_roundtrip(step_json(ply, step)) for ply, step in enumerate(taken, 1)]
    )
    assert document["result"]["winner"] == taken[-1].state.winner


@each(WIRES)
def test_who_understood_the_frames_of_then_understands_those_of_now(file: Path) -> None:
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    frames = [line["frame"] for line in lines if line["to"] == "browser"]
    truth = truth_of(file)
    for frame in frames:
        if frame["t"] == "event":
            assert is_understood(frame["events"], truth.events_between(frame["since"], frame["ply"]))
        if frame["t"] in ("table", "event"):
            assert frame["view"].items() <= truth.view(frame["ply"], 0).items()
