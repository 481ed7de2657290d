"""The event that the front page and the lobby announce."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from common import clock
from tests.worlds.stepped_evenings import announce, enter_all, players, steps_until_nothing_is_due
from tournaments.events.models import Event
from tournaments.events.record.lines import ms
from tournaments.events.show.next_event import load_next_event, minutes_until, read_next_event

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


def test_front_page_shows_the_start_and_the_number_of_entrants():
    event = announce(minutes_ahead=14)
    enter_all(event, players(3))
    line = line_of(front())
    assert "Friday night" in line
    assert "starts in 14 minutes" in line
    assert "3 entered" in line
    assert re.search(r">\s*Join\s*</a>", line)


def test_entrant_gets_a_link_to_open_it():
    event, [ann] = announce(minutes_ahead=14), players(1)
    enter_all(event, [ann])
    browser = Client()
    browser.force_login(ann)
    assert re.search(r">\s*Open\s*</a>", line_of(browser.get("/").content.decode()))


def test_joinable_event_comes_before_a_later_one():
    announce(minutes_ahead=30)
    event = announce()
    enter_all(event, players(2))
    steps_until_nothing_is_due(event)
    told = read_next_event()
    assert told is not None
    assert (told.id, told.is_running) == (event.pk, True)
    assert "running now" in line_of(front())


def test_running_event_is_shown_when_it_can_no_longer_be_joined():
    late = announce()
    enter_all(late, players(4))
    steps_until_nothing_is_due(late)
    later = announce(minutes_ahead=125)
    Event.objects.filter(pk=late.pk).update(state="running", closes_at=clock.now() + timedelta(minutes=20))
    told = read_next_event()
    assert told is not None
    assert (told.id, told.is_running, told.tables) == (late.pk, True, 2)
    assert told.following is not None
    assert told.following.id == later.pk
    page = front()
    assert "running now" in line_of(page)
    assert "2 tables" in line_of(page)
    assert re.search(r">\s*Watch\s*</a>", line_of(page))
    coming = page.split('<li id="coming"')[1].split("</li>")[0]
    assert f'href="/events/{later.pk}"' in coming
    assert "starts in 2 h 5 min" in coming


def test_event_that_can_be_joined_comes_before_one_that_cannot():
    late, open_one = announce(), announce()
    Event.objects.filter(pk=late.pk).update(state="running", closes_at=clock.now() + timedelta(minutes=20))
    Event.objects.filter(pk=open_one.pk).update(state="running")
    told = read_next_event()
    assert told is not None
    assert told.id == open_one.pk


def test_event_days_away_is_not_announced():
    announce(minutes_ahead=3 * 24 * 60)
    assert read_next_event() is None


def test_minutes_are_counted_down_and_rounded_up():
    now = clock.now()
    starts = ms(now + timedelta(minutes=90))
    assert minutes_until(starts, now) == 90
    assert minutes_until(starts, now - timedelta(seconds=1)) == 91
    assert minutes_until(starts, now + timedelta(minutes=89, seconds=59)) == 1
    assert minutes_until(starts, now + timedelta(minutes=95)) == 1


def test_next_event_is_cached_for_all_visitors(django_assert_num_queries: Any):
    announce(minutes_ahead=14)
    with django_assert_num_queries(3):
        for _ in range(3):
            assert load_next_event() is not None


def test_absence_of_a_next_event_is_cached(django_assert_num_queries: Any):
    with django_assert_num_queries(1):
        for _ in range(3):
            assert load_next_event() is None
