"""Build the OpenAPI 3.1 document from the registry."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from common.formats.json import encode
from game.tokens.scopes import Scope
from game.web.api.call import MEANINGS, Call
from game.web.api.common import NDJSON
from game.web.codes import STATUS_BY_CODE
from game.wire.values import one_of
from programs.api.json_schema import Schema, named_components, references, simplify, without_null
from programs.api.registry import CALLS, SECTIONS

REF = "#/components/schemas/{name}"
JSON = "application/json"
ABOUT = (
    "Every Other is a cribbage server. Calls answer with JSON, or with lines of JSON (NDJSON). Most calls are"
    " open; the others need a token (`Authorization: Bearer eo_...`), made under Settings. Cookies are"
    " ignored. Streams send an empty line every seven seconds. Refusals have one shape: `code` for the"
    " program, `says` for the player, and with 429 `retry_ms`."
)
LICENCE = "AGPL-3.0-or-later"
TOO_MANY, RETRY_MS = 429, 2000
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
OF_LIMITS = {
    "RateLimit-Limit": {"description": "The size of your share.", "schema": {"type": "integer"}},
    "RateLimit-Remaining": {"description": "The calls that are left of it.", "schema": {"type": "integer"}},
    "RateLimit-Reset": {"description": "Seconds until it is full again.", "schema": {"type": "integer"}},
}
OF_PAGES = {
    "Link": {
        "description": 'The next page, if there is one: `<...>; rel="next"`.',
        "schema": {"type": "string"},
    }
}
DEPRECATED = "Deprecated"  # begins the description of a parameter that another replaces
KEY_PARAMETER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A text of your choice. For a day, the same call with the same key gets the first answer.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]+$"},
}
ANSWERED = {
    False: "The answer.",
    True: "Lines of JSON (NDJSON). Each line matches the schema. Empty lines keep the connection alive.",
}


READ = "read"  # for apps that ask for nothing more
OAUTH_SCOPES = {
    READ: "Read what the player can read.",
    Scope.PLAY: "Play the player's games.",
    Scope.BOT: "Play as a bot, or answer for one.",
    Scope.CHALLENGE: "Make, accept and decline challenges.",
    Scope.REVIEW: "Ask for reviews of games.",
    Scope.ENGINE: "Answer for an engine that plays as a house bot.",
    Scope.FOLLOW: "Follow and block players.",
}


class Refused(Struct, frozen=True):
    """The reason for a refusal. A refused call changes nothing."""

    code: Annotated[str, one_of(*MEANINGS)]
    says: str
    retry_ms: int | msgspec.UnsetType = msgspec.UNSET


@cache
def document() -> bytes:
    """Return the whole document, which is the same for all callers."""
    types = [Refused]
    for call in CALLS:
        types += [each for each in (call.answer, call.body, call.query) if each is not None]
        types += call.parameter_types.values()
    schemas, components = named_components(*simplify(msgspec.json.schema_components(types, ref_template=REF)))
    by_type = dict(zip(map(_key, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for section, calls in SECTIONS.items():
        for call in calls:
            described = {"tags": [section.title], **_operation(call, by_type, components)}
            paths.setdefault(f"/api/v1{call.path}", {})[call.method.lower()] = described
    return encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Every Other",
                "version": "1",
                "description": ABOUT,
                "contact": {"name": "The host of this site"},
                "license": {"name": LICENCE, "identifier": LICENCE},
            },
            "servers": [{"url": "/", "description": "This site."}],
            "tags": [{"name": section.title, "description": section.words} for section in SECTIONS],
            "paths": paths,
            "components": {
                "schemas": _referred_to(paths, components),
                "securitySchemes": _security_schemes(),
            },
        }
    )


def _referred_to(paths: Schema, components: Schema) -> Schema:
    """Return the components in use, in their order. Query types are inlined as parameters and left out."""
    used, found = set[str](), references(paths)
    while found:
        used |= found
        found = set().union(*(references(components[name]) for name in found)) - used
    return {name: schema for name, schema in components.items() if name in used}


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(call: Call, schemas: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    content = NDJSON if call.has_lines else JSON
    answered = {"schema": schemas[_key(call.answer)], "example": msgspec.to_builtins(call.example.answer)}
    operation: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.name.replace("_", " ").capitalize(),
        "description": call.words,
        "parameters": [
            *_path_parameters(call, schemas),
            *_query_parameters(call, schemas, components),
            *[KEY_PARAMETER] * call.creates,
        ],
        "responses": {
            "200": {
                "description": ANSWERED[call.has_lines],
                "headers": OF_LIMITS | (OF_PAGES if call.has_pages else {}),
                "content": {content: answered},
            },
            **dict(_refusals(call.codes, schemas[_key(Refused)])),
        },
        "security": [{}] if call.scopes is None else [{"token": []}],
    }
    if call.scopes:
        operation["x-scopes"] = sorted(call.scopes)  # one of them is enough
    if call.scopes is None:
        operation["security"].append({"token": []})
    # A call needs one of its scopes; of a list of OAuth, a client would ask for all.
    operation["security"] += [{"oauth": [scope]} for scope in sorted(call.scopes or (READ,))]
    if call.body is not None:
        body = {"schema": schemas[_key(call.body)], "example": msgspec.to_builtins(call.example.body)}
        # A missing body counts as an empty object.
        is_required = bool(components[body["schema"]["$ref"].rpartition("/")[2]].get("required"))
        operation["requestBody"] = {"required": is_required, "content": {JSON: body}}
    return operation


def _path_parameters(call: Call, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": schemas[_key(call.parameter_types[name])]
            if name in call.parameter_types
            else {"type": "string"},
            "example": call.example.path[name],
        }
        for name in call.parameters
    ]


def _query_parameters(
    call: Call, schemas: dict[str, Any], components: dict[str, Any]
) -> list[dict[str, Any]]:
    if call.query is None:
        return []
    query = components[schemas[_key(call.query)]["$ref"].rpartition("/")[2]]
    examples = msgspec.to_builtins(msgspec.convert(dict(call.example.query), call.query, strict=False))
    return [
        _query_parameter(
            name,
            without_null(schema),
            name in query.get("required", ()),
            {"example": examples[name]} if name in call.example.query else {},
        )
        for name, schema in query["properties"].items()
    ]


def _query_parameter(name: str, schema: Schema, is_required: bool, example: Schema) -> dict[str, Any]:
    described: Schema = {"description": schema["description"]} if "description" in schema else {}
    if schema.get("description", "").startswith(DEPRECATED):
        described["deprecated"] = True
    bare = {key: part for key, part in schema.items() if key != "description"}
    return {"name": name, "in": "query", "required": is_required, **described, "schema": bare, **example}


def _refusals(codes: Iterable[str], schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the refusals of a call by HTTP status, each with all its codes."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(STATUS_BY_CODE[code], []).append(code)
    return [
        (
            str(status),
            {
                "description": " ".join(f"`{code}`: {MEANINGS[code]}" for code in named),
                **({"headers": RETRY_AFTER} if status == TOO_MANY else {}),
                "content": {JSON: {"schema": schema, "example": _refused(named[0])}},
            },
        )
        for status, named in sorted(by_status.items())
    ]


def _refused(code: str) -> dict[str, Any]:
    wait = {"retry_ms": RETRY_MS} if STATUS_BY_CODE[code] == TOO_MANY else {}
    return {"code": code, "says": MEANINGS[code], **wait}


def _security_schemes() -> dict[str, Any]:
    scopes = ", ".join(Scope.values)
    return {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": f"A token with scopes of {scopes}. It needs one of the `x-scopes` of a call.",
        },
        "oauth": {
            "type": "oauth2",
            "description": "A token that an app gets by its player's consent, with PKCE (S256).",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": "/oauth/authorize",
                    "tokenUrl": "/oauth/token",
                    "refreshUrl": "/oauth/token",
                    "scopes": OAUTH_SCOPES,
                }
            },
        },
    }
