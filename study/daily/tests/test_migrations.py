"""Guests' tries from an older release stay unranked."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from common import clock
from game.accounts.guests import create_guest
from game.engine.state import Rules
from game.models import Player
from game.shared_decks.models import DeckSet
from study.daily.models import Daily, DailyEntry
from tests.worlds.bot_games import open_bot_game
from tests.worlds.days import create_account

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]


def test_tries_of_guests_stay_unranked_and_those_of_accounts_stay_ranked():
    day = clock.now().date()
    decks = DeckSet.objects.create(
        id="of-a-day", params="{}", rounds=1, tip="", sealed="", announced_at=clock.now()
    )
    daily = Daily.objects.create(day=day, deck_set=decks, stage=Daily.Stage.COUNTED)

    def enter(player: Player, margin: int | None, place: int | None) -> DailyEntry:
        game = open_bot_game(player, "novice", Rules())
        return DailyEntry.objects.create(daily=daily, player=player, game=game, margin=margin, place=place)

    entries = [
        enter(create_account("Ann"), 21, 1),
        enter(create_account("Signed-up-since"), 31, None),
        enter(create_account("Gave-up"), None, None),
        enter(create_guest(), None, None),
    ]
    migration = import_module("study.daily.migrations.0003_guests_stay_unranked")
    with connection.schema_editor() as editor:
        migration.keep_guests_unranked(apps, editor)
    for entry in entries:
        entry.refresh_from_db()
    assert [entry.unranked for entry in entries] == ["", "guest", "", "guest"]
