"""A hundred honest games of every kind raise no alarm."""

import pytest

from cribbage_site.tests.server_process import Server
from tests.liars.honest import KINDS, Kind, check

pytestmark = pytest.mark.slow

GAMES = 102


@pytest.mark.parametrize("kind", [*KINDS] * (GAMES // len(KINDS)))
def test_honest_game_raises_no_alarm(server: Server, kind: Kind) -> None:
    check(kind, kind(server))
