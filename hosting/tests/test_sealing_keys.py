"""Keys are changed while games run, and no sealed value is lost."""

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.test import Client

from game.models import Secrets
from game.table.forced_endings import forfeit_live_games
from game.table.record.ledger import load_row
from hosting import sealing_keys
from rng.models import Unshown
from rng.seal import KeyMissing, derive_key
from tests.worlds.accounts import AccountClient, create_account, form_errors, page_text
from tests.worlds.second_factor import asked_for_a_code, code_for, phone, turn_on
from tests.worlds.tables import create_game

__all__ = ["phone"]

pytestmark = pytest.mark.django_db(transaction=True)

OLD, NEW, LOST = "the old key", "the new key", "a key that was lost"


@pytest.fixture(autouse=True)
def sealing(settings: Any) -> Any:
    settings.SEALING_KEYS = [OLD]
    return settings


@pytest.fixture
def annas() -> AccountClient:
    """A browser in which Anna is logged in."""
    create_account("Anna")
    annas = AccountClient(Client())
    annas.client.post("/accounts/login/", {"login": "Anna", "password": "every other hand"})
    return annas


@pytest.fixture
def key(annas: AccountClient) -> str:
    """Anna's second factor."""
    return turn_on(annas)


def reseal(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, dict[str, Any]]:
    """Run the command. Return its exit status and what it printed."""
    try:
        call_command("reseal", "--json", *args)
        status = 0
    except SystemExit as end:
        status = int(end.code or 0)
    return status, json.loads(capsys.readouterr().out)


def kept_codes() -> list[str]:
    codes = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
    return list(codes.wrap().get_unused_codes())


def id_of(passphrase: str) -> str:
    return derive_key(passphrase)[0]


@pytest.mark.slow
@pytest.mark.rows
def test_resealed_values_use_the_newest_key_and_still_open(
    phone: str, sealing: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing_keys, "BATCH_SIZE", 2)
    over, *live = [create_game() for _ in range(5)]
    forfeit_live_games(over.seat_a)
    before = {game.pk: load_row(game.pk).server_secrets for game in (over, *live)}
    seals, codes = 5 + Authenticator.objects.count(), kept_codes()

    sealing.SEALING_KEYS = [NEW, OLD]
    fresh = create_game()
    status, report = reseal(capsys, "--check")
    assert (status, report["left"], report["under"]) == (1, seals, {id_of(OLD): seals, id_of(NEW): 1})
    assert reseal(capsys)[1]["resealed"] == seals
    status, report = reseal(capsys)
    assert (status, report["resealed"], report["left"], report["missing"]) == (0, 0, 0, [])
    assert report["under"] == {id_of(NEW): seals + 1}

    sealing.SEALING_KEYS = [NEW]
    assert {game: load_row(game).server_secrets for game in before} == before
    assert load_row(fresh.pk)
    browser = AccountClient(Client())
    asked_for_a_code(browser)
    browser.post("login/code", code=code_for(phone))
    assert browser.is_logged_in()
    assert kept_codes() == codes


@pytest.mark.slow
@pytest.mark.rows
def test_values_that_do_not_open_are_left_unchanged_and_counted(
    sealing: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    sealing.SEALING_KEYS = [LOST]
    lost = create_game()
    sealing.SEALING_KEYS = [NEW, OLD]
    torn = create_game()
    Secrets.objects.filter(pk=torn.pk).update(sealed="torn")
    before = list(Secrets.objects.order_by("pk").values())
    status, report = reseal(capsys)
    assert (status, report["resealed"], report["left"], report["missing"]) == (1, 0, 2, [id_of(LOST)])
    assert list(Secrets.objects.order_by("pk").values()) == before
    assert not Unshown.objects.exists()
    assert reseal(capsys, "--void-lost")[1]["voided"] == 1
    assert [each.game for each in Unshown.objects.all()] == [lost.pk]


@pytest.mark.slow
def test_a_code_that_cannot_be_checked_is_not_called_wrong(phone: str, sealing: Any) -> None:
    sealing.SEALING_KEYS = [NEW]
    browser = AccountClient(Client())
    asked_for_a_code(browser)
    answer = browser.post("login/code", code=code_for(phone))
    assert "can’t check your code at the moment" in page_text(answer)
    assert "wrong" not in str(form_errors(answer))
    sealing.SEALING_KEYS = [NEW, OLD]
    browser.post("login/code", code=code_for(phone))
    assert browser.is_logged_in()


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "/new", "/file"])
def test_recovery_codes_that_do_not_open_are_reported_on_their_pages(
    key: str, annas: AccountClient, sealing: Any, page: str
) -> None:
    sealing.SEALING_KEYS = [NEW]
    answer = annas.get(f"second-factor/codes{page}")
    assert (answer.status_code, "is still set up" in page_text(answer)) == (503, True)

    sealing.SEALING_KEYS = [NEW, OLD]
    assert annas.get(f"second-factor/codes{page}").status_code == 200

    Authenticator.objects.update(data={"seed": "torn", "secret": "torn", "used_mask": 0})
    answer = annas.get(f"second-factor/codes{page}")
    assert (answer.status_code, "can no longer read your two-factor key" in page_text(answer)) == (503, True)
    assert annas.post("second-factor/off").status_code == 302
    assert not Authenticator.objects.exists()


def test_the_check_names_the_missing_keys(sealing: Any) -> None:
    create_game()
    assert run_checks(tags=[Tags.database], databases=["default"]) == []
    sealing.SEALING_KEYS = [NEW]
    (warning,) = run_checks(tags=[Tags.database], databases=["default"])
    assert warning.msg == f"1 secrets are sealed with the key {id_of(OLD)}, which is not here."
    with pytest.raises(KeyMissing):
        load_row(Secrets.objects.get().pk)
