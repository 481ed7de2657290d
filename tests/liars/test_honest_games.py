"""No honest game raises an alarm, whoever plays it on which devices, and each has the marks of its kind."""

import pytest

from cribbage_site.tests.server_process import Server
from tests.liars.honest import Kind, bot_resigned, check, people_a_day_per_move, two_devices

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", [bot_resigned, people_a_day_per_move, two_devices])
def test_honest_game_raises_no_alarm(server: Server, kind: Kind) -> None:
    check(kind, kind(server))
