"""The image of deploy/Dockerfile plays a game under the confinement of deploy/compose.yaml.

There is no container engine here. The Dockerfile's steps run in a Debian tree, and its services in containers
of systemd-nspawn. Untested remains what only an engine does: limits of memory and processes (the usage of a
service is compared with them), the network between containers, and third-party images.
"""

import asyncio
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import psycopg
import pytest
import yaml

from bench.services import ServiceMissing, free_port, postgresql, redis, wait_until_ready
from cribbage_site.tests.deployment.debian import Container, in_container, started
from cribbage_site.tests.deployment.image import Image
from cribbage_site.tests.nginx import DEPLOY
from cribbage_site.tests.test_deploy import environment, make_env
from tests.worlds.scripted_player import Visitor, connect_player

COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
CAPABILITIES = 41  # the number of capabilities; all are dropped except those that a service gets back
MEGABYTES = {"m": 1, "g": 1024}


class Site:
    """Our own services of compose.yaml, on a real PostgreSQL and Redis."""

    def __init__(self, image: Image, work: Path, urls: dict[str, str]) -> None:
        self.image, self.work, self.port = image, work, free_port()
        # Plain http, because nginx is not there, and the URLs of the databases.
        self.settings = environment(make_env(work, "127.0.0.1")) | urls | {"HTTPS": "0", "BOT_PROCESSES": "1"}
        for name in ("static", "log"):
            # A new volume has the content and the owner that the image has there.
            there = image.inside(f"/srv/every-other/{name}")
            subprocess.run(["cp", "--archive", str(there), str(work / name)], check=True)
        image.inside("/nonexistent").mkdir(
            exist_ok=True
        )  # nspawn would create a home for its user, an engine does not

    def command(self, name: str, *said: str) -> list[str]:
        """Return the command that runs a service, on a free port."""
        service = COMPOSE["services"][name]
        options = [f"--user={service.get('user', self.image.user).split(':')[0].replace('0', 'root')}"]
        options += [f"--chdir={self.image.folder}", "--as-pid2"]
        assert service["read_only"]
        options.append("--read-only")
        assert service["cap_drop"] == ["ALL"]
        assert "cap_add" not in service
        options.append("--drop-capability=all")
        assert service["security_opt"] == ["no-new-privileges:true"]
        options.append("--no-new-privileges=yes")
        if service.get("network_mode") == "none":
            options.append("--private-network")
        for volume in service.get("volumes", []):
            source, target, *how = volume.split(":")
            # An engine also creates a missing folder.
            (self.work / source).mkdir(exist_ok=True)
            self.image.inside(target).mkdir(parents=True, exist_ok=True)
            kind = "--bind-ro" if how == ["ro"] else "--bind"
            options.append(f"{kind}={self.work / source}:{target}")
        settings = self.image.environment | (self.settings if "env_file" in service else {})
        settings |= service.get("environment", {}) | {"METRICS": ""}
        command = list(said or service.get("command", self.image.command))
        command = [re.sub(r"\b8000\b", str(self.port), word) for word in command]
        command = [re.sub(r"\$\{ALLOWED_HOSTS.*\}", self.settings["ALLOWED_HOSTS"], word) for word in command]
        return [*in_container(self.image.root, *options, environment=settings), *command]

    def run(self, name: str, *said: str) -> str:
        """Run a service that ends by itself. Return its output."""
        done = subprocess.run(self.command(name, *said), capture_output=True, text=True, cwd="/")
        assert done.returncode == 0, f"{name}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
        return done.stdout

    @contextmanager
    def serving(self, name: str) -> Iterator[Container]:
        with started(self.command(name), self.work / f"{name}.out") as container:
            yield container

    def get(self, path: str, **headers: str) -> str:
        with urlopen(Request(f"http://127.0.0.1:{self.port}{path}", headers=headers), timeout=30) as answer:
            return str(answer.read().decode())


