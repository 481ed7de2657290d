"""New bots get their names even if accounts have them: those accounts are renamed with a number."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps

from game.accounts.names import likeness
from game.models import Player
from game.table.bot_accounts import get_or_create_account

migration: Any = import_module("game.migrations.0031_bots_called_beginner_and_club")

pytestmark = pytest.mark.django_db


def migrate() -> None:
    migration.free_the_names(apps, SimpleNamespace(connection=SimpleNamespace(alias="default")))


@pytest.mark.parametrize("name", ["Beginner", "beginner", "Club", "CLUB"])
def test_person_with_a_bots_name_is_renamed_for_the_bot(name: str):
    key = name.lower()
    Player.objects.filter(brain=key).delete()
    person = Player.objects.create(username=name, likeness=likeness(name))
    migrate()
    bot = get_or_create_account(key)
    person.refresh_from_db()
    assert person.username == f"{name}-{person.pk}"
    assert person.likeness == likeness(person.username)
    assert (bot.username, bot.brain) == (name.capitalize(), key)


def test_bots_are_not_renamed():
    for key in ("beginner", "club"):
        bot = get_or_create_account(key)
        migrate()
        bot.refresh_from_db()
        assert bot.username == key.capitalize()
