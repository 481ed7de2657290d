"""The registry as an OpenAPI 3.1 document."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from game.platform.call import CODES, Call
from game.platform.calls.common import NDJSON
from game.platform.registry import CALLS, SECTIONS
from game.platform.scopes import Scope
from game.table.wire import encode

REF = "#/components/schemas/{name}"
JSON = "application/json"
ABOUT = (
    "Every Other is a cribbage server. Calls answer with JSON, or with a line of JSON each (ndjson). A token"
    " tells who calls (`Authorization: Bearer eo_...`). It is made under Settings; cookies are not looked at."
    " Refusals have one shape: `code` for the program, `says` for the player, and with 429 `retry_ms`."
)


class Refused(Struct, frozen=True):
    """Why a call was refused; nothing has changed."""

    code: str
    says: str
    retry_ms: int | msgspec.UnsetType = msgspec.UNSET


@cache
def document() -> bytes:
    """The whole document; it is the same for everybody."""
    types = [Refused]
    for call in CALLS:
        types += [each for each in (call.answer, call.body, call.query) if each is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    by_type = dict(zip(map(_key, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for section in SECTIONS:
        for call in section.calls:
            described = {"tags": [section.title], **_operation(call, by_type, components)}
            paths.setdefault(f"/api/v1{call.path}", {})[call.method.lower()] = described
    return encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Every Other", "version": "1", "description": ABOUT},
            "servers": [{"url": "/"}],
            "tags": [{"name": section.title} for section in SECTIONS],
            "paths": paths,
            "components": {"schemas": components, "securitySchemes": _security_schemes()},
        }
    )


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(call: Call, schemas: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    content = NDJSON if call.has_lines else JSON
    answered = {"schema": schemas[_key(call.answer)], "example": msgspec.to_builtins(call.example.answer)}
    operation: dict[str, Any] = {
        "operationId": call.name,
        "description": call.words,
        "parameters": [*_path_parameters(call), *_query_parameters(call, schemas, components)],
        "responses": {
            "200": {"description": "The answer.", "content": {content: answered}},
            **dict(_refusals(call.codes, schemas[_key(Refused)])),
        },
        "security": [{}] if call.scopes is None else [{"token": sorted(call.scopes)}],
    }
    if call.scopes is None:
        operation["security"].append({"token": []})
    if call.body is not None:
        body = {"schema": schemas[_key(call.body)], "example": msgspec.to_builtins(call.example.body)}
        operation["requestBody"] = {"required": True, "content": {JSON: body}}
    return operation


def _path_parameters(call: Call) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string"},
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
    required = query.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in query["properties"].items()
    ]


def _refusals(codes: Iterable[str], schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The refusals of a call by their status: each with all its codes."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(CODES[code][0], []).append(code)
    return [
        (
            str(status),
            {
                "description": " ".join(f"`{code}`: {CODES[code][1]}" for code in named),
                "content": {JSON: {"schema": schema}},
            },
        )
        for status, named in sorted(by_status.items())
    ]


def _security_schemes() -> dict[str, Any]:
    scopes = ", ".join(Scope.values)
    return {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": f"A token; its scopes are among {scopes}. Of those that a call names one will do.",
        }
    }
