"""One command starts the production server, or explains in one sentence why it does not start."""

import socket
import subprocess
from collections.abc import Iterator

import pytest

from cribbage_site.server import __main__ as entrance
from cribbage_site.tests.server_process import ROOT, serve_command


@pytest.fixture
def port_in_use() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def start(port: int) -> tuple[int, list[str]]:
    """Return the exit status of a process that ends by itself, and its output."""
    done = subprocess.run(
        serve_command(port),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stderr.splitlines()


def test_a_missing_server_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "find_spec", lambda package: None if package[0] == "u" else package)
    with pytest.raises(SystemExit) as end:
        entrance.main(["127.0.0.1:0"])
    assert str(end.value).startswith("uvicorn and uvloop cannot be imported: install")


@pytest.mark.slow
def test_an_address_in_use_is_reported(port_in_use: int) -> None:
    code, said = start(port_in_use)
    assert code == 1
    assert "address already in use" in said[-1].lower()
    assert "Traceback" not in "".join(said)


@pytest.mark.parametrize("address", ["", "8000", ":8000", "localhost:", "localhost:http", "localhost:65536"])
def test_an_invalid_address_is_reported(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        entrance.main([address])
    assert end.value.code == 2
    assert "127.0.0.1:8000" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "address"),
    [("0.0.0.0:8000", ("0.0.0.0", 8000)), ("[::1]:8000", ("::1", 8000)), ("cards:0", ("cards", 0))],
)
def test_addresses(text: str, address: tuple[str, int]) -> None:
    assert entrance.parse_address(text) == address
