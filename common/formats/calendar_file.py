"""Calendar files: events in the format iCalendar (RFC 5545), to download or to subscribe to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.http import HttpResponse

CONTENT_TYPE = "text/calendar; charset=utf-8"
LINE_BYTES = 75


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An event for a calendar, with an alarm some time before."""

    uid: str
    created_at: datetime
    starts_at: datetime
    lasts: timedelta
    title: str
    url: str
    alarm_before: timedelta


def calendar_file(name: str, event: CalendarEvent) -> HttpResponse:
    """Return the file of an event as a download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.ics"'}
    return HttpResponse(write_calendar(event), content_type=CONTENT_TYPE, headers=headers)


def calendar_feed(title: str, events: Iterable[CalendarEvent]) -> HttpResponse:
    """Return a calendar that programs load again and again."""
    return HttpResponse(write_calendar(*events, title=title), content_type=CONTENT_TYPE)


def write_calendar(*events: CalendarEvent, title: str = "") -> str:
    """Return the file of these events. A calendar to subscribe to has a title."""
    about = (f"X-WR-CALNAME:{_escape(title)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H") if title else ()
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Every Other//Cribbage//EN",
        "METHOD:PUBLISH",
        *about,
        *(line for event in events for line in _lines(event)),
        "END:VCALENDAR",
    )
    return "".join(f"{_fold(line)}\r\n" for line in lines)


def _lines(event: CalendarEvent) -> Iterator[str]:
    title = _escape(event.title)
    yield from (
        "BEGIN:VEVENT",
        f"UID:{_escape(event.uid)}",
        f"DTSTAMP:{_moment(event.created_at)}",
        f"DTSTART:{_moment(event.starts_at)}",
        f"DTEND:{_moment(event.starts_at + event.lasts)}",
        f"SUMMARY:{title}",
        f"DESCRIPTION:{_escape(event.url)}",
        f"URL:{event.url}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{title}",
        f"TRIGGER:-PT{event.alarm_before // timedelta(minutes=1)}M",
        "END:VALARM",
        "END:VEVENT",
    )


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape(text: str) -> str:
    """Escape the characters that have a meaning in a text."""
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return " ".join(text.splitlines())


def _fold(line: str) -> str:
    """Break a line that has too many bytes. A line that begins with a space continues the one before."""
    parts, part = [], ""
    for character in line:
        if len((part + character).encode()) > LINE_BYTES:
            parts.append(part)
            part = " "
        part += character
    return "\r\n".join([*parts, part])
