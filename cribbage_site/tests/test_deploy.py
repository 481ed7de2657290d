"""The files in deploy/ fit together and fit the code, as far as tests can check without an engine."""

import ast
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from cribbage_site import settings
from cribbage_site.tests.nginx import DEPLOY, dockerfile_copies
from cribbage_site.tests.server_process import ROOT

SETTINGS = ROOT / "cribbage_site/settings.py"
DOCS = (ROOT / "docs/how-to/production.md").read_text()
SETTINGS_PAGE = (ROOT / "docs/reference/settings.md").read_text()
# Not read by settings: compose passes these two to services, and the shell reads the others.
BESIDE = {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "LOCK_TIMEOUT", "LOCK_TRIES"}
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


@cache
def settings_read() -> set[str]:
    """Return the names of the environment variables that settings read."""
    found = set()
    for node in ast.walk(ast.parse(SETTINGS.read_text())):
        match node:
            case ast.Call(ast.Attribute(ast.Name("ENV"), "get"), [ast.Constant(str(name)), *_]):
                found.add(name)
            case ast.Subscript(ast.Name("ENV"), ast.Constant(str(name))):
                found.add(name)
            case ast.Compare(ast.Constant(str(name)), [ast.In()], [ast.Name("ENV")]):
                found.add(name)
    return found


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.fixture
def made(tmp_path: Path) -> dict[str, str]:
    """Make the environment file that a host begins with."""
    return environment(make_env(tmp_path, "cards.example"))


def make_env(folder: Path, *said: str) -> Path:
    shutil.copy(DEPLOY / "make-env", folder)
    subprocess.run([folder / "make-env", *said], check=True, capture_output=True)
    return folder / ".env"


def environment(file: Path) -> dict[str, str]:
    """Return the variables that a shell reads from a settings file."""
    command = ["env", "-i", "sh", "-c", f"set -a; . {file}; exec env"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: value for name, _, value in (line.partition("=") for line in lines)} | {"PWD": ""}


def test_the_docs_list_every_setting_and_no_other() -> None:
    heads = re.findall(r"^- (`\w+`(?:, `\w+`)*)[:\s]", SETTINGS_PAGE, re.MULTILINE)
    assert {name for head in heads for name in re.findall(r"`(\w+)`", head)} == settings_read()


def test_every_setting_in_compose_and_units_is_read(compose: Any, made: dict[str, str]) -> None:
    services = compose["services"].values()
    ours = [service for service in services if service["image"] == "every-other"]
    names = {name for service in ours for name in service.get("environment", {})}
    for unit in UNITS:
        lines = re.findall(r"^Environment=(.*)$", unit.read_text(), re.MULTILINE)
        names |= set(re.findall(r"\b([A-Z_]+)=", " ".join(lines)))
    names |= set(made) - {"PWD"}
    assert names - {"PATH"} <= settings_read() | BESIDE
    assert {"CHORES", "METRICS", "PRODUCTION", "SEALING_KEYS"} <= names
    filled_in = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert filled_in <= made.keys(), "compose is told what make-env makes"


def test_a_process_gets_enough_time_to_stop(compose: Any) -> None:
    given = [int(compose["services"][name]["stop_grace_period"].rstrip("s")) for name in ("site-1", "sweep")]
    for unit in UNITS:
        given += map(int, re.findall(r"^TimeoutStopSec=(\d+)$", unit.read_text(), re.MULTILINE))
    assert len(given) == 4
    assert min(given) > seconds_to_leave("GOODBYE_SECONDS") + seconds_to_leave("DRAIN_SECONDS")


def seconds_to_leave(name: str) -> float:
    """Parse a constant of ours: importing the module would change its server here."""
    found = re.search(
        rf"^{name} = ([\d.]+)", (ROOT / "cribbage_site/server/shutdown.py").read_text(), re.MULTILINE
    )
    assert found
    return float(found[1])


def test_everything_that_compose_names_exists(compose: Any) -> None:
    services, volumes = compose["services"], compose["volumes"]
    made_by_compose = {"./tls", "./acme", "./backups", "./data"}
    for name, service in services.items():
        for other, on in service.get("depends_on", {}).items():
            watched = services[other].get("healthcheck", {"in": "the image"})
            if on["condition"] == "service_healthy":
                assert "disable" not in watched, f"{name} waits for {other}"
            else:
                assert services[other]["restart"] == "no", f"{name} waits for {other} to end"
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in volumes or source in made_by_compose or (DEPLOY / source).is_file(), volume
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
        assert set(service.get("networks", [])) <= set(compose["networks"])
    assert services["nginx"]["ports"] == ["80:80", "443:443"]
    assert not [name for name, service in services.items() if "ports" in service and name != "nginx"]


