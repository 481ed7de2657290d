"""Data of every older version is migrated: nothing is lost, everything is readable, and games continue."""

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.core.management import call_command
from django.db import connection, connections
from django.test import Client

from cribbage_site.tests.repetitions import FULL_PROOF
from game.engine.state import State
from game.engine.view import seats_to_move
from game.models import Game, Player
from game.table.record import ledger
from game.table.record.heartbeat import beat
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack
from game.table.shuffle.fairness import replay_row
from people.notices.kinds import Way
from people.notices.notice_kinds import TURN
from people.notices.switches import players_wanting
from proof.evidence.builder import load_transcript
from proof.evidence.document import to_file
from rng.models import Deal
from tests.worlds.forgeries import forge
from tests.worlds.frames import is_understood
from tests.worlds.old_databases import VERSIONS, Rows, load_all_rows, missing_rows, using_old_database
from tests.worlds.scripted_player import PASSWORD
from tests.worlds.tables import load_dealt_table, plain_move
from tests.worlds.verdicts import agreed, here

pytestmark = [pytest.mark.rows, pytest.mark.slow]

GOLDEN = Path(__file__).parents[1] / "golden"

# The oldest has the longest way to go, and hosts come from the newest. On PostgreSQL the newest is enough:
# every run also applies all migrations to an empty database there.
OLDEST = [VERSIONS[0]] if connection.vendor == "sqlite" else []
TRIED = VERSIONS if FULL_PROOF else [*OLDEST, VERSIONS[-1]]


@dataclass(frozen=True)
class Upgraded:
    """A database of an older version after `migrate`, and what had been in it."""

    version: str
    before: Rows
    after: Rows


@pytest.fixture(scope="module", params=TRIED)
def upgraded(
    request: Any, tmp_path_factory: Any, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Upgraded]:
    work: Path = tmp_path_factory.mktemp("upgrade")
    with django_db_blocker.unblock(), using_old_database(request.param, work):
        before = load_all_rows()
        call_command("migrate", verbosity=0, skip_checks=False)
        yield Upgraded(request.param, before, load_all_rows())


def ended(state: State) -> tuple[int | None, int | None, str]:
    return state.winner, state.value or 0, state.ended.value if state.ended else ""


def said_by(command: str, *options: str) -> str:
    """The output of a command that finds nothing wrong."""
    out = StringIO()
    call_command(command, *options, stdout=out, stderr=out)
    return out.getvalue()


def test_no_row_and_no_value_is_lost(upgraded: Upgraded) -> None:
    assert upgraded.before["game_game"]
    before, after = ({**rows, "django_session": []} for rows in (upgraded.before, upgraded.after))
    assert missing_rows(before, after) == []


def test_logged_in_players_stay_logged_in(upgraded: Upgraded) -> None:
    """A site at home gets a secret of its own, with which it signs sessions again."""
    assert settings.SECRET_KEY != settings.DEFAULT_SECRET_KEY
    sessions = {row["session_key"]: row["session_data"] for row in upgraded.before["django_session"]}
    known = 0
    for key, data in sessions.items():
        was = signing.loads(
            data, key=settings.DEFAULT_SECRET_KEY, salt=SessionStore().key_salt, serializer=JSONSerializer
        )
        client = Client()
        client.cookies["sessionid"] = key
        now = client.get("/").wsgi_request.user
        assert str(now.pk) == was.get("_auth_user_id", "None")
        known += now.is_authenticated
    assert known


def test_players_with_mail_about_moves_keep_it(upgraded: Upgraded) -> None:
    wanted = set(Player.objects.filter(wants_move_mail=True).values_list("pk", flat=True))
    assert wanted or upgraded.version < "0.6"
    assert players_wanting(TURN, Way.MAIL, Player.objects.values_list("pk", flat=True)) == wanted


def test_lost_rows_would_be_reported() -> None:
    before = {"game_chat": [{"id": 1, "text": "Fifteen two"}], "game_seek": [{"id": "x"}]}
    after = {"game_chat": [{"id": 1, "text": "Fifteen", "at": None}]}
    assert missing_rows(before, after) == [
        "of game_chat: {'id': 1, 'text': 'Fifteen two'}",
        "the table game_seek",
    ]


