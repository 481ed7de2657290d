"""A short measure of the peers, and the arithmetic of their ratios."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from bench.fetched import NPM_FILES, NotFetched, cache_folder
from bench.live.player import Traffic
from bench.peers.measure import fit_pad
from bench.peers.node import HERE, NAME, prepare_node
from bench.peers.row import Cost, build_rows
from bench.services import free_port
from cribbage_site.tests.server_process import ROOT

pytestmark = pytest.mark.in_full

TRAFFIC = Traffic(3.25, 1800)
SHORT = ("--json", "--quick", "--tables", "2", "--seconds", "1", "--server", "daphne")


def cost(cpu_s_per_1000, alone_ms=None):
    return Cost(cpu_s_per_1000, alone_ms, TRAFFIC, clients_share=0.5)


def test_ratios_are_of_the_first_and_of_the_cheapest_round_of_each():
    costs = {"ours": [cost(0.30, 0.5), cost(0.25, 0.6)], "theirs": [cost(0.5, 0.25), cost(0.6, 0.4)]}
    ours, theirs = build_rows(50, costs, {"ours": "durable", "theirs": "in memory"})
    assert (ours.cpu_s_per_1000, ours.times) == (0.25, 1)
    assert (ours.alone_ms, ours.alone_times) == (0.5, 1)
    assert (theirs.times, theirs.alone_times, theirs.differs) == (2, 0.5, "in memory")


def test_where_nothing_comes_alone_nothing_is_said_of_it():
    (ours,) = build_rows(2, {"ours": [cost(0.25)]}, {"ours": "durable"})
    assert (ours.alone_ms, ours.alone_times) == (None, None)
    assert "alone" not in ours.as_text()


def test_a_row_tells_when_the_clients_were_the_bottleneck():
    idle, busy = (Cost(0.1, None, TRAFFIC, clients_share=share) for share in (0.5, 0.95))
    rows = build_rows(50, {"idle": [idle], "busy": [busy]}, {"idle": "", "busy": ""})
    assert ["the clients were busy 95%" in row.as_text() for row in rows] == [False, True]


def test_two_padded_states_are_as_long_as_what_a_move_of_ours_brings():
    assert fit_pad(bare=1400, wanted=2000) == 300
    assert fit_pad(bare=1400, wanted=1200) == 0


def test_every_package_is_pinned_by_version_and_hash_and_no_address_is_told():
    wanted = json.loads((HERE / "package.json").read_text())
    pins = [*wanted["dependencies"].values(), *wanted["overrides"].values()]
    assert all(re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", pin) for pin in pins)
    text = (HERE / "package-lock.json").read_text()
    packages = json.loads(text)["packages"]
    assert packages.pop("")["dependencies"] == wanted["dependencies"]
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert "resolved" not in text


def test_the_packages_are_kept_outside_of_the_checkout():
    assert not cache_folder(NAME, [HERE / file for file in NPM_FILES]).is_relative_to(ROOT)


def bench(environment):
    return subprocess.run(
        [sys.executable, "manage.py", "bench", "peers", *SHORT],
        cwd=ROOT,
        env=os.environ | environment,
        text=True,
        capture_output=True,
        timeout=120,
    )


def test_all_are_measured_on_the_same_frames_and_bytes():
    try:
        prepare_node()
    except NotFetched as missing:
        pytest.skip(f"{missing}: boardgame.io was NOT measured")
    done = bench({})
    assert done.returncode == 0, done.stderr
    ours, echo, boardgame, node_echo = rows = json.loads(done.stdout)
    names = ["ours, daphne", "echo, daphne", "boardgame.io", "echo, Node"]
    assert [row["name"] for row in rows] == names
    assert echo["times"] < ours["times"] == 1
    assert node_echo["cpu_s_per_1000"] < boardgame["cpu_s_per_1000"]
    for row in (echo, boardgame, node_echo):
        assert row["bytes_per_move"] == pytest.approx(ours["bytes_per_move"], rel=0.1)
    for row in (echo, node_echo):
        assert row["frames_per_move"] == pytest.approx(ours["frames_per_move"], rel=0.1)
    assert "ours, daphne, 2 tables" in done.stderr


def test_without_node_ours_is_measured_and_what_is_missing_is_said():
    done = bench({"PATH": "/nowhere"})
    assert [row["name"] for row in json.loads(done.stdout)] == ["ours, daphne", "echo, daphne"], done.stderr
    assert "Node and npm are not both installed: no rows of boardgame.io" in done.stderr


def test_where_npm_can_fetch_nothing_it_says_so(tmp_path):
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    nobody = f"http://127.0.0.1:{free_port()}"
    caches = {"XDG_CACHE_HOME": str(tmp_path), "npm_config_cache": str(tmp_path / "npm")}
    done = bench(caches | {"npm_config_registry": nobody, "npm_config_fetch_retry_mintimeout": "10"})
    assert len(json.loads(done.stdout)) == 2, done.stderr
    said = "npm could not fetch boardgame.io and ws, is this machine offline? (npm error code ECONNREFUSED)"
    assert said in done.stderr
    assert not [*(tmp_path / "every-other-bench").iterdir()]
