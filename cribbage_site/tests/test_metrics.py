"""The metrics of processes, and their description in the docs."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

import cribbage_site.health
import cribbage_site.logs.requests
import cribbage_site.logs.setup
import cribbage_site.password_pages  # noqa: F401
from bench.services import free_port
from conftest import server_on_this_database
from cribbage_site.tests.server_process import ROOT, Server
from game.runtime import process_metrics
from game.table.gauges import register_gauges
from tests.worlds.scripted_player import Visitor, connect_player

OURS = "every_other_"


def counts(server: Server) -> dict[str, float]:
    """Return all metrics of a process, as `name{label="value"}`."""
    with urlopen(f"http://{server.environment['METRICS']}/metrics") as answer:
        families = list(text_string_to_metric_families(answer.read().decode()))
    return {
        sample.name + (json.dumps(sample.labels, sort_keys=True) if sample.labels else ""): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.fixture
def pair() -> Iterator[tuple[Server, Server]]:
    """Start two processes on a new database, each with a port for its metrics."""
    here, there = (f"127.0.0.1:{free_port()}" for _ in range(2))
    with (
        server_on_this_database(METRICS=here) as one,
        Server({**one.environment, "METRICS": there}, new=False) as other,
    ):
        yield one, other


def test_each_process_counts_its_own_events(pair: tuple[Server, Server]) -> None:
    one, other = pair

    async def play() -> tuple[int, list[str], dict[str, float]]:
        visitor = Visitor(one.url)
        async with connect_player(visitor, visitor.new_game()) as person:
            moves = len(await person.play_moves(3))
            await person.wait_for_turn()
            refused = await person.make_move({"kind": "claim", "points": 29})
            assert refused["code"] == "illegal"
            seen = counts(one)
        return moves, [said["to"] for said in person.frame_log], seen

    moves, frames, seen = asyncio.run(play())
    elsewhere = counts(other)
    counted = {name.removeprefix(OURS): value for name, value in seen.items() if name.startswith(OURS)}
    assert moves == counted["move_seconds_count"] == counted['moves_total{"by": "person"}'] == 3
    assert counted['moves_total{"by": "bot"}'] >= 1
    assert counted["bot_seconds_count" + '{"brain": "novice"}'] >= counted['moves_total{"by": "bot"}']
    assert counted["commit_seconds_count"] == counted["commit_entries_count"] >= 1
    entries = sum(value for key, value in counted.items() if key.startswith("entries_total"))
    assert counted["commit_entries_sum"] == entries >= 4
    assert counted['refusals_total{"code": "illegal", "where": "table"}'] == 1
    assert counted['games_begun_total{"against": "bot"}'] == counted["tables"] == 1
    assert counted['sockets{"kind": "table"}'] == 1
    assert counted['frames_total{"way": "heard"}'] == frames.count("server")
    assert counted['frames_total{"way": "told"}'] >= frames.count("browser")
    assert elsewhere[f"{OURS}move_seconds_count"] == elsewhere[f"{OURS}commit_seconds_count"] == 0
    assert elsewhere[f"{OURS}tables"] == 0
    assert all(each["process_open_fds"] > 0 for each in (seen, elsewhere))
    assert all(each[f"{OURS}ready"] == 1 for each in (seen, elsewhere))


def test_a_metrics_port_in_use_stops_no_process(caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process_metrics.start_exporter(("127.0.0.1", port))
    assert f"METRICS=127.0.0.1:{port} cannot be served" in caplog.text


def in_the_registry() -> dict[str, str]:
    """Return our metrics by their Prometheus names, with their descriptions."""
    register_gauges()
    families = [family for family in REGISTRY.collect() if family.name.startswith(OURS)]
    return {family.name + "_total" * (family.type == "counter"): family.type for family in families}


def samples() -> set[str]:
    """Return all names that can be queried, including those of the process itself."""
    found = {"up"} | {sample.name for family in REGISTRY.collect() for sample in family.samples}
    for name, kind in in_the_registry().items():
        found |= {f"{name}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {name}
    return found


def test_all_counts_are_explained() -> None:
    page = (ROOT / "docs" / "reference" / "metrics.md").read_text()
    explained = re.findall(rf"^- `({OURS}\w+)`, (\w+)\b", page, re.MULTILINE)
    assert dict(explained) == in_the_registry()
    assert len(explained) == len(dict(explained))


@pytest.mark.parametrize("file", ["alerts.yml", "grafana.json"])
def test_alerts_and_dashboards_only_query_existing_metrics(file: str) -> None:
    queried = set(re.findall(r"\b(?:every_other|process|python)_\w+", (ROOT / "deploy" / file).read_text()))
    assert queried
    assert queried <= samples()
