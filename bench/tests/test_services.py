import os
import tempfile
from pathlib import Path

import psycopg
import pytest

from bench import services
from bench.services import free_port, postgresql


@pytest.mark.slow
def test_postgresql_runs_below_a_folder_with_a_long_name(monkeypatch: pytest.MonkeyPatch):
    """The path of a socket is limited to 107 bytes."""
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        os.chmod(short, 0o711)
        folder = Path(short, "a place é" * 10)
        folder.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(folder))
        with postgresql() as url, psycopg.connect(url) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)


def test_no_port_is_given_twice_before_a_server_listens_on_it(monkeypatch: pytest.MonkeyPatch):
    given = free_port()
    choices = iter([given, *services.PORTS])
    monkeypatch.setattr(services.entropy, "choose_from", lambda numbers, count: [next(choices)])
    assert free_port() != given
