import gc
import os
import re
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.models import Model
from django.test import TransactionTestCase, override_settings
from django.test.signals import setting_changed
from django.test.utils import setup_databases, teardown_databases
from django.utils import translation
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright

from bench.chromium import ARGUMENTS, find_chromium
from bench.services import ServiceMissing, temporary_database
from common import clock
from common.database.thread import disconnect
from common.rendered import forget_rendered
from cribbage_site.tests.migrated_databases import fill_database, shared_directory
from cribbage_site.tests.patience import PATIENCE, PATIENCE_MS
from cribbage_site.tests.repetitions import FULL_PROOF
from cribbage_site.tests.server_process import Server

pytest_plugins = [
    "cribbage_site.tests.compiled_once",
    "cribbage_site.tests.cpu_time",
    "cribbage_site.tests.repeatable_secrets",
    "tests.worlds.players",
]

rate_limit_books = count()

# The same examples in every run: new ones are looked for by `make proof`.
settings.register_profile("quick", deadline=None, max_examples=40, derandomize=True, database=None)
settings.register_profile("proof", deadline=None, print_blob=True, max_examples=5000)
settings.load_profile("proof" if FULL_PROOF else "quick")


def pytest_configure() -> None:
    """Let the workers of this run share the migrated databases. They start after this call.

    A shell that runs this in the background ignores Ctrl-C, and every process started here would inherit
    that. Any other signal to end also lets fixtures remove what they made.
    """
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, signal.default_int_handler)
    shared_directory()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file without a wanted test, because that would take longer than most tests."""
    if collection_path.name == "campaigns":
        return None if FULL_PROOF else True
    wanted = config.getoption("markexpr")
    if not collection_path.match("test_*.py") or not wanted or " or " in wanted:
        return None
    text = collection_path.read_text()
    return not all(may_have(text, mark) for mark in wanted.split(" and ")) or None


# A parallel run starts these files first: a long one at the end would keep one process busy after the others.
LONG = ("tests/journeys/", "cribbage_site/tests/browser/", "tests/live/", "tests/proof/", "tests/upgrades/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: [not item.nodeid.startswith(folder) for folder in LONG])


def may_have(text: str, mark: str) -> bool:
    """Return whether a test file may contain a test with a mark, or one without it ("not slow")."""
    if mark.startswith("not "):
        unwanted = mark.removeprefix("not ")
        return re.search(rf"^pytestmark = .*\bmark\.{unwanted}\b", text, re.MULTILINE) is None
    return f"pytest.mark.{mark}" in text


def fail_if_skipped(report: Any) -> Any:
    if os.environ.get("FORBID_SKIPS") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and FORBID_SKIPS is set: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze thousands of tests. Otherwise the garbage collector would examine them again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 50, 50)
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def start_background_of_this_process() -> None:
    """Run the parts of a serving process that tests in this process need."""
    from game.runtime.background import start_background

    start_background()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, ServiceMissing):
        path, line, _ = item.location
        report.outcome, report.longrepr = "skipped", (path, line or 0, f"Skipped: {call.excinfo.value}")
    return fail_if_skipped(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    return fail_if_skipped((yield))


# Filled by `migrate`, and changed by no test. Filling them again took longer than most tests.
PRESERVED_TABLES = {"django_content_type", "auth_permission"}


def delete_rows_sql() -> list[str]:
    """Return the statements that empty tables.

    The rows of a test are few, and TRUNCATE would recreate every file.
    """
    tables = {*connection.introspection.django_table_names(only_existing=True)} - PRESERVED_TABLES
    rows = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in sorted(tables)]
    if connection.vendor == "postgresql":
        return [f"SET LOCAL session_replication_role = replica; {'; '.join(rows)}"]
    return rows


def load_house_rows() -> list[list[Model]]:
    """Return the house's own rows, which every database has."""
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model._meta.db_table not in PRESERVED_TABLES
    ]
    return [rows for model in models if (rows := [*model._meta.base_manager.all()])]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Fill the test database before `migrate` runs on it, which then has nothing to do."""
    create_empty = connection.creation._create_test_db

    def create_filled(*how: Any, **more: Any) -> str:
        name: str = create_empty(*how, **more)
        if url := os.environ.get("DATABASE_URL"):
            fill_database({"DATABASE_URL": urlunsplit(urlsplit(url)._replace(path=f"/{name}"))})
        else:
            fill_database({"DATABASE_PATH": name})
        return name

    connection.creation._create_test_db = create_filled


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: Any, django_db_modify_db_settings: None
) -> Iterator[None]:
    """Make the test database. A test that commits leaves the house's rows, which is fast.

    pytest-django's own fixture makes no database where no test is marked, although a fixture asks for it.
    """
    with django_db_blocker.unblock():
        databases = setup_databases(verbosity=0, interactive=False, aliases=[DEFAULT_DB_ALIAS])
        delete_all, house_rows = delete_rows_sql(), load_house_rows()

    def restore(_: TransactionTestCase) -> None:
        with transaction.atomic():
            with connection.cursor() as cursor:
                for statement in delete_all:
                    cursor.execute(statement)
            for rows in house_rows:
                rows[0]._meta.base_manager.bulk_create(rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", restore)
        yield
    close_chromium()  # its event loop would keep Django from closing the connection
    disconnect()  # a database in use cannot be dropped
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            end_other_sessions()
        name = connection.settings_dict["NAME"]
        teardown_databases(databases, verbosity=0)
    if connection.vendor == "sqlite":
        for kind in ("-wal", "-shm"):  # of a connection that a thread left open
            Path(f"{name}{kind}").unlink(missing_ok=True)


def end_other_sessions() -> None:
    """End what a thread of a test left connected to this database, and what still closes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid != pg_backend_pid()"
        )


