"""A repeated request for unchanged data is answered with 304: public data, feeds and calls."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from game.following.models import Follow
from tests.worlds.api import World, bearer, get, make_text
from tests.worlds.people import player

pytestmark = pytest.mark.django_db

FEEDS = ("/events/feed.xml", "/throws/feed.xml")


def repeat(path: str, first: Any, **headers: str) -> Any:
    return Client().get(path, HTTP_IF_NONE_MATCH=first["ETag"], **headers)


@pytest.mark.parametrize(
    "path", [*FEEDS, "/api/v1/openapi.json", "/api/v1/ladder/people", "/api/v1/bots/online"]
)
def test_unchanged_data_is_not_sent_again(world: World, path: str) -> None:
    first = Client().get(path)
    assert first.status_code == 200
    second = repeat(path, first)
    assert (second.status_code, second.content) == (304, b"")
    assert second["ETag"] == first["ETag"]


def test_an_unchanged_file_of_a_dump_is_not_sent_again(tmp_path: Path, settings: Any) -> None:
    settings.DUMPS_ROOT = tmp_path
    file = tmp_path / "every-other-2026-10.sha256"
    file.write_text("sums")
    path = f"/data/{file.name}"
    first = Client().get(path)
    assert b"".join(first.streaming_content) == b"sums"
    assert repeat(path, first).status_code == 304
    file.write_text("other sums")
    again = repeat(path, first)
    assert (again.status_code, b"".join(again.streaming_content)) == (200, b"other sums")


def test_changed_data_is_sent(world: World) -> None:
    own = bearer(make_text(world.ann))
    first = get("/following", **own)
    assert repeat("/api/v1/following", first, **own).status_code == 304
    Follow.objects.create(by=world.ann, followed=player("Fay"), at=world.event.created_at)
    assert repeat("/api/v1/following", first, **own).status_code == 200


def test_the_tag_of_one_caller_opens_nothing_to_another(world: World) -> None:
    first = get("/following", **bearer(make_text(world.ann)))
    refused = repeat("/api/v1/following", first)
    assert (refused.status_code, refused.json()["code"]) == (401, "no_token")


def test_an_unchanged_answer_counts_as_a_call(world: World) -> None:
    away = {"REMOTE_ADDR": "192.0.2.7"}
    first = get("/ladder/people", **away)
    second = repeat("/api/v1/ladder/people", first, **away)
    assert (second.status_code, second["RateLimit-Remaining"]) == (304, "298")
    assert second["Access-Control-Allow-Origin"] == "*"
