import atexit
import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management.commands import flush
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import override_settings
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright

from bench.chromium import ARGUMENTS, installed
from cribbage_site.tests.repetitions import IN_FULL
from cribbage_site.tests.server_process import ROOT, Server
from cribbage_site.tests.services import database_of_its_own
from game.apps import appoint_moderators, open_accounts

BOOKS = count()

settings.register_profile("quick", deadline=None, max_examples=60)
settings.register_profile("ci", deadline=None, max_examples=60, print_blob=True)
settings.register_profile("proof", deadline=None, print_blob=True, max_examples=5000)
settings.load_profile("proof" if IN_FULL else "ci" if os.environ.get("CI") else "quick")


def forbid_skip(report: Any) -> Any:
    if os.environ.get("FORBID_SKIPS") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and FORBID_SKIPS is set: {report.longrepr}"
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked `in_full` to `make proof`."""
    if not IN_FULL:
        left = [item for item in items if item.get_closest_marker("in_full")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    return forbid_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    return forbid_skip((yield))


# Filled by `migrate`, and changed by no test: to fill them anew took longer than most tests take.
KEPT = {"django_content_type", "auth_permission"}


def emptied(style: object, connection: BaseDatabaseWrapper, **_: bool) -> list[str]:
    """Statements that empty tables; the rows of a test are few, and a TRUNCATE makes every file anew."""
    tables = {*connection.introspection.django_table_names(only_existing=True)} - KEPT
    rows = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in sorted(tables)]
    if connection.vendor == "postgresql":
        return [f"SET LOCAL session_replication_role = replica; {'; '.join(rows)}"]
    return rows


def as_after_migrate(*_: object, **__: object) -> None:
    """The house's own rows, which every database has."""
    open_accounts()
    appoint_moderators()


@pytest.fixture(autouse=True, scope="session")
def quickly_emptied_tables() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", emptied)
        patch.setattr(flush, "emit_post_migrate_signal", as_after_migrate)
        yield


@pytest.fixture(autouse=True)
def quick_passwords() -> Iterator[None]:
    """To make a good one takes time, which servers save too: see `cribbage_site.tests.fast_settings`."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test asks for is not counted against the next: each begins a book of its own."""
    monkeypatch.setattr("common.rate_limit.BOOK", f"pace-{next(BOOKS)}")


@cache
def migrated_database(url: str) -> str:
    """The name of a database as `migrate` makes it, for the databases of servers to be copies of."""
    kept = ExitStack()
    atexit.register(kept.close)
    own = kept.enter_context(database_of_its_own(url))
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"DATABASE_URL": own}, check=True)
    return urlsplit(own).path[1:]


@contextmanager
def server_on_this_row(kind: type[Server] = Server, **environment: str) -> Iterator[Server]:
    """A server on SQLite, or on a new database of the PostgreSQL that this run was given."""
    if url := os.environ.get("DATABASE_URL"):
        with (
            database_of_its_own(url, like=migrated_database(url)) as own,
            kind({**environment, "DATABASE_URL": own}, new=False) as server,
        ):
            yield server
    else:
        with kind(environment) as server:
            yield server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server that tests share: leave it running."""
    with server_on_this_row() as server:
        yield server


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server to stop, kill and restart."""
    with server_on_this_row() as server:
        yield server


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for one file: while Playwright runs its event loop, Django refuses the ORM in this thread."""
    path = installed()
    if path is None:
        pytest.skip("no Chromium is installed")
    expect.set_options(timeout=10_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()
