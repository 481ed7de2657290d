"""During a database outage every page and every call reports it, and asks to try again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from cribbage_site.pages import front
from cribbage_site.tests.addresses import PART, routes
from tests.worlds.old_databases import database_named

POSTS = {
    "/api/seeks/x/accept": {"error", "says"},
    "/api/join/x": {"error", "says"},
    "/api/games": {"error", "says"},
    "/api/v1/seeks": {"code", "says", "retry_ms"},
    "/join/x": None,
    "/play": None,
    "/accounts/signup/": None,
    "/accounts/login/": None,
}
FORM = {
    "against": "novice",
    "username": "Zoe",
    "password1": "every other hand",
    "login": "Ann",
    "password": "x",
}


@pytest.fixture
def without_database(tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Point this process to a database that does not exist."""
    pool = connection.settings_dict["OPTIONS"].get("pool")
    if isinstance(pool, dict):
        connection.settings_dict["OPTIONS"]["pool"] = pool | {"timeout": 0.05}
    name = str(tmp_path / "gone" / "db") if connection.vendor == "sqlite" else "gone"
    with django_db_blocker.unblock(), database_named(name):
        yield
    if pool:
        connection.settings_dict["OPTIONS"]["pool"] = pool


def visitor() -> Client:
    """A visitor with a session, for whom errors become responses as on a real server."""
    client = Client(raise_request_exception=False, headers={"Authorization": "Bearer eo_" + "a" * 43})
    client.cookies["sessionid"] = "a" * 32
    return client


@pytest.mark.rows
@pytest.mark.usefixtures("without_database")
@pytest.mark.parametrize("path", POSTS)
def test_a_post_reports_the_database_outage(path: str) -> None:
    keys = POSTS[path]
    response = visitor().post(path, FORM) if keys is None else visitor().post(path, {}, "application/json")
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    if keys is None:
        assert "Our database can’t be reached" in response.content.decode()
    else:
        answer = response.json()
        assert {*answer} == keys
        assert answer.get("error", answer.get("code")) == "try_again"


@pytest.mark.usefixtures("without_database")
def test_the_report_is_in_the_visitors_language() -> None:
    response = visitor().post("/play", FORM, headers={"accept-language": "fr"})
    assert "Notre base de données" in response.content.decode()


@pytest.mark.slow
@pytest.mark.usefixtures("without_database")
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_address_reports_the_outage_as_its_own_error(method: str) -> None:
    client = visitor()
    statuses = {path: getattr(client, method)(path).status_code for path in every_path()}
    assert {path: status for path, status in statuses.items() if status == 500} == {}
    assert [*statuses.values()].count(503) > len(statuses) / 2


def every_path() -> list[str]:
    """Return every URL of the site, its parameters filled in."""
    return sorted({"/" + PART.sub("1", route).rstrip("$") for route in routes()})


@pytest.mark.slow
@pytest.mark.django_db
def test_another_error_is_reported_as_ours(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "render", None)
    client.raise_request_exception = False
    assert client.get("/").status_code == 500
