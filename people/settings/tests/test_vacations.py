"""The form on the account's page that takes and ends a vacation."""

from datetime import timedelta

import pytest
from django.test import Client

from common import clock
from game.models import Player, Vacation
from game.table.clocks.time_control import DAY
from people.retention.expiry import delete_old_vacations
from tests.worlds.accounts import AccountClient, create_account, page_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return create_account("Anna")


@pytest.fixture
def page(client: Client, anna: Player) -> AccountClient:
    client.force_login(anna)
    return AccountClient(client)


def send(page: AccountClient, **fields: str) -> str:
    """Submit the form and return the text of the resulting page."""
    return page_text(page.client.post("/accounts/", {"about": "vacation", **fields}, follow=True))


def test_from_now_on_and_ended(page: AccountClient):
    said = send(page, days="3", begins="")
    assert "You’re on vacation until " in said
    assert "11 days left in " in said
    said = send(page, ends=str(Vacation.objects.get().pk))
    assert "13 days left in " in said
    assert "You’re on vacation until " not in said


def test_from_a_day_to_come_and_cancelled(page: AccountClient):
    day = (clock.now() + timedelta(days=10)).date()
    assert "midnight UTC" in send(page, days="3", begins=day.isoformat())
    send(page, ends=str(Vacation.objects.get().pk))
    assert not Vacation.objects.exists()


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"days": "0"}, "Take at least one day"),
        ({"days": "15"}, "You have 14 days of vacation left in "),
        ({"days": "-3"}, "Enter a whole number of days."),
        ({"days": "many"}, "Enter a whole number of days."),
        ({"days": "٣"}, "Enter a whole number of days."),
        ({"days": "9" * 400}, "Enter a whole number of days."),
        ({}, "Enter a whole number of days."),
        ({"days": "3", "begins": "yesterday"}, "Choose a day from tomorrow on"),
        ({"days": "3", "begins": "1999-01-01"}, "Choose a day from tomorrow on"),
        ({"days": "3", "begins": "9999-12-31"}, "Choose a day from tomorrow on"),
        ({"ends": "12345678"}, "This vacation is over."),
    ],
)
def test_impossible_vacation_is_refused_with_an_explanation(
    page: AccountClient, fields: dict[str, str], says: str
):
    assert says in send(page, **fields)
    assert not Vacation.objects.exists()


def test_player_cannot_end_anothers_vacation(page: AccountClient):
    now = clock.milliseconds()
    theirs = Vacation.objects.create(player=create_account("Bea"), begins_at=now, ends_at=now + DAY)
    assert "This vacation is over." in send(page, ends=str(theirs.pk))
    theirs.refresh_from_db()
    assert theirs.ends_at == now + DAY


def test_vacation_is_stored_as_long_as_its_year_counts_it(anna: Player):
    now = clock.milliseconds()
    for ended in (30, 380, 420):
        Vacation.objects.create(player=anna, begins_at=now - (ended + 1) * DAY, ends_at=now - ended * DAY)
    delete_old_vacations()
    assert Vacation.objects.count() == 2
