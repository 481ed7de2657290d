"""An engine as a separate process: it answers or is ended, and can access very little."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.bots.brain import Decision
from game.engine.moves import Go, Play, Throw
from game.engine.play import act
from game.engine.state import Counting, Phase, Rules, Seat
from game.engine.view import view
from game.engines import engine as engines
from game.engines import process as processes
from game.engines.engine import Engine
from game.engines.process import EngineFault, Limits
from game.engines.protocol import chance_text, think_message
from game.engines.tests import programs
from rng.twister import twister
from tests.worlds.engines import first_throw, thrower
from tests.worlds.positions import play_random_game

PATIENT = Limits(ms=1000, patience_ms=120_000, start_ms=120_000)
HASTY = replace(PATIENT, ms=100, patience_ms=0)


@pytest.fixture
def started() -> Iterator[list[Engine]]:
    """Stop engines at the end of the test."""
    engines: list[Engine] = []
    yield engines
    for each in engines:
        each.stop()


@pytest.fixture
def build(started: list[Engine], tmp_path: Path):
    def build(thinks: str, limits: Limits = PATIENT, **more: str) -> Engine:
        started.append(Engine(programs.write_program(tmp_path, thinks, **more), limits))
        return started[-1]

    return build


def decide(engine: Engine, chance: str = "00") -> Decision:
    return engine.decide(thrower(), (), chance)


def test_an_engine_reports_its_identity_and_answers(build):
    engine = build(programs.GOOD)
    move = decide(engine)
    assert isinstance(move, Throw)
    assert {*move.cards} < {*thrower().hand}
    assert str(engine.identity) == "Test 1"


def test_the_same_chance_gives_the_same_answer(build):
    engine = build(programs.GOOD)
    answers = [decide(engine, chance) for chance in ("17", "17", *map(str, range(20)))]
    assert answers[0] == answers[1]
    assert len(set(answers)) > 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("thinks", "limits", "why"),
    [
        (programs.LATE, HASTY, "did not answer in time"),
        (programs.ILLEGAL, PATIENT, "the rules do not allow its move"),
        (programs.TWICE_THE_SAME, PATIENT, "the rules do not allow its move"),
        (programs.OTHER_QUESTION, PATIENT, "it answered another question"),
        (programs.NO_JSON, PATIENT, "its answer is not as described"),
        (programs.DYING, PATIENT, "it ended, with status 3"),
        (programs.FLOOD, PATIENT, "its answer is longer than 4096 bytes"),
        (programs.HUNGRY, PATIENT, "it used more than 512 MB of memory|it ended, with status 1"),
        (programs.BUSY, PATIENT, "it used more than 3 seconds of CPU time for a question"),
    ],
)
def test_an_engine_with_invalid_answers_is_ended(build, thinks: str, limits: Limits, why: str):
    engine = build(thinks, limits)
    pid = engine.start().pid
    with pytest.raises(EngineFault, match=why):
        decide(engine)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
def test_a_failed_engine_waits_before_its_restart(build, monkeypatch: pytest.MonkeyPatch):
    engine = build(programs.DYING)
    time_now = 1000.0
    monkeypatch.setattr(engines, "monotonic", lambda: time_now)
    for pause in (1, 2, 4):
        with pytest.raises(EngineFault, match="status 3"):
            decide(engine)
        time_now += pause - 0.5
        with pytest.raises(EngineFault, match="started again in a while"):
            decide(engine)
        time_now += 0.5


def test_other_output_delays_nothing_and_is_logged_in_short(build, caplog: pytest.LogCaptureFixture):
    engine = build(programs.STDERR_FLOOD)
    assert isinstance(decide(engine), Throw)
    engine.stop()
    *_, record = caplog.records
    assert len(record.getMessage()) < 2100


@pytest.mark.parametrize("says", ["nothing", '{"name": "", "version": "1"}', "[]", '{"name": "No version"}'])
def test_an_engine_without_an_identity_is_not_asked(build, says: str):
    with pytest.raises(EngineFault, match="its answer to hello"):
        decide(build(programs.GOOD, says=says))


def test_a_file_that_is_no_program_is_not_started(started: list[Engine], tmp_path: Path):
    started.append(Engine(tmp_path / "nowhere", PATIENT))
    with pytest.raises(EngineFault, match="could not be started"):
        decide(started[-1])


def after_looking(build, looks: str) -> Engine:
    """Return an engine that has written its findings to stderr."""
    says = f"""