@pytest.fixture(scope="module")
def site(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start the site after `migrate`, as `docker compose up` does."""
    work = tmp_path_factory.mktemp("compose")
    with postgresql() as database_url, redis() as redis_url:
        made = Site(image, work, {"DATABASE_URL": database_url, "REDIS_URL": redis_url})
        made.run("migrate")
        yield made


@pytest.fixture(scope="module")
def serving(site: Site) -> Iterator[Container]:
    with site.serving("site-1") as container:
        subject = container_process(container)
        wait_until_ready(lambda: check_ready(site), subject, site.work / "site-1.out")
        yield container


class container_process:
    """A container, in the form that `wait_until_ready` expects."""

    def __init__(self, container: Container) -> None:
        self.args = container

    def poll(self) -> int | None:
        return None if Path(f"/proc/{self.args.leader}").exists() else 1


def check_ready(site: Site) -> None:
    site.get("/health/ready")


def test_the_image_contains_no_tests_and_no_installer(image: Image) -> None:
    packages = {path.name for path in image.inside("/opt/venv/lib/python3.11/site-packages").iterdir()}
    assert {"django", "daphne", "uvicorn", "uvloop", "msgspec"} <= packages
    assert not [name for name in packages if re.match("_?pytest|pip|setuptools|iniconfig|pluggy", name)]
    ours = image.inside(".")
    assert not [path for path in ours.rglob("*") if path.name in ("tests", "bench", ".env", "node_modules")]


def test_static_files_are_stored_for_nginx(site: Site) -> None:
    laid = [path for path in (site.work / "static").rglob("*") if path.is_file()]
    assert len(laid) > 100
    assert all(path.stat().st_mode & 0o444 == 0o444 for path in laid)


def play_to_the_end(site: Site) -> None:
    visitor = Visitor(f"http://127.0.0.1:{site.port}")
    game = visitor.new_game("novice")

    async def play() -> None:
        async with connect_player(visitor, game) as person:
            await person.wait_for_cards()
            await person.play_moves()

    asyncio.run(play())
    with psycopg.connect(site.settings["DATABASE_URL"]) as database:
        ended = database.execute("SELECT ended FROM game_game WHERE id = %s", [game]).fetchone()
    assert ended == ("played",)


def test_a_game_with_a_bot_is_played_to_its_end(site: Site, serving: Container) -> None:
    play_to_the_end(site)
    assert "Traceback" not in (site.work / "site-1.out").read_text()


def test_it_speaks_french(site: Site, serving: Container) -> None:
    assert '<html lang="fr"' in site.get("/", **{"Accept-Language": "fr"})
    assert "Jouer" in site.get("/", **{"Accept-Language": "fr"})


def test_the_healthcheck_passes(site: Site, serving: Container) -> None:
    check = [re.sub(r"\b8000\b", str(site.port), word) for word in site.image.healthcheck]
    path = f"PATH={site.image.environment['PATH']}"
    serving.run("env", path, *check)
    nobody = [word.replace(str(site.port), str(free_port())) for word in check]
    assert serving.run("env", path, *nobody, check=False).returncode != 0


def test_it_has_no_root_privileges_and_no_writable_files(site: Site, serving: Container) -> None:
    _, *own = serving.processes()  # the first is nspawn's own, which supervises the others
    assert own
    statuses = [Path(f"/proc/{pid}/status").read_text() for pid in own]
    for status in statuses:
        assert re.search(r"^Uid:\s+10001\s+10001", status, re.MULTILINE)
        assert re.search(r"^CapBnd:\s+0+$", status, re.MULTILINE)
        assert re.search(r"^CapEff:\s+0+$", status, re.MULTILINE)
        assert re.search(r"^NoNewPrivs:\s+1$", status, re.MULTILINE)
    for folder in ("/opt/every-other/current", "/srv/every-other/log", "/srv/every-other/static", "/etc"):
        refused = site.run("tools", "sh", "-c", f"touch {folder}/mine 2>&1 || true")
        assert "Read-only file system" in refused


def test_it_stays_far_below_the_limits_of_memory_and_processes(site: Site, serving: Container) -> None:
    service = COMPOSE["services"]["site-1"]
    amount, unit = int(service["mem_limit"][:-1]), service["mem_limit"][-1]
    _, *own = serving.processes()
    used = sum(
        int(re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)[1])  # type: ignore[index]
        for pid in own
    )
    tasks = sum(len([*Path(f"/proc/{pid}/task").iterdir()]) for pid in own)
    print(f"memory: {used // 1024} MB in {len(own)} processes with {tasks} threads")
    assert used / 1024 < amount * MEGABYTES[unit] / 4
    assert tasks < service["pids_limit"] / 4


def test_the_sweeper_runs_and_writes_the_public_log(site: Site, serving: Container) -> None:
    with site.serving("sweep") as sweeper:
        wait_until_ready(
            lambda: (site.work / "log/checkpoint").stat() and None,
            container_process(sweeper),
            site.work / "sweep.out",
        )


def test_the_first_certificate_is_made_without_a_network(site: Site) -> None:
    site.run("certificate")
    private, chain = site.work / "tls/privkey.pem", site.work / "tls/fullchain.pem"
    assert private.stat().st_mode & 0o777 == 0o600
    assert chain.read_text().startswith("-----BEGIN CERTIFICATE-----")
    made = chain.read_text()
    site.run("certificate")
    assert chain.read_text() == made


def test_the_hosts_tools_also_work_without_privileges(site: Site, serving: Container) -> None:
    site.run("tools", "python", "manage.py", "backup", "/srv/backups/one.backup")
    assert (site.work / "backups/one.backup").stat().st_size > 10_000
