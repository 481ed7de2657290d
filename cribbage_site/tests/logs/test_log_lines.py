"""A line of the log, and its other sources: error reports, threads that end, and Twisted's errors."""

import io
import json
import logging
import sys
from contextvars import copy_context
from threading import Thread
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.views.debug import get_exception_reporter_class
from twisted.logger import Logger

from cribbage_site.logs import setup
from cribbage_site.logs.requests import request_id_of
from cribbage_site.logs.setup import JsonFormatter, PlainFormatter
from game.management.commands.play import log_twisted_faults
from tests.worlds.people import moderator


def line(message: str, *values: object, **more: Any) -> dict[str, str]:
    record = logging.LogRecord("game.table.table", logging.ERROR, __file__, 1, message, values, None)
    vars(record).update(more)
    return json.loads(JsonFormatter().format(record))


def test_a_line_has_time_level_and_logger() -> None:
    fields = line("%d for %s", 15, "two", created=1_800_000_000.5)
    assert fields == {
        "time": "2027-01-15T08:00:00.500+00:00",
        "level": "error",
        "logger": "game.table.table",
        "message": "15 for two",
    }


def test_a_message_that_names_its_game_has_it_in_a_field() -> None:
    assert line("game %s: it cannot go on", "7kxm2p9qrstv")["game"] == "7kxm2p9qrstv"


def test_a_line_names_the_current_game_and_request() -> None:
    def fields() -> dict[str, str]:
        setup.current_request_id.set("5p4q3r2s")
        setup.current_game_id.set("7kxm2p9qrstv")
        return line("it is late")

    said = copy_context().run(fields)
    assert (said["request"], said["game"]) == ("5p4q3r2s", "7kxm2p9qrstv")
    assert not {"request", "game"} & line("it is late").keys()


@pytest.mark.parametrize("values", [("one", "too many"), (), ({"secret": "x"},)])
def test_a_message_with_wrong_arguments_is_logged_unformatted(values: tuple[object, ...]) -> None:
    assert line("just %d", *values)["message"] == "just %d"


def test_characters_that_no_encoding_has_are_replaced() -> None:
    assert line("Not Found: /%s", "\udcff\ud800")["message"] == "Not Found: /\\udcff\\ud800"


def test_a_newline_starts_no_new_log_line() -> None:
    record = logging.LogRecord("x", logging.INFO, __file__, 1, "a\nb", (), None)
    assert "\n" not in JsonFormatter().format(record)


def test_the_plain_format_has_the_same_content(monkeypatch: pytest.MonkeyPatch) -> None:
    record = logging.LogRecord("game.consumers.base", logging.WARNING, __file__, 1, "it is late", (), None)
    record.created = 1_800_000_000.5
    assert (
        PlainFormatter().format(record)
        == "2027-01-15T08:00:00.500+00:00 WARNING game.consumers.base: it is late"
    )


@pytest.mark.parametrize(
    ("proxies", "given", "believed"),
    [
        (1, [b"5f0c1a2b3c4d5e6f708192a3b4c5d6e7"], True),
        (0, [b"5f0c1a2b3c4d5e6f708192a3b4c5d6e7"], False),
        (1, [], False),
        (1, [b"short"], False),
        (1, [b"x" * 65], False),
        (1, [b"has a blank"], False),
        (1, [b"has\nanother line"], False),
        (1, [b"12345678", b"23456789"], False),
    ],
)
def test_only_a_trusted_proxy_sets_the_request_id(
    settings: Any, proxies: int, given: list[bytes], believed: bool
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    name = request_id_of({"headers": [(b"x-request-id", value) for value in given]})
    assert (name.encode() in given) is believed
    assert name.isalnum()


def test_an_error_report_only_says_what_failed_and_where(settings: Any) -> None:
    request = RequestFactory().post("/accounts/login/?next=/whither", {"password": "fifteen two"})
    request.COOKIES["sessionid"] = "a-session"
    request.META["HTTP_AUTHORIZATION"] = "Bearer me"
    try:
        hand = "a hand of mine"
        raise ValueError("hand=(1, 2, 3, 4) and password='fifteen two'", hand)
    except ValueError:
        kind, fault, trace = sys.exc_info()
    reporter = get_exception_reporter_class(request)(request, kind, fault, trace)
    for report in (reporter.get_traceback_text(), reporter.get_traceback_html()):
        assert "ValueError" in report
        assert "POST /accounts/login/" in report
        assert "test_log_lines.py" in report
        for hidden in ("fifteen two", "a-session", "Bearer", "whither", "1, 2", settings.SECRET_KEY):
            assert hidden not in report


def test_a_thread_that_ends_with_an_error_is_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("threading.excepthook", setup._log_thread_fault)
    thread = Thread(target=lambda: [][0], name="one of ours")
    thread.start()
    thread.join()
    assert "one of ours ended with an error" in caplog.text
    assert "IndexError" in caplog.text


def test_an_error_in_twisted_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    log_twisted_faults()
    try:
        raise LookupError("no such card")
    except LookupError:
        Logger().failure("a connection fell over")
    (fields,) = [record for record in caplog.records if record.name == "twisted"]
    assert fields.levelno == logging.CRITICAL
    assert "no such card" in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "host", "status", "level"),
    [
        ("/", "evil.example", 400, "info"),
        (f"/fairness/deals?{'a=1&' * 1500}", "localhost", 400, "info"),
        ("/admin/auth/group/", "localhost", 403, "warning"),
    ],
)
def test_a_refusal_is_one_line_and_no_error(path: str, host: str, status: int, level: str) -> None:
    handler = logging.root.handlers[0]
    assert isinstance(handler, setup.CountingHandler)
    client = Client()
    client.force_login(moderator("Warden"))
    counts = [setup.LINE_COUNTER.labels(each)._value.get() for each in ("error", "critical")]
    out = io.StringIO()
    stream = handler.setStream(out)
    try:
        assert client.get(path, HTTP_HOST=host).status_code == status
    finally:
        handler.setStream(stream)
    (said,) = out.getvalue().splitlines()
    assert f" {level.upper()} django." in said
    assert counts == [setup.LINE_COUNTER.labels(each)._value.get() for each in ("error", "critical")]
