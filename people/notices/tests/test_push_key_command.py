"""`manage.py push_key` prints a key that the settings accept."""

import json

import pytest
from django.core.management import call_command

from cribbage_site.environment import parse_push_key
from people.notices.push.vapid import public_key


def test_it_prints_a_line_for_the_settings(capsys: pytest.CaptureFixture[str]):
    call_command("push_key")
    name, _, key = capsys.readouterr().out.splitlines()[0].partition("=")
    assert (name, parse_push_key(key)) == ("VAPID_PRIVATE_KEY", key)


def test_for_a_program_it_prints_the_pair(capsys: pytest.CaptureFixture[str], settings):
    call_command("push_key", "--json")
    pair = json.loads(capsys.readouterr().out)
    settings.VAPID_PRIVATE_KEY = pair["private"]
    assert public_key() == pair["public"]


def test_every_key_differs(capsys: pytest.CaptureFixture[str]):
    call_command("push_key", "--json")
    call_command("push_key", "--json")
    first, second = capsys.readouterr().out.splitlines()
    assert first != second
