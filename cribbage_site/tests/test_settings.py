import os
import runpy
import stat
from concurrent.futures import ProcessPoolExecutor
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured

from cribbage_site.environment import read_or_make_secret
from cribbage_site.tests.server_process import ROOT

LONG = "fifteen-two-fifteen-four-and-a-pair-is-six-and-his-nobs-is-seven"
OURS = {
    "PRODUCTION",
    "DEBUG",
    "HTTPS",
    "HOST",
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "DATABASE_PATH",
    "DATABASE_URL",
    "SEALING_KEYS",
    "SIGNING_KEYS",
    "SIGNING_KEY_FILE",
    "ALLOWED_HOSTS",
}


def setting(expression: str, **environment: str) -> str:
    """Return the value of an expression in settings loaded with an environment, or why they do not load."""
    others = {name: value for name, value in os.environ.items() if name not in OURS}
    with patch.dict(os.environ, others | environment, clear=True):
        try:
            settings = runpy.run_path(str(ROOT / "cribbage_site/settings.py"))
        except ImproperlyConfigured as why:
            return str(why)
    return str(eval(expression, settings))


def test_it_starts_without_any_setting():
    assert setting("ALLOWED_HOSTS") == "['localhost', '127.0.0.1', '[::1]', '127.0.0.1']"
    assert setting("DEBUG") == "False"


def test_listening_on_all_interfaces_accepts_any_host_name():
    assert setting("ALLOWED_HOSTS", HOST="0.0.0.0") == "['*']"


def test_a_site_at_home_creates_a_secret_next_to_its_database(tmp_path):
    home = {"DATABASE_PATH": str(tmp_path / "site.sqlite3")}
    secret = setting("SECRET_KEY", **home)
    (file,) = tmp_path.iterdir()
    assert file.name == "every_other.secret_key"
    assert file.read_text() == f"{secret}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(secret) >= 50
    assert setting("SECRET_KEY", **home) == secret
    assert setting("SECRET_KEY", DATABASE_PATH=str(tmp_path / "restored.sqlite3")) == secret
    assert setting("SECRET_KEY", DATABASE_PATH=str(tmp_path.parent / "other.sqlite3")) != secret


def test_a_configured_secret_creates_no_file(tmp_path):
    home = {"DATABASE_PATH": str(tmp_path / "site.sqlite3")}
    assert setting("SECRET_KEY", SECRET_KEY=LONG, **home) == LONG
    assert "SECRET_KEY must be set" in setting("DEBUG", PRODUCTION="1", ALLOWED_HOSTS="a.example", **home)
    assert not [*tmp_path.iterdir()]


def test_a_secret_that_cannot_be_stored_is_an_error(tmp_path):
    says = setting("SECRET_KEY", DATABASE_PATH=str(tmp_path / "nowhere" / "site.sqlite3"))
    assert says.endswith("(No such file or directory): set SECRET_KEY.")


@pytest.mark.slow
def test_processes_that_start_at_once_share_one_secret(tmp_path):
    file = tmp_path / "key"
    with ProcessPoolExecutor(8) as pool:
        assert len({*pool.map(read_or_make_secret, [file] * 200, chunksize=1)}) == 1


def test_seals_of_the_former_public_secret_still_open_and_it_signs_nothing(tmp_path):
    home = {"DATABASE_PATH": str(tmp_path / "site.sqlite3"), "SIGNING_KEY_FILE": "/nowhere"}
    known = setting("DEFAULT_SECRET_KEY", **home)
    before = setting("SEALING_KEYS[0]", SECRET_KEY=known)
    assert setting("SEALING_KEYS[0]", **home) != before
    assert setting("SEALING_KEYS[1:]", **home) == f"['{before}']"
    assert setting("SECRET_KEY_FALLBACKS", **home) == "[]"
    assert before not in setting("SEALING_KEYS", SECRET_KEY=LONG, **home)
    signed = setting("SIGNING_KEYS[0]", SECRET_KEY=known, SIGNING_KEY_FILE="/nowhere")
    assert signed not in setting("SIGNING_KEYS", **home)


