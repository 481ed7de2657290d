"""The package of the Python client: built, installed, and its examples run against a real server."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from threading import Thread

import pytest

from cribbage_site.tests.migrated_databases import ROOT
from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from programs.api.tests.faulty_proxy import FaultyProxy
from programs.api.tests.test_play import meet
from tests.worlds.programs import Player, Program, new_bot, new_program

pytestmark = pytest.mark.slow

SOURCE = ROOT / "clients" / "python"
EXAMPLES = SOURCE / "examples"
UV = Path(sys.executable).with_name("uv")
PATIENCE = 120  # seconds
OFFLINE = {"UV_OFFLINE": "1", "UV_NO_CONFIG": "1"}


def uv(*words: str) -> None:
    done = subprocess.run([str(UV), *words], env=os.environ | OFFLINE, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the folder, without a network."""
    folder = tmp_path_factory.mktemp("client")
    shutil.copytree(SOURCE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    uv("build", "--wheel", "--out-dir", str(folder / "built"), str(folder / "source"))
    (built,) = (folder / "built").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path) -> Path:
    """Return the Python of a new environment with nothing but the wheel."""
    venv = wheel.parent / "venv"
    uv("venv", "--python", sys.executable, str(venv))
    uv("pip", "install", "--no-deps", "--python", str(venv / "bin" / "python"), str(wheel))
    return venv / "bin" / "python"


def start(python: Path, example: str, *words: str, token: str | None = None) -> subprocess.Popen[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment = clean | ({} if token is None else {"EVERYOTHER_TOKEN": token})
    command = [str(python), str(EXAMPLES / example), *words]
    return subprocess.Popen(
        command, cwd=python.parent, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run(python: Path, example: str, *words: str, token: str | None = None, code: int = 0) -> str:
    with start(python, example, *words, token=token) as process:
        try:
            said, complained = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode == code, said + complained
    return said + complained


def test_wheel_has_the_modules_and_their_types_alone(wheel: Path, python: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    modules = {
        f"every_other_client/{path.name}" for path in (SOURCE / "src" / "every_other_client").glob("*.*")
    }
    assert {name for name in names if ".dist-info/" not in name} - {"every_other_client/"} == modules
    assert "every_other_client/py.typed" in modules
    metadata = zipfile.ZipFile(wheel).read(next(name for name in names if name.endswith("METADATA"))).decode()
    assert "Requires-Dist" not in metadata
    assert "# every-other-client" in metadata
    command = [str(python.with_name("every-other-bot")), "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == (
        "every-other-client 1.0.0\n"
    )


def test_twenty_line_bot_plays_a_game_over_a_cut_connection(server: Server, python: Path) -> None:
    assert len((EXAMPLES / "twenty_lines.py").read_text().splitlines()) == 20
    program = new_bot(server.url, new_program(server.url, Scope.BOT))
    with FaultyProxy([server.port], 20) as proxy:
        said = run(python, "twenty_lines.py", proxy.url, token=program.token)
    assert proxy.cuts
    match = re.search(r"(\S+): (won|lost), (\d+) to (\d+); (\d+) deals verified\.\n", said)
    assert match, said
    replay = program.call_ok("GET", f"/games/{match[1]}/replay")
    assert replay["result"]["ended"] == "played"
    assert sorted(replay["result"]["scores"]) == sorted([int(match[3]), int(match[4])])
    assert int(match[5]) == max(step["move"].get("number", 0) for step in replay["steps"])


@pytest.mark.parametrize(
    ("lie", "says"),
    [
        ("A", "The secret is asked for before both commitments stand"),
        ("D", "has another tip"),
        ("F", "dealer|turn of seat"),
        ("two commitments", "two different receipts of the step 'both-stand'"),
    ],
)
def test_a_lying_server_is_noticed(python: Path, lie: str, says: str) -> None:
    with Server({"DJANGO_SETTINGS_MODULE": "tests.liars.liar_settings", "LIE": lie}) as liar:
        program = new_bot(liar.url, new_program(liar.url, Scope.BOT))
        said = run(python, "twenty_lines.py", liar.url, token=program.token, code=1)
    assert "!!! FALSE" in said
    assert re.search(says, said)


@pytest.fixture(scope="module")
def both(server: Server) -> tuple[Program, Program]:
    return tuple(new_program(server.url, Scope.PLAY, Scope.CHALLENGE) for _ in range(2))  # type: ignore[return-value]


@pytest.fixture(scope="module")
def watched(server: Server, python: Path, both: tuple[Program, Program]) -> tuple[str, str]:
    """Return a game that was played while the watcher watched it, and its words."""
    game = meet(*both)
    with FaultyProxy([server.port], 15) as proxy, start(python, "watcher.py", proxy.url, game) as watcher:
        play(both, game)
        said, complained = watcher.communicate(timeout=PATIENCE)
        assert watcher.returncode == 0, said + complained
        assert proxy.cuts
    return game, said


def play(both: tuple[Program, Program], game: str) -> None:
    """Let both play a game to its end."""

    def sit(program: Program) -> None:
        with program.stream(f"/play/{game}") as stream:
            Player(program, game).play(stream)

    threads = [Thread(target=sit, args=(program,)) for program in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)


def test_watcher_tells_every_move_once(both: tuple[Program, Program], watched: tuple[str, str]) -> None:
    game, said = watched
    replay = both[0].call_ok("GET", f"/games/{game}/replay")
    names = [player["name"] for player in replay["players"]]
    events = [event for step in replay["steps"] for event in step["events"]]
    played = [
        f"{names[event['seat']]} plays {event['card']}: {event['count']}."
        for event in events
        if event["e"] == "played"
    ]
    lines = said.splitlines()
    assert [line for line in lines if " plays " in line] == played
    assert lines[-1] == f"{names[replay['result']['winner']]} wins."


FOUND_A_CLUB = """
from game.models import Player
from tests.worlds.event_clubs import create_club
one, other = Player.objects.filter(username__in={names!r})
print("slug", create_club("The watched", other, owner=one).slug)
"""


def test_statistics_of_a_club_count_its_games(
    server: Server, python: Path, both: tuple[Program, Program], watched: tuple[str, str]
) -> None:
    names = [program.name for program in both]
    said = server.manage("shell", "--no-imports", "-c", FOUND_A_CLUB.format(names=names))
    slug = said.split("slug ")[1].strip()
    lines = run(python, "club_statistics.py", server.url, slug).splitlines()
    assert lines[0] == "The watched: games among 2 members"
    counts = {line.split()[0]: line.split()[1:3] for line in lines[2:]}
    replay = both[0].call_ok("GET", f"/games/{watched[0]}/replay")
    winner = replay["players"][replay["result"]["winner"]]["name"]
    assert counts == {name: ["1", "1" if name == winner else "0"] for name in names}


def test_unknown_club_is_answered_in_a_sentence(server: Server, python: Path) -> None:
    said = run(python, "club_statistics.py", server.url, "nowhere", code=1)
    assert "Traceback" not in said
    assert said.strip().endswith(".")
