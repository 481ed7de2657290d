"""Two play and one watches, each at a process of their own: all see the same game, and no other hand."""

import asyncio
from itertools import cycle
from random import Random

import pytest

from bench.chaos.database import load_transcript
from bench.chaos.reference_game import check_clients_agree
from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.server_process import Server
from tests.proof.pairs import VisitorPair, run_clients

pytestmark = [pytest.mark.rows, pytest.mark.slow]


def test_players_and_watcher_agree_on_every_card_and_point(
    servers: list[Server], addresses: list[list[str]], randomness: Random
) -> None:
    pair = VisitorPair(servers[0].url)
    countings = cycle(("auto", "manual", "muggins"))
    tables = []
    for _ in range(repetitions(60, one_in=20)):
        game = pair.new_game(counting=next(countings), clock="quick")
        tables.append(pair.clients(game, addresses, randomness, is_watched=True))

    async def play_all() -> None:
        await asyncio.gather(*map(run_clients, tables))

    asyncio.run(play_all())
    for sitters in tables:
        check_clients_agree(load_transcript(servers[0].environment, sitters[0].game), sitters)
        host, guest, watcher = sitters
        assert (host.you, guest.you, watcher.you) == (0, 1, None)
        assert host.view["ended"] == "played"
        looked_on = [frame["view"] for frame in watcher.frames if "view" in frame]
        assert not any(view["hand"] or view["throw"] or view["playable"] for view in looked_on)
        assert not [sitter.refused for sitter in sitters if sitter.refused]