def test_every_game_replays_to_the_end_that_is_on_record(upgraded: Upgraded) -> None:
    finished = 0
    for game in Game.objects.all():
        steps = replay_row(ledger.load_row(game.pk))
        assert len(steps) == game.ply
        if steps:
            end = steps[-1].state
            assert end.is_over == (game.finished_at is not None)
            assert not end.is_over or ended(end) == (game.winner, game.value, game.ended)
            finished += end.is_over
    assert finished


def test_every_deal_that_was_shown_verifies(upgraded: Upgraded) -> None:
    games = {game.pk: to_file(load_transcript(game.pk)) for game in Game.objects.exclude(ended="void")}
    for game, found in zip(games, agreed([*games.values()]), strict=True):
        assert (found["verdict"], found["faults"]) == ("true", []), game
    assert any(found["deals"] for found in map(here, games.values()))


if connection.vendor == "sqlite":  # golden files are of the games in the dumps of SQLite

    def test_the_data_about_a_game_is_the_same_as_then(upgraded: Upgraded) -> None:
        transcripts, replays = (
            [*(GOLDEN / upgraded.version).glob(name)] for name in ("*.transcript.json", "*.replay.json.gz")
        )
        assert bool(transcripts) is (upgraded.version >= "0.5")
        assert bool(replays) is (upgraded.version >= "0.4")
        for file in transcripts:
            content = file.read_bytes()
            game = json.loads(content)["game"]
            assert Client().get(f"/api/games/{game}/transcript").content == content, file.name
        for file in replays:
            then = json.loads(gzip.decompress(file.read_bytes()))
            now = Client().get(f"/api/games/{then['game']}/replay").json()
            assert is_understood(then, now), file.name


def test_a_clock_is_not_read_into_a_game_that_names_none(upgraded: Upgraded) -> None:
    game = Game.objects.filter(clock="none").exclude(finished_at=None).earliest("created_at")
    file = forge(to_file(load_transcript(game.pk)), lambda content: content.update(clock="quick"))
    assert "The params name other rules." in agreed([file])[0]["faults"]


def test_the_record_of_deals_is_complete_or_is_completed(upgraded: Upgraded) -> None:
    said_by("record_deals")
    assert Deal.objects.exists()
    said_by("record_deals", "--check")  # it would raise where a deal is missing


def test_points_follow_from_their_record(upgraded: Upgraded) -> None:
    assert "everything is right" in said_by("recompute_ratings", "--check")


def test_pages_open_on_existing_data(upgraded: Upgraded) -> None:
    finished = Game.objects.exclude(finished_at=None)
    games = [f"/{page}/{game.pk}" for game in finished for page in ("table", "game")]
    people = [f"/@{player.username}" for player in Player.objects.filter(is_guest=False)]
    for page in ("/", "/ladder", "/fairness", *people, *games):
        assert Client().get(page, follow=True).status_code == 200, page


def test_an_account_of_then_logs_in(upgraded: Upgraded, settings: Any) -> None:
    """In version 0.1 there were guests alone."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    people = Player.objects.filter(is_guest=False, brain="", is_staff=False)
    names = people.filter(is_active=True, banned_until=None).values_list("username", flat=True)
    assert bool(names) == (upgraded.version != "0.1")
    for name in names:
        assert Client().login(username=name, password=PASSWORD)


@pytest.fixture
def writer() -> Iterator[Ledger]:
    ledger = Ledger()
    yield ledger
    ledger._thread.submit(connections.close_all).result()
    ledger._thread.shutdown()


async def go_on(game: Game, writer: Ledger) -> None:
    """Every person who is to move at a table does."""
    table = await load_dealt_table(game.pk, writer)
    for seat in seats_to_move(table.state):
        if seat not in table.bots:
            answer = await table.act(seat, table.ply, plain_move(table.state, seat))
            assert answer == Ack(table.ply)


def test_a_live_game_goes_on(upgraded: Upgraded, writer: Ledger, later: Callable[..., None]) -> None:
    live = [game for game in Game.objects.unfinished() if game.secret_a and game.secret_b]
    assert live
    later(days=400)
    beat()  # as a process does before it lets a flag fall: while it was down no time passed
    for game in live:
        asyncio.run(go_on(game, writer))
        assert Game.objects.get(pk=game.pk).ply > game.ply