def test_nginx_lists_every_process_by_its_address(compose: Any) -> None:
    sites = {name: service for name, service in compose["services"].items() if name.startswith("site-")}
    addresses = {f"{site['networks']['house']['ipv4_address']}:8000" for site in sites.values()}
    assert len(addresses) == len(sites) > 1
    assert upstreams("compose") == addresses
    assert sites.keys() <= compose["services"]["nginx"]["depends_on"].keys()
    ports = set(re.findall(r"every-other@(\d+)", DOCS))
    assert upstreams("machine") == {f"127.0.0.1:{port}" for port in ports}


def upstreams(of: str) -> set[str]:
    """Return the upstreams of nginx.

    None is ever marked as down, because another may stop the next moment.
    """
    text = (DEPLOY / f"nginx/{of}.upstreams.conf").read_text()
    found = re.findall(r"^server (\S+) max_fails=0;$", text, re.MULTILINE)
    assert len(found) == text.count("\nserver ")
    return set(found)


def test_the_image_copies_existing_files_without_tests_and_secrets() -> None:
    for *sources, _ in dockerfile_copies():
        for source in sources:
            assert (ROOT / source).exists(), source
    kept = (DEPLOY / "Dockerfile.dockerignore").read_text().split("\n")
    sent = {line[1:] for line in kept if line.startswith("!")}
    assert kept[1] == "*"
    assert sent == {source for *sources, _ in dockerfile_copies() for source in sources} | {
        "requirements-site.lock",
    }
    houses = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert houses - {"bench", "tests"} <= sent
    assert sent.isdisjoint({"bench", "tests"})
    read = [*settings.LOCALE_PATHS, *settings.STATICFILES_DIRS, *settings.TEMPLATES[0]["DIRS"]]
    assert {str(folder.relative_to(ROOT)) for folder in read} <= sent


def test_make_env_creates_secrets_once_and_only_for_its_owner(tmp_path: Path, made: dict[str, str]) -> None:
    file = tmp_path / ".env"
    assert file.stat().st_mode & 0o777 == 0o600
    secrets = [made[name] for name in ("SECRET_KEY", "SEALING_KEYS", "POSTGRES_PASSWORD", "REDIS_PASSWORD")]
    assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in secrets)
    assert len(set(secrets)) == 4
    again = subprocess.run([tmp_path / "make-env", "cards.example"], capture_output=True, text=True)
    assert (again.returncode, "there already" in again.stderr) == (1, True)
    assert environment(file) == made


@pytest.mark.slow
def test_the_generated_settings_are_valid_for_production(tmp_path: Path) -> None:
    made = environment(make_env(tmp_path, "cards.example", "machine"))
    assert (
        made["DATABASE_URL"]
        == f"postgresql://every_other:{made['POSTGRES_PASSWORD']}@127.0.0.1:5432/every_other"
    )
    command = [
        sys.executable,
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        "--tag",
        "security",
    ]
    path = {"PATH": os.environ["PATH"], "PRODUCTION": "1"}
    done = subprocess.run(command, cwd=ROOT, env=made | path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("said", [(), ("Cards Example",), ("cards.example", "moon")])
def test_make_env_reports_invalid_input(tmp_path: Path, said: tuple[str, ...]) -> None:
    shutil.copy(DEPLOY / "make-env", tmp_path)
    done = subprocess.run([tmp_path / "make-env", *said], capture_output=True, text=True)
    assert done.returncode == 2
    assert re.search("cards.example|neither compose nor machine", done.stderr)
    assert not (tmp_path / ".env").exists()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_unit_starts_an_existing_program_with_minimal_rights(unit: Path) -> None:
    text = unit.read_text()
    for name in re.findall(r"/opt/every-other/current/(?!\.venv)(\S+)", text):
        assert os.access(ROOT / name, os.X_OK), name
    if program := re.search(r"current/\.venv/bin/(\S+)", text.partition("ExecStart=")[2]):
        assert (Path(sys.executable).parent / program[1]).exists()
    for name in re.findall(r"manage\.py (\w+)", text):
        assert name in get_commands()
    assert "User=every-other" in text
    assert "ProtectSystem=strict" in text
    for other in re.findall(r"every-other-\w+\.service", text):
        assert (DEPLOY / "systemd" / other).exists()
