"""A new bot gets its name even if an account has it: the account is renamed with a number."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps

from game.accounts.names import likeness
from game.models import Player
from game.table.bot_accounts import get_or_create_account

migration: Any = import_module("game.migrations.0025_a_bot_called_master")

pytestmark = pytest.mark.django_db


def migrate() -> None:
    migration.free_the_name(apps, SimpleNamespace(connection=SimpleNamespace(alias="default")))


@pytest.mark.parametrize("name", ["Master", "master"])
def test_person_called_master_is_renamed_for_the_bot(name: str):
    Player.objects.filter(brain="master").delete()
    person = Player.objects.create(username=name, likeness=likeness(name))
    migrate()
    bot = get_or_create_account("master")
    person.refresh_from_db()
    assert person.username == f"{name}-{person.pk}"
    assert person.likeness == likeness(person.username)
    assert (bot.pk, bot.brain) != (person.pk, person.brain)


def test_bot_called_master_is_not_renamed():
    bot = get_or_create_account("master")
    migrate()
    bot.refresh_from_db()
    assert bot.username == "Master"