try:
    found = {looks}
except BaseException as fault:
    found = type(fault).__name__
os.write(2, str(found).encode())
"""
    engine = build(says + programs.GOOD)
    decide(engine)
    return engine


@pytest.mark.parametrize(
    ("looks", "found"),
    [
        ("socket.socket(socket.AF_INET, socket.SOCK_STREAM)", "PermissionError"),
        ("socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)", "PermissionError"),
        ("socket.create_connection(('127.0.0.1', PORT), 1)", "PermissionError"),
        ("os.setsid()", "PermissionError"),
        ("sorted(os.environ)", "['LANG', 'PATH']"),
        ("sorted(map(int, os.listdir('/proc/self/fd')))[:-1]", "[0, 1, 2]"),
    ],
)
def test_an_engine_can_access_very_little(
    build, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, looks: str, found: str
):
    monkeypatch.setenv("SECRET_KEY", "the crib is mine")
    with open(__file__) as held, socket.create_server(("127.0.0.1", 0)) as server:
        os.set_inheritable(held.fileno(), True)
        engine = after_looking(build, looks.replace("PORT", str(server.getsockname()[1])))
    engine.stop()
    assert found in caplog.text
    assert "the crib is mine" not in caplog.text


@pytest.mark.slow
def test_a_process_is_replaced_after_its_last_question(build, monkeypatch: pytest.MonkeyPatch):
    """So that a hard limit of its CPU time can hold from its start to its end."""
    monkeypatch.setattr(processes, "MAX_QUESTIONS", 3)
    engine = build(programs.GOOD)
    pids = []
    for _ in range(4):
        decide(engine)
        pids.append(engine.start().pid)
    assert pids[0] == pids[1] != pids[2] == pids[3]


@pytest.mark.slow
def test_it_ends_with_the_process_that_has_started_it(tmp_path: Path):
    program = programs.write_program(tmp_path, programs.LATE)
    code = (
        "import os, signal; from pathlib import Path;"
        "from game.engines.process import EngineProcess, Limits; from game.engines.protocol import HELLO;"
        f"process = EngineProcess(Path({str(program)!r}), Limits()); process.ask(HELLO, 120);"
        "print(process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    wait_until_gone(int(ran.stdout))


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(pid: int) -> None:
    while is_running(pid):
        time.sleep(0.01)


def test_an_engine_is_not_asked_for_forced_moves(started: list[Engine], tmp_path: Path):
    """The engine is not even started."""
    engine, counted, played = Engine(tmp_path / "nowhere", PATIENT), 0, 0
    for state, *_ in play_random_game(Rules(61, Counting.MUGGINS), 7):
        for shown in (view(state, seat) for seat in view(state, None).turn):
            if shown.laid is not None or (shown.phase is Phase.PLAY and len(shown.playable) < 2):
                move = engine.decide(shown, (), "")
                act(state, shown.seat, move)  # the rules allow it
                counted += shown.laid is not None
                played += isinstance(move, Go | Play)
    assert min(counted, played) > 10


def test_the_question_for_a_discard_does_not_depend_on_the_other_discard():
    before = first_throw()
    after, events = act(before, Seat.B, Throw(before.dealt[Seat.B][:2]))
    first = think_message(1, view(before, Seat.A), (), "", 1000)
    assert think_message(1, view(after, Seat.A), tuple(events), "", 1000) == first


def test_a_chance_is_a_stream_and_long_enough():
    texts = {chance_text(twister(bytes([number]) * 64)) for number in range(100)}
    assert len(texts) == 100
    assert {len(text) for text in texts} == {26}
    assert chance_text(twister(bytes(64))) == chance_text(twister(bytes(64)))