def test_production_refuses_the_default_secret():
    production = {"PRODUCTION": "1", "ALLOWED_HOSTS": "cards.example"}
    assert "SECRET_KEY must be set" in setting("DEBUG", **production)
    known = setting("DEFAULT_SECRET_KEY", SECRET_KEY=LONG)
    assert "SECRET_KEY must be set" in setting("DEBUG", SECRET_KEY=known, **production)


def test_production_refuses_a_short_secret():
    says = setting("DEBUG", PRODUCTION="1", ALLOWED_HOSTS="cards.example", SECRET_KEY="short")
    assert "SECRET_KEY must be set" in says


def test_production_refuses_to_guess_its_hosts():
    says = setting("DEBUG", PRODUCTION="1", HOST="0.0.0.0", SECRET_KEY=LONG)
    assert "ALLOWED_HOSTS must name" in says


def test_production_never_debugs():
    production = {"PRODUCTION": "1", "ALLOWED_HOSTS": "cards.example", "SECRET_KEY": LONG}
    assert setting("DEBUG", DEBUG="1", **production) == "False"
    assert setting("SESSION_COOKIE_SECURE", **production) == "True"


def test_sealing_keys_are_listed_newest_first():
    assert setting("SEALING_KEYS[:2]", SEALING_KEYS="new, old") == "['new', 'old']"


def test_a_sealing_key_is_derived_from_the_secret_and_differs_from_it():
    assert LONG not in setting("SEALING_KEYS[0]", SECRET_KEY=LONG)
    assert setting("SEALING_KEYS[0]", SECRET_KEY=LONG) != setting("SEALING_KEYS[0]")


def test_seals_under_another_secret_still_open():
    before = setting("SEALING_KEYS[0]", SECRET_KEY=LONG)
    assert setting("SEALING_KEYS[-1]", SECRET_KEY=LONG, SEALING_KEYS="new") == before
    assert setting("SEALING_KEYS[1]", SECRET_KEY=f"new {LONG}", SECRET_KEY_FALLBACKS=LONG) == before


def test_signing_keys_are_listed_newest_first_and_only_a_site_at_home_may_use_a_file(tmp_path):
    file = tmp_path / "key"
    file.write_text("kept\n")
    home = {"SIGNING_KEYS": "new, old", "SIGNING_KEY_FILE": str(file)}
    assert setting("SIGNING_KEYS[:-1]", **home) == "['new', 'old', 'kept']"
    production = {"PRODUCTION": "1", "ALLOWED_HOSTS": "cards.example", "SECRET_KEY": LONG}
    assert setting("SIGNING_KEYS[:-1]", **home, **production) == "['new', 'old']"


def test_a_signing_key_is_derived_from_the_secret_and_differs_from_it_and_the_sealing_key():
    derived = setting("SIGNING_KEYS[-1]", SECRET_KEY=LONG, SIGNING_KEY_FILE="/nowhere")
    assert LONG not in derived
    assert derived != setting("SEALING_KEYS[-1]", SECRET_KEY=LONG)
    assert derived != setting("SIGNING_KEYS[-1]", SIGNING_KEY_FILE="/nowhere")


def test_a_changed_secret_logs_no_player_out():
    assert setting("SECRET_KEY_FALLBACKS", SECRET_KEY_FALLBACKS="old, older") == "['old', 'older']"


def test_the_log_is_json_in_production_and_plain_elsewhere():
    assert setting("LOG_FORMAT") == "plain"
    production = {"PRODUCTION": "1", "ALLOWED_HOSTS": "cards.example", "SECRET_KEY": LONG}
    assert setting("LOG_FORMAT", **production) == "json"
    assert setting("LOG_FORMAT", LOG_FORMAT="plain", **production) == "plain"
    assert "LOG_FORMAT must be" in setting("LOG_FORMAT", LOG_FORMAT="xml")
