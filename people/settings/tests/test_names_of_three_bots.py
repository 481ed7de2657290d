"""New bots get their names even if accounts have them: those accounts are renamed with a number."""

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps

from game.accounts.names import likeness
from game.models import Player
from game.table.bot_accounts import get_or_create_account

migration: Any = import_module("game.migrations.0031_names_of_three_bots")

pytestmark = pytest.mark.django_db


def migrate() -> None:
    migration.free_the_names(apps, SimpleNamespace(connection=SimpleNamespace(alias="default")))


BOTS = {"beginner": "Beginner", "club": "Club", "halscrib_adaptive": "Adaptive-HALSCRIB"}


@pytest.mark.parametrize("key", BOTS)
@pytest.mark.parametrize("written", [str, str.lower, str.upper])
def test_person_with_a_bots_name_is_renamed_for_the_bot(key: str, written: Callable[[str], str]):
    Player.objects.filter(brain=key).delete()
    name = written(BOTS[key])
    person = Player.objects.create(username=name, likeness=likeness(name))
    migrate()
    bot = get_or_create_account(key)
    person.refresh_from_db()
    assert person.username == f"{name}-{person.pk}"
    assert person.likeness == likeness(person.username)
    assert (bot.username, bot.brain) == (BOTS[key], key)


def test_bots_are_not_renamed():
    for key, name in BOTS.items():
        bot = get_or_create_account(key)
        migrate()
        bot.refresh_from_db()
        assert bot.username == name
