"""`make host`, and the command that makes moderators."""

import builtins
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from game.management.commands import host as command
from game.models import Player
from people.moderation.rights import Kind, may_rule
from tests.worlds.people import reload

pytestmark = pytest.mark.django_db

PASSWORD = "fifteen two, and a pair"

Asked = Callable[..., None]


@pytest.fixture
def make_host(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Return a function that answers the command's questions."""

    def make(name: str, *passwords: str) -> None:
        answers = iter(passwords)
        monkeypatch.setattr(builtins, "input", lambda _: name)
        monkeypatch.setattr(command, "getpass", lambda _: next(answers))
        call_command("host", stdout=StringIO())

    return make


def test_host_logs_in_and_has_all_rights(make_host: Asked, ann: Player):
    make_host("Hostess", PASSWORD, PASSWORD)
    host = Player.objects.get(username="Hostess")
    assert host.check_password(PASSWORD)
    assert (host.is_staff, host.is_superuser, host.likeness) == (True, True, "hostess")
    assert all(may_rule(host, kind, ann) for kind in Kind)


def test_second_host_is_refused_with_instructions(make_host: Asked):
    make_host("Hostess", PASSWORD, PASSWORD)
    with pytest.raises(CommandError, match="changepassword Hostess"):
        make_host("hostess", PASSWORD, PASSWORD)
    assert Player.objects.filter(is_superuser=True).count() == 1


@pytest.mark.parametrize(
    ("name", "passwords", "says"),
    [
        ("Ann", (PASSWORD, PASSWORD), "looks like it"),
        ("Hostess", ("password",), "too common"),
        ("Hostess", (PASSWORD, "another"), "passwords differ"),
        ("", (PASSWORD, PASSWORD), "A name has"),
        ("Two words", (PASSWORD, PASSWORD), "only between"),
    ],
)
def test_invalid_host_is_refused_with_an_explanation(
    make_host: Asked, ann: Player, name: str, passwords: tuple[str, ...], says: str
):
    with pytest.raises(CommandError, match=says):
        make_host(name, *passwords)
    assert not Player.objects.filter(is_superuser=True).exists()


def test_a_moderator_is_made_and_dismissed_by_name(ann: Player, bob: Player):
    call_command("moderator", "Ann")
    assert may_rule(reload(ann), Kind.WARN, bob)
    assert not may_rule(reload(ann), Kind.VOID, bob)
    call_command("moderator", "Ann", dismiss=True)
    assert not may_rule(reload(ann), Kind.WARN, bob)
    assert not reload(ann).is_staff


def test_unknown_account_cannot_become_a_moderator(db: None):
    with pytest.raises(CommandError, match="no account called Novice"):
        call_command("moderator", "Novice")