@pytest.fixture(autouse=True, scope="session")
def rendered_anew_under_other_settings() -> Iterator[None]:
    def forget(**_: object) -> None:
        forget_rendered()

    setting_changed.connect(forget)
    yield
    setting_changed.disconnect(forget)


@pytest.fixture(autouse=True, scope="session")
def settings_of_all_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hash quickly and wait long for workers, as test servers do: see `cribbage_site.tests.fast_settings`.

    Tests do not write to the public log of this checkout.
    """
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        LOG_ROOT=tmp_path_factory.getbasetemp() / "public-log",
        DUMPS_ROOT=tmp_path_factory.getbasetemp() / "dumps",
        DELAY_STEPS=0,
        INTERACTIVE_SECONDS=PATIENCE,
    ):
        yield


@pytest.fixture(autouse=True)
def fresh_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own rate limit counters."""
    monkeypatch.setattr("common.http.rate_limit.KEY_PREFIX", f"pace-{next(rate_limit_books)}")


@contextmanager
def server_on_this_database(kind: type[Server] = Server, **environment: str) -> Iterator[Server]:
    """Start a server on SQLite, or on a new database of the PostgreSQL of this run."""
    if url := os.environ.get("DATABASE_URL"):
        with temporary_database(url) as own, kind({**environment, "DATABASE_URL": own}) as server:
            yield server
    else:
        with kind(environment) as server:
            yield server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server that tests share. Do not stop it."""
    with server_on_this_database() as server:
        yield server


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server to stop, kill and restart."""
    with server_on_this_database() as server:
        yield server


open_browser = ExitStack()
# One process for all pages compiles a script once. Otherwise each starts its own, and compiles everything
# again.
ONE_RENDERER = "--renderer-process-limit=1"


@cache
def launch_chromium() -> Browser:
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium is installed")
    expect.set_options(timeout=PATIENCE_MS)
    playwright = open_browser.enter_context(sync_playwright())
    browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, ONE_RENDERER])
    open_browser.callback(browser.close)
    return browser


def close_chromium() -> None:
    open_browser.close()
    launch_chromium.cache_clear()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin in the site's language, whatever the last request of the previous test used.

    While Playwright runs its event loop, Django refuses the ORM in this thread.
    """
    translation.deactivate()
    if "chromium" not in getattr(item, "fixturenames", ()):
        close_chromium()


def pytest_sessionfinish() -> None:
    close_chromium()


@pytest.fixture
def chromium() -> Browser:
    """The browser that tests share. It is restarted after a test without it has closed it."""
    return launch_chromium()


@pytest.fixture
def later() -> Iterator[Callable[..., None]]:
    """Advance the clock: later(seconds=5)."""
    passed = timedelta()

    def pass_time(**by: float) -> None:
        nonlocal passed
        clock.shift(timedelta(**by))
        passed += timedelta(**by)

    yield pass_time
    clock.shift(-passed)
