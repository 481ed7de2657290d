"""The page /api: every call, with a command that can be pasted and works on this site."""

import re
import shlex
from html import unescape
from typing import Any

import pytest
from django.test import Client

from common.wings import WINGS
from cribbage_site.tests.migrated_databases import ROOT
from game.web.api.call import MEANINGS
from game.web.codes import STATUS_BY_CODE
from programs.api import pages
from programs.api.pages import kind_of
from programs.api.registry import CALLS
from tests.worlds.api import World, bearer, make_text

SITE = "http://testserver"


def page() -> str:
    answer = Client().get("/api")
    assert answer.status_code == 200
    return answer.content.decode()


def lines_on(text: str) -> dict[str, str]:
    """Return the shell command of each call."""
    found = re.findall(r'<code\s+data-copy="([A-Z]+ /[^"]*)">(.*?)</code>', text)
    return {unescape(call): unescape(line) for call, line in found}


def run(line: str, token: str) -> Any:
    """Do what a shell command does."""
    _, *words = shlex.split(line.replace("$TOKEN", token))
    method, body, headers = "GET", "", {}
    while words:
        match words.pop(0):
            case "-X":
                method = words.pop(0)
            case "-d":
                body = words.pop(0)
            case "-H":
                name, _, value = words.pop(0).partition(": ")
                assert name == "Authorization"
                headers = bearer(value.removeprefix("Bearer "))
            case "-N":
                pass
            case address:
                assert address.startswith(SITE)
    # By default, curl sends a body as a form.
    kind = "application/x-www-form-urlencoded"
    return Client().generic(method, address.removeprefix(SITE), body, content_type=kind, **headers)


@pytest.mark.slow
def test_page_lists_every_call_with_its_refusals(world: World) -> None:
    text = page()
    assert lines_on(text).keys() == {f"{call.method} {call.path}" for call in CALLS}
    for call in CALLS:
        assert f'id="{call.name}"' in text
    assert "`" not in re.sub(r"<(pre|code)\b.*?</\1>", "", text)


OF_EVERYBODY = [call for call in CALLS if call.scopes is None]


@pytest.mark.slow
@pytest.mark.parametrize("call", OF_EVERYBODY, ids=lambda call: call.name)
def test_command_without_a_token_works_unchanged(world: World, call: Any) -> None:
    answer = run(lines_on(page())[f"{call.method} {call.path}"], "")
    assert answer.status_code == 200, answer.content


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["show_me", "show_limits", "show_following", "list_challenges", "make_challenge"]
)
def test_one_that_needs_a_token_works_with_it(world: World, name: str) -> None:
    call = next(call for call in CALLS if call.name == name)
    answer = run(lines_on(page())[f"{call.method} {call.path}"], make_text(world.ann, *call.scopes or ()))
    assert answer.status_code == 200, answer.content


@pytest.mark.slow
def test_examples_use_no_private_players_name(world: World) -> None:
    world.ann.is_private = True
    world.ann.save()
    world.bob.is_private = True
    world.bob.save()
    assert "players/Ann" not in page()


@pytest.mark.slow
def test_calls_are_rendered_once_per_language_and_set_of_example_names(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = page()
    calls = Client().get("/api", headers={"accept-language": "fr"}).content.decode()
    assert "Refus" in calls
    monkeypatch.setattr(pages, "SECTIONS", {})
    assert lines_on(page()) == lines_on(first)
    visitor = Client()
    visitor.force_login(world.bob)
    assert lines_on(visitor.get("/api").content.decode()) == {}  # with their own name the text differs


@pytest.mark.django_db
def test_one_table_has_every_code_with_its_status() -> None:
    table = page().partition('id="codes"')[2]
    rows = re.findall(r'<tr><th scope="row"><code>(\w+)</code></th><td>(\d+)</td>', table)
    assert {code: int(status) for code, status in rows} == {code: STATUS_BY_CODE[code] for code in MEANINGS}
    assert len(rows) == len(MEANINGS)


# The codes that no call of the API answers: those of pages and their calls, forms, and tables' sockets.
NOT_OF_THE_API = {
    "bot", "csrf", "name", "no_address", "no_choice", "no_decks", "no_exercise", "no_hints", "no_key",
    "no_line", "no_throw", "nonsense", "points", "reason", "signed_up", "suspended", "text", "until",
    "watching",
}  # fmt: skip


def test_every_code_in_the_code_is_in_the_table_or_not_of_the_api() -> None:
    found = {
        code
        for wing in WINGS
        for file in (ROOT / wing).rglob("*.py")
        if "tests" not in file.parts
        for code in re.findall(r'Refus(?:al|ed)\((?:\s*|-1, |table\.ply, )"(\w+)"', file.read_text())
    }
    assert len(found) > 60
    assert found - MEANINGS.keys() - NOT_OF_THE_API == set()
    assert found >= NOT_OF_THE_API
    assert STATUS_BY_CODE.keys() - MEANINGS.keys() <= NOT_OF_THE_API


@pytest.mark.django_db
def test_page_works_on_an_empty_site() -> None:
    assert "curl" in page()


@pytest.mark.parametrize(
    ("schema", "word"),
    [
        ({"type": "string"}, "string"),
        ({"enum": [121, 61]}, "121 or 61"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer or null"),
        ({"type": "array", "items": {"type": "string"}}, "list of string"),
        ({"$ref": "#/Any"}, "object"),
    ],
)
def test_a_type_is_a_word(schema: dict[str, Any], word: str) -> None:
    assert kind_of(schema) == word
