"""Engines as house bots: they play whole games, repeat their answers in a replay, and block no game."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from cribbage_site.environment import parse_engines
from game.accounts.guests import create_guest
from game.decisions.replayed import ReplayedDecision
from game.engine.state import Rules, Seat
from game.engines import house
from game.engines.house import HouseEngine
from game.engines.tests import programs
from game.models import Game, Player
from game.table import bot_accounts
from game.table.bot_replay import replay_decisions
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from tests.worlds.bot_games import open_bot_game
from tests.worlds.engines import thrower
from tests.worlds.tables import play_with_bot, secrets_of, update_row

pytestmark = pytest.mark.django_db(transaction=True)

ME, BOT = Seat.A, Seat.B
MINE = "engine_mine"

Configure = Callable[..., HouseEngine]


@pytest.fixture
def configure(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Configure]:
    """Configure an engine that runs this code, and stop it at the end of the test."""

    def configure(thinks: str, write: Callable[[Path, str], Path] = programs.write_program) -> HouseEngine:
        program = write(tmp_path, thinks)
        settings.ENGINES, settings.ENGINE_MS = {"mine": program}, 120_000
        monkeypatch.setitem(bot_accounts.BOTS, MINE, bot_accounts.engine_profile("mine"))
        return house.running_engine(program)

    yield configure
    for program in settings.ENGINES.values():
        house.running_engine(program).stop()
    house.running_engine.cache_clear()


def play_game(ledger: Ledger, until_deal: int = 100) -> tuple[Game, list[ReplayedDecision]]:
    """Play a game with the engine to its end or to this deal. Return it with its replayed moves."""
    game = open_bot_game(create_guest(), MINE, Rules(61))
    update_row(game.pk, **secrets_of(game.pk))
    asyncio.run(play_with_bot(game.pk, ledger, until_deal))
    return Game.objects.get(pk=game.pk), list(replay_decisions(ledgers.load_row(game.pk)))


@pytest.mark.slow
def test_an_engine_plays_a_whole_game_and_repeats_its_answers(ledger: Ledger, configure: Configure):
    configure(programs.GOOD)
    game, moves = play_game(ledger)
    assert game.finished_at is not None
    assert len(moves) > 10
    assert all(move.is_same for move in moves)
    assert not all(move.original == move.fallback for move in moves)


@pytest.mark.slow
@programs.needs_node
def test_an_engine_in_node_plays_a_whole_game(ledger: Ledger, configure: Configure):
    configure("", programs.write_node_program)
    game, moves = play_game(ledger)
    assert game.finished_at is not None
    assert all(move.is_same for move in moves)
    assert not all(move.original == move.fallback for move in moves)


@pytest.mark.slow
@pytest.mark.parametrize("thinks", [programs.ILLEGAL, programs.DYING], ids=["illegal", "dying"])
def test_one_that_fails_stops_no_game_and_is_logged_once(
    ledger: Ledger, configure: Configure, thinks: str, caplog: pytest.LogCaptureFixture
):
    configure(thinks)
    game, moves = play_game(ledger, until_deal=2)
    assert len(moves) > 3
    assert all(move.original == move.fallback for move in moves)
    [line] = [record.getMessage() for record in caplog.records if record.name == "game.table.bot"]
    assert f"game {game.pk}: {MINE} failed to move" in line
    assert not re.search(r"\b[A2-9TJQK][CDHS]\b", caplog.text)


@pytest.mark.slow
def test_a_removed_engine_continues_with_fallback_moves(ledger: Ledger, configure: Configure, settings: Any):
    configure(programs.GOOD)
    account = bot_accounts.get_or_create_account(MINE)
    gone, settings.ENGINES = settings.ENGINES, {}
    game, moves = play_game(ledger)
    assert game.finished_at is not None
    assert all(move.original == move.fallback for move in moves)
    assert game.seat_b == account
    assert Client().get(reverse("profile", args=[account.username])).status_code == 200
    settings.ENGINES = gone


@pytest.mark.slow
def test_it_is_offered_for_fun_alone_and_says_what_it_is(configure: Configure):
    engine = configure(programs.GOOD)
    engine.decide(house.Question(thrower(), (), "00")).result()  # so it has been greeted
    account = bot_accounts.get_or_create_account(MINE)
    for page in ("/", reverse("profile", args=[account.username])):
        shown = Client().get(page).content.decode()
        assert "A program that the hosts have added: Test, version 1." in shown
        assert '<span class="tag">engine</span>' in shown
    rated = {"against": "Mine", "rated": True, "clock": "relaxed"}
    refused = Client().post("/api/games", rated, content_type="application/json")
    assert refused.status_code == 400
    assert "mine only plays for fun" in refused.json()["says"]


@pytest.mark.slow
def test_it_has_a_page_before_its_first_game(configure: Configure):
    """Regression: the link on the front page led nowhere."""
    configure(programs.GOOD)
    asyncio.run(bot_accounts.create_engine_accounts())
    assert Client().get(reverse("profile", args=["mine"])).status_code == 200


@pytest.mark.parametrize("name", ["Mine", "m1ne", "mlne"])
def test_its_name_must_not_look_like_a_players(configure: Configure, name: str):
    configure(programs.GOOD)
    Player.objects.create(username=name, likeness=bot_accounts.likeness(name))
    with pytest.raises(ImproperlyConfigured, match="ENGINES names mine"):
        bot_accounts.get_or_create_account(MINE)


def test_the_setting_is_read():
    assert parse_engines("mine:/opt/mine, Other-One:/opt/o:1") == {
        "mine": Path("/opt/mine"),
        "Other-One": Path("/opt/o:1"),
    }
    assert parse_engines("") == {}
    for text in (
        "mine",
        "mine:relative",
        "a:/opt/a",
        "mine:/a,Mine:/b",
        "my-own:/a,my_own:/b",
        "m1ne:/a",
        "no spaces:/a",
        "x" * 21 + ":/a",
    ):
        with pytest.raises(ImproperlyConfigured, match="Write ENGINES as"):
            parse_engines(text)
