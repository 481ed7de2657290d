"""New games are played with the newest version of a bot; older games replay with the version they name."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from game.bots.registry import BRAINS
from game.decisions import versions
from game.decisions.transcript import read_game, rethink
from game.decisions.versions import NEWER, brain_of, find_version, newest_brain, newest_version
from game.engine.state import Rules, Seat
from game.models import Game, Player
from game.table.bot_accounts import HOUSE_BOTS, get_or_create_account
from game.table.bot_replay import replay_decisions
from game.table.record.ledger import load_row
from proof.evidence.builder import load_transcript
from proof.evidence.checks.check import faults
from proof.evidence.document import to_file
from proof.evidence.standalone import verify as alone
from ranking.rules.points import BOTS
from tests.worlds.bot_games import open_bot_game
from tests.worlds.same_cards import create_played_game

VERSIONS = (
    ("intermediate", "intermediate", "intermediate"),
    ("intermediate", "intermediate_two", "intermediate-2"),
    ("beginner", "beginner", "beginner"),
    ("beginner", "beginner_two", "beginner-2"),
    ("novice", "novice", "novice"),
    ("novice", "novice_two", "novice-2"),
    ("club", "club", "club"),
    ("club", "club_two", "club-2"),
)


def test_every_bot_and_every_version_has_a_brain():
    assert {newest_brain(bot) for bot in HOUSE_BOTS} <= BRAINS.keys()
    assert {brain_of(name) for names in NEWER.values() for name in names} <= BRAINS.keys()
    assert NEWER.keys() <= HOUSE_BOTS.keys()


def test_a_version_is_the_one_that_the_params_name():
    assert newest_version("intermediate") == "intermediate_two"
    assert find_version("intermediate", [{"name": "intermediate_two"}]) == "intermediate_two"
    assert find_version("intermediate", [{"name": "intermediate"}]) == "intermediate"
    assert find_version("intermediate", []) == "intermediate"
    assert newest_version("beginner") == "beginner_two"
    assert find_version("beginner", [{"name": "beginner"}]) == "beginner"
    assert newest_version("novice") == "novice_two"
    assert find_version("novice", [{"name": "novice"}]) == "novice"
    assert find_version("novice", [{"name": "intermediate_two"}]) == "novice"
    assert find_version("", []) == ""


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("bot", "name", "brain"), VERSIONS)
def test_a_game_replays_with_its_own_version(
    bot: str, name: str, brain: str, ann: Player, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as older_release:
        if name == bot:
            older_release.setattr(versions, "NEWER", {})
        game = create_played_game(ann, bot, Rules(61))
    assert json.loads(game.params)["brains"][0]["name"] == name
    row = load_row(game.pk)
    assert (row.brain(Seat.A), row.brain(Seat.B)) == ("", brain)
    moves = list(replay_decisions(row))
    assert len(moves) > 5
    assert all(move.is_same for move in moves)
    out = StringIO()
    call_command("rethink", game.pk, "--json", stdout=out)
    said = json.loads(out.getvalue())
    assert (said["brain"], said["differ"], said["not_asked"]) == (brain, 0, 0)
    transcript = load_transcript(game.pk)
    document = json.loads(to_file(transcript))
    assert [player["bot"] for player in document["players"]] == [None, name]
    report = rethink(read_game(document))
    assert (report.brain, report.differ, report.not_asked) == (brain, 0, 0)
    of_params = alone.signed_params_faults(document, json.loads(document["fair"]["params"]))
    assert "The params name another bot." not in {*faults(transcript), *of_params}


@pytest.mark.django_db
def test_a_new_version_keeps_the_account_and_its_points(ann: Player):
    game = open_bot_game(ann, "intermediate", Rules())
    assert game.seat_b == get_or_create_account("intermediate")
    assert Game.objects.get(pk=game.pk).seat_b.brain == "intermediate"
    assert BOTS["intermediate"].points == HOUSE_BOTS["intermediate"].points == 2000
