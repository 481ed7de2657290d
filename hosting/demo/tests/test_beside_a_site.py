"""A site that serves while it is filled is not held up, and its log stays clean."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from threading import Event
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from cribbage_site.tests.server_process import Server
from game.models import Game, Player
from hosting.demo import playing
from hosting.demo.evenings import club
from tests.live.scripted_player import Visitor


@pytest.mark.django_db(transaction=True)
def test_somebody_else_can_write_while_a_sample_game_is_played(monkeypatch: pytest.MonkeyPatch):
    """A bug that was found on a site whose database stayed locked by the command for over ten seconds."""
    written = []

    def write(name: str) -> None:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA busy_timeout = 500")
        written.append(Player.objects.create(username=name).pk)
        connection.close()

    def play(*args: Any) -> Any:
        with ThreadPoolExecutor(1) as another:
            another.submit(write, f"Somebody {len(written)}").result()
        return play_game(*args)

    play_game = playing.play_game
    monkeypatch.setattr(playing, "play_game", play)
    monkeypatch.setattr(club, "NIGHT_GAMES", 5)
    call_command("demo", players=4, games=4, evenings=1, stdout=StringIO(), stderr=StringIO())
    assert len(written) == Game.objects.count() > 4


@pytest.mark.in_full
def test_a_site_that_is_filled_and_emptied_logs_no_traceback():
    with Server({"REVIEW_GAMES": "1"}) as site, ThreadPoolExecutor(1) as guests:
        is_over = Event()

        def open_games() -> int:
            opened = 0
            while not is_over.wait(0.2):
                Visitor(site.url).new_game()
                opened += 1
            return opened

        opening = guests.submit(open_games)
        try:
            said = site.manage("demo", "--players", "8", "--games", "40", "--evenings", "2")
            said += site.manage("demo", "--remove")
        finally:
            is_over.set()
        assert opening.result(timeout=60) > 0
        assert "games removed" in said
        assert "Traceback" not in said + site.log.read_text()
