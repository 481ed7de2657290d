"""A test knows which connections are those of a process, as Redis lists its clients by address."""

import os
import socket

from cribbage_site.tests.server_process import own_addresses


def test_the_addresses_of_a_process_are_those_of_its_connections_alone() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as line,
    ):
        host, port = line.getsockname()
        assert f"{host}:{port}" in own_addresses(os.getpid())
        assert f"{host}:{port}" not in own_addresses(os.getppid())
    assert f"{host}:{port}" not in own_addresses(os.getpid())
