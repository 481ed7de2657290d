"""The page /api and the OpenAPI document."""

import json
import shlex
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from common.app_modules import load_app_modules
from common.database.compiled_query import CompiledQuery
from common.http.etag import with_etag
from common.http.refusal_shapes import OPEN_API
from game.models import Game, Player
from game.shared_decks.barrier import without_open
from game.web.api.call import MEANINGS, Call
from game.web.codes import STATUS_BY_CODE
from game.web.frame import wrong_method_response
from programs.api.openapi import document
from programs.api.registry import CALLS, SECTIONS
from programs.api.turns import counted

MOST_RENDERED = 32  # examples show signed-in visitors their own name, so the cache holds one page for each
FIRST = next(call for call in CALLS if call.name == "show_player")
SAFE = ("GET", "HEAD")
# The kinds of names that examples use, in a path or a body: "k3v9a2x7m4qc" is a game.
NAMES = {value: name for call in CALLS for name, value in call.example.path.items()}


class Field(NamedTuple):
    """A parameter, or a field of a body."""

    name: str
    kind: str
    description: SafeString
    is_required: bool


class ShownCall(NamedTuple):
    """A call as the page shows it."""

    call: Call
    words: SafeString
    curl: str
    scopes: list[str]
    fields: list[Field]
    answer: str
    codes: list[tuple[int, str, str]]


@counted
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    if request.method not in SAFE:
        return wrong_method_response(OPEN_API, SAFE)
    headers = {"Access-Control-Allow-Origin": "*"}
    response = HttpResponse(document(), content_type="application/json", headers=headers)
    return with_etag(request, response)


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """Show every call with a curl command that works on this site."""
    site, there = request.build_absolute_uri("/api/v1"), find_what_is_there(request.user)
    context = {
        "calls": _render_calls(get_language(), site, tuple(sorted(there.items()))),
        "first_call": curl_of(FIRST, site, there),
        "first_bot": begin_a_bot(request.build_absolute_uri("/").rstrip("/")),
    }
    return render(request, "programs/api/api.html", context)


@lru_cache(MOST_RENDERED)
def _render_calls(language: str, site: str, there: tuple[tuple[str, str], ...]) -> SafeString:
    """Render every call. The arguments are all that the result depends on."""
    sections = [
        {"section": section, "calls": [_show(call, site, dict(there)) for call in calls]}
        for section, calls in SECTIONS.items()
    ]
    codes = [(STATUS_BY_CODE[code], code, meaning) for code, meaning in sorted(MEANINGS.items())]
    context = {"sections": sections, "codes": codes, "LANGUAGE": language}
    return render_to_string("programs/api/calls.html", context)


def begin_a_bot(site: str) -> str:
    """Return shell commands that download the example bot and play its first game on this site."""
    files = [f"curl -O {site}/api/clients/{name}" for name in ("everyother_bot.py", "example_bot.py")]
    options = f"--site {site} --against novice --games 1"
    return "\n".join(
        [*files, f"EVERYOTHER_TOKEN=$TOKEN python3 everyother_bot.py {options} example_bot:Careful"]
    )


_two_players = CompiledQuery(
    lambda: (
        Player.objects.filter(is_active=True, is_private=False, is_guest=False)
        .order_by("brain", "pk")
        .values_list("username")[:2]
    )
)
_newest_finished = CompiledQuery(
    lambda: (
        without_open(Game.objects.exclude(finished_at=None)).order_by("-finished_at").values_list("pk")[:1]
    )
)


def find_what_is_there(viewer: Any) -> Mapping[str, str]:
    """Return names that exist on this site, so that examples can use them."""
    found: dict[str, str] = {}
    first, *others = [*(name for (name,) in _two_players.fetch_all()), None]
    own = viewer.username if isinstance(viewer, Player) and viewer.has_account else None
    if name := own or first:
        found |= {"name": name, "one": name}
    if other := next((one for one in (first, *others) if one and one != name), None):
        found["other"] = other
    if newest := _newest_finished.fetch():
        found["game"] = newest[0]
    for module in load_app_modules("api_calls"):
        if find_names := getattr(module, "find_names", None):
            found |= find_names()
    return found


def _show(call: Call, site: str, there: Mapping[str, str]) -> ShownCall:
    schema = call.body or call.query
    return ShownCall(
        call=call,
        words=with_code(call.words),
        curl=curl_of(call, site, there),
        scopes=sorted(call.scopes or ()),
        fields=list(_fields_of(schema)) if schema else [],
        answer=json.dumps(msgspec.to_builtins(call.example.answer), indent=2, ensure_ascii=False),
        codes=[(STATUS_BY_CODE[code], code, MEANINGS[code]) for code in call.codes],
    )


def with_code(words: str) -> SafeString:
    """Return a text as HTML, with `code` between backquotes marked up."""
    parts = ((part, n % 2) for n, part in enumerate(words.split("`")))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if is_code else part,) for part, is_code in parts)
    )


def curl_of(call: Call, site: str, there: Mapping[str, str]) -> str:
    """Return a curl command for a call, with names that exist on this site where possible."""
    values = {name: quote(there.get(name, value)) for name, value in call.example.path.items()}
    address = site + call.path.format_map(values)
    if call.example.query:
        address += f"?{urlencode(call.example.query)}"
    parts = ["curl"]
    if call.has_lines:
        parts.append("-N")
    if call.method != "GET":
        parts.append(f"-X {call.method}")
    if call.scopes is not None:
        parts.append('-H "Authorization: Bearer $TOKEN"')
    if call.body is not None:
        body = msgspec.json.encode(call.example.body).decode()
        for value, name in NAMES.items():
            body = body.replace(json.dumps(value), json.dumps(there.get(name, value)))
        parts.append(f"-d {shlex.quote(body)}")
    return " ".join([*parts, shlex.quote(address)])


def _fields_of(schema: Any) -> Iterable[Field]:
    """Yield the fields of a body or a query with their types."""
    (_,), components = msgspec.json.schema_components([schema], ref_template="#/{name}")
    shown = components[schema.__name__]
    for name, described in shown["properties"].items():
        yield Field(
            name,
            kind_of(described),
            with_code(described.get("description", "")),
            name in shown.get("required", ()),
        )


def kind_of(schema: Mapping[str, Any]) -> str:
    """Return a type in a few words: `string`, `integer or null`, `novice or advanced`."""
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(kind_of(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return "object"
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items') or {'type': 'string'})}"
    return str(schema.get("type", "anything"))
