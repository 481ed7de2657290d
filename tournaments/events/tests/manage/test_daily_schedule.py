"""A standing night and hour every day, at the times that a host has set."""

from collections.abc import Callable
from datetime import time, timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from common import clock
from cribbage_site.environment import parse_times
from tournaments.events.manage.daily_schedule import announce
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db


def test_site_without_hours_has_no_daily_events():
    assert announce() == 0
    assert not Event.objects.exists()


def test_each_is_made_once_a_day_ahead(settings: Any, later: Callable[..., None]):
    settings.EVENT_NIGHTS, settings.EVENT_HOURS = [time(19, 30)], [time(12), time(21)]
    assert announce() == 3
    assert announce() == 0
    assert sorted(Event.objects.values_list("kind", flat=True)) == ["hour", "hour", "night"]
    now = clock.now()
    for event in Event.objects.all():
        assert now < event.starts_at <= now + timedelta(days=1)
        assert event.by is None
    later(days=1)
    assert announce() == 3
    assert Event.objects.count() == 6


def test_times_are_written_as_hours_and_minutes():
    assert parse_times("") == []
    assert parse_times("19:30, 7:05") == [time(19, 30), time(7, 5)]
    with pytest.raises(ImproperlyConfigured, match="19:30"):
        parse_times("half past seven")
