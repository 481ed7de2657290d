import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection

from cribbage_site.environment import (
    find_languages,
    mail_settings,
    parse_listener,
    parse_push_key,
    postgresql_settings,
    split_commas,
)


def test_a_database_url_is_parsed():
    database = postgresql_settings("postgresql://jack:h%40rt@cards.example:5433/every_other?sslmode=require")
    assert database["USER"] == "jack"
    assert database["PASSWORD"] == "h@rt"
    assert database["HOST"] == "cards.example"
    assert database["PORT"] == "5433"
    assert database["NAME"] == "every_other"
    assert database["OPTIONS"]["sslmode"] == "require"


def test_another_kind_of_database_is_refused():
    with pytest.raises(ImproperlyConfigured, match="postgresql://"):
        postgresql_settings("mysql://localhost/cards")


def test_a_pool_has_room_for_pages_and_for_threads_that_hold_a_connection():
    assert postgresql_settings("postgresql://localhost/cards", 4)["OPTIONS"]["pool"]["max_size"] == 4
    with pytest.raises(ImproperlyConfigured, match="DATABASE_POOL must be at least 4"):
        postgresql_settings("postgresql://localhost/cards", 3)


def test_words_are_separated_by_commas():
    assert split_commas(" fifteen two, and a pair ,,is four") == ["fifteen two", "and a pair", "is four"]


def test_extra_translations_add_their_languages(tmp_path):
    for name in ("pt_BR", "eo"):
        (tmp_path / name / "LC_MESSAGES").mkdir(parents=True)
    assert [code for code, _ in find_languages(str(tmp_path))] == ["eo", "pt-br"]
    assert find_languages("") == []


def test_without_a_mail_server_mail_is_printed():
    assert mail_settings("") == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}


def test_mail_is_not_printed_in_production():
    backend = mail_settings("", is_printed=False)["EMAIL_BACKEND"]
    assert backend == "cribbage_site.email_backend.EmailBackend"
    assert get_connection(backend).send_messages([EmailMessage(body="a link that lets in")]) == 0


def test_a_listener_is_a_host_and_a_port():
    assert parse_listener("127.0.0.1:9100") == ("127.0.0.1", 9100)
    assert parse_listener("[::1]:9100") == ("::1", 9100)
    assert parse_listener("") is None


@pytest.mark.parametrize("at", ["9100", ":9100", "127.0.0.1", "127.0.0.1:nine"])
def test_an_invalid_listener_is_refused(at: str):
    with pytest.raises(ImproperlyConfigured, match="host:port"):
        parse_listener(at)


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://jack:h%40rt@mail.example", 587, True, False),
        ("smtps://jack:h%40rt@mail.example", 465, False, True),
        ("smtp://jack:h%40rt@localhost:25", 25, False, False),
    ],
)
def test_a_mail_url_is_parsed(url: str, port: int, starttls: bool, tls: bool):
    server = mail_settings(url)
    assert (server["EMAIL_HOST_USER"], server["EMAIL_HOST_PASSWORD"]) == ("jack", "h@rt")
    assert (server["EMAIL_PORT"], server["EMAIL_USE_TLS"], server["EMAIL_USE_SSL"]) == (port, starttls, tls)


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://"])
def test_an_invalid_mail_url_is_refused(url: str):
    with pytest.raises(ImproperlyConfigured, match="smtp://"):
        mail_settings(url)


@pytest.mark.parametrize("key", ["", "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"])
def test_a_push_key_is_a_key_or_none(key):
    assert parse_push_key(key) == key


@pytest.mark.parametrize("key", ["abc", "+" * 43, "A" * 43, "_" * 43, "not a key", "\u00e9"])
def test_an_invalid_push_key_is_refused_at_the_start(key):
    with pytest.raises(ImproperlyConfigured, match="push_key"):
        parse_push_key(key)
