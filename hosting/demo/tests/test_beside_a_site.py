"""Filling a site does not block a server on the same database, and its log stays clean."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from game.models import Game, Player
from hosting.demo import playing
from hosting.evenings import club

pytestmark = pytest.mark.slow


@pytest.mark.django_db(transaction=True)
def test_other_writers_are_not_blocked_while_a_sample_game_is_played(monkeypatch: pytest.MonkeyPatch):
    """Regression test: the command once kept the database of a running site locked for over ten seconds."""
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
    call_command("demo", players=4, games=4, evenings=1, days=1, stdout=StringIO(), stderr=StringIO())
    assert len(written) == Game.objects.count() > 4
