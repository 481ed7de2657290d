"""Calendar files follow RFC 5545: times in UTC, escaped texts, lines of at most 75 bytes that end in CRLF."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

from common.formats.calendar_file import CalendarEvent, write_calendar

EVENT = CalendarEvent(
    uid="abc@cards.example",
    created_at=datetime(2026, 11, 29, 9, 0, tzinfo=UTC),
    starts_at=datetime(2026, 11, 30, 20, 0, tzinfo=timezone(timedelta(hours=1))),
    lasts=timedelta(minutes=45),
    title="Cribbage with Bob",
    url="https://cards.example/appointment/abc",
    alarm_before=timedelta(minutes=10),
)


def lines_of(event: CalendarEvent) -> list[str]:
    text = write_calendar(event)
    assert text.endswith("END:VCALENDAR\r\n")
    return text.split("\r\n")


def test_a_file_has_one_event_with_an_alarm():
    lines = lines_of(EVENT)
    assert lines[0] == "BEGIN:VCALENDAR"
    for line in (
        "UID:abc@cards.example",
        "DTSTAMP:20261129T090000Z",
        "DTSTART:20261130T190000Z",
        "DTEND:20261130T194500Z",
        "SUMMARY:Cribbage with Bob",
        "URL:https://cards.example/appointment/abc",
        "TRIGGER:-PT10M",
    ):
        assert line in lines, line
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1


def test_texts_are_escaped_and_cannot_add_lines():
    lines = lines_of(replace(EVENT, title="Bob, Ann; a\\b\r\nURL:evil"))
    assert r"SUMMARY:Bob\, Ann\; a\\b URL:evil" in lines


def test_a_long_line_is_folded_between_characters():
    title = "é" * 100
    text = write_calendar(replace(EVENT, title=title))
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert f"SUMMARY:{title}\r\n" in text.replace("\r\n ", "")
