"""The event that the front page and the lobby tell of."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from common import clock
from tests.worlds.stepped_evenings import announce, enter_all, players, steps_until_nothing_is_due
from tournaments.events.models import Event
from tournaments.events.show.next_event import load_next_event, minutes_left, read_next_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    cache.clear()


def front() -> str:
    return Client().get("/").content.decode()


def line_of(page: str) -> str:
    return page[page.index('<p id="next-event"') :].split("</p>")[0]


def test_without_events_the_line_is_hidden():
    assert 'class="next-event" hidden' in front()


def test_the_front_page_tells_when_it_starts_and_how_many_are_in():
    event = announce(minutes_ahead=14)
    enter_all(event, players(3))
    line = line_of(front())
    assert "Friday night" in line
    assert "starts in 14 minutes" in line
    assert "3 entered" in line
    assert ">Join</a>" in line


def test_who_is_in_opens_it_instead():
    event, [ann] = announce(minutes_ahead=14), players(1)
    enter_all(event, [ann])
    browser = Client()
    browser.force_login(ann)
    assert ">Open</a>" in line_of(browser.get("/").content.decode())


def test_one_that_can_be_joined_comes_before_one_that_is_further_off():
    announce(minutes_ahead=30)
    event = announce()
    enter_all(event, players(2))
    steps_until_nothing_is_due(event)
    told = read_next_event()
    assert told is not None
    assert (told.id, told.is_running) == (event.pk, True)
    assert "running now" in line_of(front())


def test_one_that_cannot_be_joined_any_more_is_passed_over():
    late, later = announce(), announce(minutes_ahead=30)
    Event.objects.filter(pk=late.pk).update(state="running", closes_at=clock.now() + timedelta(minutes=20))
    told = read_next_event()
    assert told is not None
    assert told.id == later.pk


def test_one_that_is_days_off_is_not_told_of():
    announce(minutes_ahead=3 * 24 * 60)
    assert read_next_event() is None


def test_the_minutes_are_told_within_the_last_hour_alone():
    now = clock.now()
    announce(minutes_ahead=90)
    told = read_next_event()
    assert told is not None
    assert minutes_left(told, now) is None
    assert minutes_left(told, now + timedelta(minutes=89, seconds=59)) == 1


def test_it_is_read_once_for_all_who_look(django_assert_num_queries: Any):
    announce(minutes_ahead=14)
    with django_assert_num_queries(2):
        for _ in range(3):
            assert load_next_event() is not None


def test_that_there_is_none_is_kept_too(django_assert_num_queries: Any):
    with django_assert_num_queries(1):
        for _ in range(3):
            assert load_next_event() is None
