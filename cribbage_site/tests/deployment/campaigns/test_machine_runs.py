"""A Debian machine set up by hand (docs/how-to/production.md): PostgreSQL, Redis and our units.

The machine is booted in a container. Its release has the files of the image.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cribbage_site.tests.deployment.debian import (
    FOR_A_MACHINE,
    FOR_THE_IMAGE,
    Container,
    check_possible,
    in_container,
    make_debian,
    started,
)
from cribbage_site.tests.deployment.image import Image
from cribbage_site.tests.nginx import DEPLOY
from cribbage_site.tests.server_process import ROOT
from cribbage_site.tests.test_deploy import environment, make_env

PLAY = """
import asyncio
from tests.worlds.scripted_player import Visitor, connect_player

async def play(visitor, game):
    async with connect_player(visitor, game) as person:
        await person.wait_for_cards()
        await person.play_moves()

visitor = Visitor("http://127.0.0.1:8001")
asyncio.run(play(visitor, visitor.new_game("advanced", target=61)))
"""


@pytest.fixture(scope="module")
def machine(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    check_possible()
    work = tmp_path_factory.mktemp("machine")
    root = make_debian(work / "root", (*FOR_THE_IMAGE, *FOR_A_MACHINE))
    settings = make_env(work, "127.0.0.1", "machine")
    install_release(root, image, settings.read_text() + "HTTPS=0\nBOT_PROCESSES=1\n")
    with started(in_container(root, "--boot", "--private-network"), work / "out") as booted:
        wait_for_systemd(booted)
        set_up(booted, environment(settings))
        yield booted


def install_release(root: Path, image: Image, settings: str) -> None:
    current = root / "opt/every-other/current"
    shutil.copytree(image.inside("."), current, symlinks=True)
    shutil.copytree(image.inside("/opt/venv"), root / "opt/venv", symlinks=True)
    (root / "usr/local/bin/python").symlink_to("/usr/bin/python3.11")
    (current / ".venv").symlink_to("/opt/venv")
    (root / "etc/every-other").mkdir()
    (root / "etc/every-other/env").write_text(settings)
    for unit in (DEPLOY / "systemd").iterdir():
        shutil.copy(unit, root / "etc/systemd/system")


def wait_for_systemd(machine: Container) -> None:
    deadline = time.monotonic() + 120
    asked = ("systemctl", "is-system-running")
    while machine.run(*asked, check=False).stdout.strip() not in ("running", "degraded"):
        assert time.monotonic() < deadline
        time.sleep(0.5)


def set_up(machine: Container, made: dict[str, str]) -> None:
    """Do what docs/how-to/production.md asks of a host once."""
    machine.run("useradd", "--system", "--home-dir", "/opt/every-other", "every-other")
    machine.run("install", "-d", "-o", "every-other", "/srv/every-other/static", "/srv/every-other/log")
    as_postgres = ("runuser", "-u", "postgres", "--")
    password = made["POSTGRES_PASSWORD"]
    machine.run(*as_postgres, "psql", "-c", f"CREATE ROLE every_other LOGIN PASSWORD '{password}'")
    how = ("--template", "template0", "--locale", "C.UTF-8", "--encoding", "UTF8")
    machine.run(*as_postgres, "createdb", "--owner", "every_other", *how, "every_other")
    machine.run("sh", "-c", f"echo 'requirepass {made['REDIS_PASSWORD']}' >>/etc/redis/redis.conf")
    machine.run("systemctl", "restart", "redis-server")
    machine.run("systemctl", "start", "every-other-before")
    machine.run("systemctl", "start", "every-other@8001", "every-other-sweep")


def play(machine: Container) -> None:
    enter = ["nsenter", f"--target={machine.leader}", "--net", sys.executable, "-c", PLAY]
    done = subprocess.run(enter, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]


def check_log(machine: Container) -> None:
    log = machine.run("journalctl", "--no-pager", "--unit=every-other*").stdout
    assert "Traceback" not in log
    assert "status=31/SYS" not in log


def test_the_units_serve_a_game_with_a_bot_and_no_system_call_is_denied(machine: Container) -> None:
    play(machine)
    counts = machine.run("curl", "-s", "http://127.0.0.1:18001/metrics").stdout
    assert 'every_other_bot_faults_total{brain="advanced"} 0.0' in counts
    assert 'every_other_games_ended_total{how="played"} 1.0' in counts
    assert "process_resident_memory_bytes" in counts
    check_log(machine)


def test_they_have_no_root_privileges(machine: Container) -> None:
    pids = machine.run("pgrep", "--uid", "every-other").stdout.split()
    assert len(pids) >= 3, "a process that serves, its worker, and the sweeper"
    for pid in pids:
        status = machine.run("cat", f"/proc/{pid}/status").stdout
        assert "CapBnd:\t0000000000000000\n" in status
        assert "NoNewPrivs:\t1\n" in status
        assert "Seccomp:\t2\n" in status


def test_nginx_can_read_the_files_that_it_serves(machine: Container) -> None:
    as_nginx = ("runuser", "-u", "www-data", "--")
    machine.run(*as_nginx, "cat", "/srv/every-other/log/checkpoint")
    static = machine.run(*as_nginx, "find", "/srv/every-other/static", "-type", "f", "-readable").stdout
    assert len(static.splitlines()) > 100


def test_a_process_says_goodbye_and_comes_back(machine: Container) -> None:
    machine.run("systemctl", "restart", "every-other@8001")
    machine.run("curl", "-fs", "http://127.0.0.1:8001/health/ready")
    assert "daphne" not in machine.run("curl", "-sI", "http://127.0.0.1:8001/").stdout.lower()
    play(machine)
    machine.run("systemctl", "restart", "every-other@8001")
    failed = ("systemctl", "--failed", "--plain", "--no-legend", "list-units", "every-other*")
    assert machine.run(*failed).stdout == ""
    check_log(machine)
