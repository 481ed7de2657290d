"""Tests of the OpenAPI document with other people's tools: a validator and a linter."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from programs.api.openapi import document
from programs.api.tests.fetched import NotFetched, fetch_npm_packages, fetch_python_packages

HERE = Path(__file__).parent.parent / "foreign"
NAME = "openapi"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


@pytest.fixture(scope="module")
def redocly() -> Path:
    try:
        return fetch_npm_packages(NAME, HERE, "Redocly") / "@redocly/cli/bin/cli.js"
    except NotFetched as missing:
        pytest.skip(f"{missing}: the OpenAPI document was NOT linted")


@pytest.fixture(scope="module")
def python() -> Path:
    """Return a Python that has a validator."""
    try:
        return fetch_python_packages(NAME, HERE, "openapi-spec-validator")
    except NotFetched as missing:
        pytest.skip(f"{missing}: the OpenAPI document was NOT validated")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Return the document in a file."""
    path = tmp_path / "openapi.json"
    path.write_bytes(document())
    return path


def run(command: list[Any], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=600)


def faults_of(redocly: Path, document: Path) -> list[str]:
    """Return the linter's messages for a document."""
    options = ["--config", HERE / "redocly.yaml", "--format=json", "--max-problems=1000"]
    done = run(["node", redocly, "lint", *options, document], **QUIET)
    problems = json.loads(done.stdout)["problems"]
    assert bool(problems) == bool(done.returncode), done.stderr
    return [f"{one['ruleId']}: {one['message']} {one['location'][0].get('pointer')}" for one in problems]


class TestTheLinter:
    def test_it_finds_nothing(self, redocly: Path, written: Path) -> None:
        assert faults_of(redocly, written) == []

    def test_it_finds_what_is_wrong(self, redocly: Path, written: Path) -> None:
        wrong = json.loads(written.read_bytes())
        del wrong["info"]["license"]
        wrong["components"]["schemas"]["RevealBody"]["properties"]["secret"]["pattern"] = r"^[0-9a-f]{64}\Z"
        written.write_text(json.dumps(wrong))
        assert {fault.partition(":")[0] for fault in faults_of(redocly, written)} == {
            "info-license",
            "no-invalid-media-type-examples",
        }


class TestTheValidator:
    def test_it_finds_the_document_valid(self, python: Path, written: Path) -> None:
        done = run([python, "-m", "openapi_spec_validator", "--schema", "3.1", written])
        assert done.returncode == 0, done.stdout

    def test_it_finds_what_is_wrong(self, python: Path, written: Path) -> None:
        written.write_bytes(document().replace(b'"in":"path"', b'"in":"nowhere"', 1))
        assert run([python, "-m", "openapi_spec_validator", "--schema", "3.1", written]).returncode


def test_every_package_is_pinned_by_version_and_hash() -> None:
    (tools,) = json.loads((HERE / "package.json").read_text())["dependencies"].items()
    packages = json.loads((HERE / "package-lock.json").read_text())["packages"]
    assert packages.pop("")["dependencies"] == dict([tools])
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    locked = (HERE / "requirements.lock").read_text()
    for pin in (HERE / "requirements.txt").read_text().split():
        assert f"{pin} \\\n    --hash=sha256:" in locked
