"""Secrets are redacted from the log, whatever text contains them."""

import pytest

from cribbage_site.logs.redaction import HIDDEN, redact
from cribbage_site.tests.addresses import paths_with_key

SESSION = "p7x0k2m9q4v1z8c3b6n5a0s2d4f6g8h1"
HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
SEAL = "a1b2c3d4.q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ=="


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        (f"the seat showed {HEX} too early", HEX),
        (f"no session {SESSION} is there", SESSION),
        (f"cannot open {SEAL}", SEAL.split(".")[1]),
        (f"Cookie: sessionid={SESSION[:20]}; csrftoken=abc", SESSION[:20]),
        ("(b'cookie', b'sessionid=short; theme=dark'), (b'host', b'x')", "short"),
        ("{'Authorization': 'Bearer moderator'}", "moderator"),
        ("csrfmiddlewaretoken=short&x=1", "short"),
        ("connection to postgresql://jack:h%40rt@db.example:5432/cards failed", "h%40rt"),
        ("Error 111 connecting to redis://:knave@cache.example:6379", "knave"),
        ("Not Found: /join/x7k2m9q4", "x7k2m9q4"),
        ("Not Found: /api/join/x7k2m9q4", "x7k2m9q4"),
        ("Conflict: /clubs/join/2umzfz54eurtbqdmp24epmwe", "2umzfz54eurtbqdmp24epmwe"),
        ("GET /accounts/password/reset/key/2-cx1y-8e1bc0f0/: 200", "8e1bc0f0"),
        ("Gone: /accounts/email/confirm/MQ:1tZxyz:sig-na_ture/", "sig-na_ture"),
        ("GET /mail/stop/5:1tZxyz:abc-def", "abc-def"),
        ("Bad Request: /somewhere?next=/&code=k7x2", "k7x2"),
        ("fill in password='fifteen two'", "fifteen two"),
        ('{"password1": "fifteen two", "a": 1}', "fifteen two"),
        ("hash pbkdf2_sha256$1000000$salt$hash+/=", "salt"),
        (
            'new row violates "sane"\nDETAIL:  Failing row contains (k7x2m9q4,\nonetwo, 5H).\n\nDuring',
            "onetwo",
        ),
        ("DETAIL:  Key (email)=(ann@cards.example) already exists.", "ann@cards.example"),
        ("syntax error\nLINE 1: UPDATE x SET secret_a = 'abcdef'", "abcdef"),
        ('invalid input syntax for type integer: "k7x2"', "k7x2"),
        ("Sealed(chain=b'\\x01\\x9f~', bot_seat=b'plain')", "x9f"),
        ("Sealed(chain=b'\\x01\\x9f~', bot_seat=b'plain')", "plain"),
        ("it called with eo_abcdefghijklmnopqrstuvwxyz", "abcdefgh"),
        ("he holds 5H 5C JS QD", "5C"),
        ('"hand":["5H","6D","TD"]', "6D"),
        ("State(hands=((1, 2, 3, 4), (5, 6, 7, 8)), ply=3)", "5, 6"),
        ("View(hand=(12,), ply=3)", "12"),
        ("not to be thrown: (51, 3)", "51"),
        ("no such card: '5H'", "5H"),
        ("TypeError: frozenset({17, 30})", "17"),
        ("threw 5H6D", "5H6D"),
    ],
)
def test_secrets_are_hidden(said: str, secret: str) -> None:
    assert secret in said
    assert secret not in redact(said)
    assert HIDDEN in redact(said)


def test_every_url_with_a_key_loses_it() -> None:
    for path in paths_with_key("s3cret"):
        for spelled in (path, f"/fr{path}", f"/{path}", path.upper()):
            assert "s3cret" not in redact(f"Not Found: {spelled}").lower(), spelled


@pytest.mark.parametrize(
    "said",
    [
        "game 7kxm2p9qrstv: the bot's move does not stand: The game has moved on. Try again.",
        "GET /table/7kxm2p9qrstv: 200 in 12 ms",
        "not ready: The database lacks game.0001_initial: run manage.py migrate.",
        "Listening on TCP address 127.0.0.1:8000",
        '  File "/srv/every-other/.venv/lib/python3.11/site-packages/django/core/handlers/base.py", line 197',
        "    players = Player.objects.filter(name=name)\n              ^^^^^^^^^^^^^^^^^^^^^",
        "SELECT a AS b FROM c WHERE d IN (SELECT 1)",
        "[Errno 111] Connection refused",
        "study.review.queue.review_one failed; it is tried again until it works",
        "A hand of cards, a deck and a secret are words.",
    ],
)
def test_useful_text_remains(said: str) -> None:
    assert redact(said) == said


@pytest.mark.parametrize(
    "asked",
    [
        "(1," + "1" * 8000,
        "a.a" * 3000,
        "x://a:" * 1500,
        "b'\\x" * 2000,
        "5H " * 3000,
        "hand=(" * 1500,
        "aA1-" * 2000,
    ],
)
def test_no_input_makes_redaction_slow(asked: str) -> None:
    assert len(redact(f"Not Found: /{asked}!")) <= len(asked) * 2
