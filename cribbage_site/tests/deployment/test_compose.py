"""deploy/compose.yaml confines every container, and its images can be pinned."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from cribbage_site.tests.nginx import DEPLOY

COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
# Capabilities that nginx needs to start as root and serve as nobody. The others start as their final user.
GIVEN_BACK = {"nginx": {"NET_BIND_SERVICE", "DAC_OVERRIDE", "CHOWN", "SETGID", "SETUID"}}
# The keys of the Compose Specification that a service uses, with the types of their values.
KEYS: dict[str, tuple[type, ...]] = {
    "image": (str,), "build": (dict,), "command": (list, str), "user": (str,), "env_file": (str, list),
    "environment": (dict, list), "restart": (str,), "init": (bool,), "read_only": (bool,),
    "tmpfs": (str, list), "cap_drop": (list,), "cap_add": (list,), "security_opt": (list,),
    "pids_limit": (int,), "mem_limit": (str, int), "logging": (dict,), "stop_grace_period": (str,),
    "ulimits": (dict,), "volumes": (list,), "depends_on": (dict, list), "networks": (dict, list),
    "network_mode": (str,), "healthcheck": (dict,), "profiles": (list,), "ports": (list,),
    "shm_size": (str, int),
}  # fmt: skip


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_only_has_keys_of_the_specification(name: str) -> None:
    for key, value in SERVICES[name].items():
        assert isinstance(value, KEYS[key]), f"{name}: {key}"
    assert re.fullmatch(r"no|always|unless-stopped|on-failure", SERVICES[name]["restart"])


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_confined(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", ())) == GIVEN_BACK.get(name, set())
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True
    assert 0 < service["pids_limit"] <= 1024
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])


@pytest.mark.parametrize("name", SERVICES)
def test_every_log_is_limited(name: str) -> None:
    logging = SERVICES[name]["logging"]
    assert logging["driver"] == "json-file"
    assert logging["options"] == {"max-size": "20m", "max-file": "5"}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Copy deploy/, next to a fake docker that reports a digest for every image."""
    shutil.copytree(DEPLOY, tmp_path / "deploy", ignore=shutil.ignore_patterns(".env"))
    docker = tmp_path / "docker"
    docker.write_text(
        '#!/bin/sh\n[ "$1 $2 $3" = "buildx imagetools inspect" ] || exit 1\n'
        '[ "$6" != "${MISSING:-}" ] || exit 1\n'
        'echo "sha256:$(printf %s "$6" | sha256sum | cut -c1-64)"\n'
    )
    docker.chmod(0o755)
    return tmp_path


def pin(copied: Path, *said: str, **environment: str) -> int:
    path = {"PATH": f"{copied}:/usr/bin:/bin"}
    command = [copied / "deploy/pin-images", *said]
    return subprocess.run(command, env=path | environment, capture_output=True, text=True).returncode


def texts(copied: Path) -> list[str]:
    return [(copied / "deploy" / name).read_text() for name in ("compose.yaml", "Dockerfile")]


def test_every_third_party_image_is_pinned_and_nothing_else_changes(copied: Path) -> None:
    before = texts(copied)
    assert pin(copied, "--check") == 1
    assert pin(copied) == 0
    assert pin(copied, "--check") == 0
    after = texts(copied)
    assert [re.sub(r"@sha256:[0-9a-f]{64}", "", text) for text in after] == [
        re.sub(r"@sha256:[0-9a-f]{64}", "", text) for text in before
    ]
    taken = re.findall(r"(?m)^(?:    image: |FROM )(\S+)", "".join(after))
    assert all("@sha256:" in image for image in taken if image != "every-other")
    assert len(taken) >= 6
    assert pin(copied) == 0
    assert texts(copied) == after, "again, it finds the same"


def test_an_unknown_image_leaves_the_file_unchanged(copied: Path) -> None:
    before = texts(copied)
    assert pin(copied, MISSING="redis:7.4-alpine") != 0
    assert texts(copied) == before
