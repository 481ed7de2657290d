"""The OpenAPI document uses only constructs that common generators and validators understand."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from programs.api.json_schema import references, simplify, without_null
from programs.api.openapi import document

NULL, ONE = {"type": "null"}, {"type": "integer", "const": 1}
CARD, NUMBER = {"type": "string", "maxLength": 2}, {"type": "integer"}


@pytest.mark.parametrize(
    ("schema", "simple"),
    [
        ({"prefixItems": [CARD, CARD], "items": False, "minItems": 2}, {"items": CARD, "minItems": 2}),
        ({"prefixItems": [CARD, NUMBER, CARD], "items": False}, {"items": {"anyOf": [CARD, NUMBER]}}),
        ({"type": "string", "pattern": r"^[0-9]\Z"}, {"type": "string", "pattern": "^[0-9]$"}),
        ({"enum": ["a", "b"], "pattern": "^(a|b)$"}, {"type": "string", "enum": ["a", "b"]}),
        ({"enum": ["a", "b"], "default": "a"}, {"type": "string", "enum": ["a", "b"], "default": "a"}),
        ({"enum": [0, 1]}, {"type": "integer", "enum": [0, 1]}),
        ({"enum": [0, "one"]}, {"enum": [0, "one"]}),
        ({"enum": ["go"]}, {"type": "string", "const": "go"}),
        ({"anyOf": [CARD, NUMBER], "discriminator": {}}, {"oneOf": [CARD, NUMBER], "discriminator": {}}),
        ({"anyOf": [CARD, NULL]}, {"anyOf": [CARD, NULL]}),
        (({"properties": {"pattern": {"enum": [1]}}},), [{"properties": {"pattern": ONE}}]),
    ],
)  # fmt: skip
def test_constructs_that_other_tools_fail_on_are_rewritten(schema: Any, simple: Any) -> None:
    assert simplify(schema) == simple


def test_an_address_does_not_say_null() -> None:
    assert without_null({"anyOf": [NUMBER, NULL], "default": None, "title": "x"}) == {**NUMBER, "title": "x"}
    assert without_null({**CARD, "default": ""}) == {**CARD, "default": ""}


def test_references_are_found_at_any_depth() -> None:
    assert references({"a": [{"$ref": "#/x/One"}], "b": {"$ref": "#/x/Two"}, "c": 1}) == {"One", "Two"}


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object nested in a value."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(part)


# Objects whose fields are not known beforehand: the inputs of a draw, and what an edit has changed.
MAPS = {("PairingRun", "draw"), ("ActionInfo", "details")}
# Names of fields whose texts are cards, settings and keys, and of those whose numbers are few.
KEYS = {
    "counting", "clock", "phase", "state", "stage", "ending", "starter", "card", "cards", "hand", "throw",
    "pile", "playable", "thrown", "kept", "six", "phrase", "what", "how", "must", "code", "role",
    "scopes", "e", "t",
}  # fmt: skip
NUMBERS = {"target", "best_of", "seat", "you"}


def untyped(schema: Any, of: str = "", field: str = "") -> Iterator[tuple[str, str]]:
    """Yield every place of a schema that says nothing of its value: any value, or any object."""
    if isinstance(schema, list):
        for part in schema:
            yield from untyped(part, of, field)
    elif isinstance(schema, dict):
        is_object = schema.get("type") == "object" and not {"properties", "additionalProperties"} & {*schema}
        if not schema or is_object:
            yield of, field
        for name, part in schema.get("properties", {}).items():
            yield from untyped(part, of, name)
        for key in ("items", "anyOf", "oneOf", "additionalProperties"):
            if key in schema:
                yield from untyped(schema[key], of, field)


def is_free(schema: Any, of_type: str) -> bool:
    """Return whether a schema takes any value of a type: any text, or any number."""
    parts = [*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())]
    is_bounded = bool({"enum", "const", "pattern"} & {*schema})
    return (schema.get("type") == of_type and not is_bounded) or any(is_free(part, of_type) for part in parts)


class TestTheDocument:
    def test_every_object_has_fields(self) -> None:
        written = json.loads(document())
        of_components = {
            place for name, one in written["components"]["schemas"].items() for place in untyped(one, name)
        }
        operations = [one for methods in written["paths"].values() for one in methods.values()]
        of_calls = {
            (one["operationId"], media)
            for one in operations
            for part in (*one["responses"].values(), one.get("requestBody", {}))
            for media, content in part.get("content", {}).items()
            if [*untyped(content["schema"])]
        }
        assert of_components == MAPS
        assert of_calls == set()

    def test_a_schema_that_says_nothing_is_found(self) -> None:
        wrong = {"properties": {"a": {}, "b": {"items": {"type": "object"}}, "c": {"anyOf": [NULL, {}]}}}
        assert {*untyped(wrong, "X")} == {("X", "a"), ("X", "b"), ("X", "c")}

    def test_every_known_value_is_listed(self) -> None:
        """Settings, cards, seats and keys are enums or patterns, never free texts or numbers."""
        components = json.loads(document())["components"]["schemas"]
        free = {
            (name, field)
            for name, one in components.items()
            for field, schema in one.get("properties", {}).items()
            if (field in KEYS and is_free(schema, "string"))
            or (field in NUMBERS and is_free(schema, "integer"))
        }
        assert free == set()

    def test_a_free_text_is_found(self) -> None:
        assert is_free({"anyOf": [NULL, {"type": "array", "items": {"type": "string"}}]}, "string")
        assert not is_free({"type": "string", "enum": ["auto"]}, "string")

    def test_document_has_no_construct_that_other_tools_fail_on(self) -> None:
        found = [*parts(json.loads(document()))]
        assert any("pattern" in part for part in found)
        for part in found:
            assert "prefixItems" not in part
            assert r"\Z" not in str(part.get("pattern"))
            assert "type" in part or not isinstance(part.get("enum"), list)
            assert not {"anyOf", "discriminator"} <= part.keys()

    def test_every_component_is_used(self) -> None:
        written = json.loads(document())
        assert references(written) == written["components"]["schemas"].keys()

    def test_every_call_and_every_tag_is_described(self) -> None:
        written = json.loads(document())
        operations = [one for methods in written["paths"].values() for one in methods.values()]
        assert all(one["summary"] and one["description"] for one in operations)
        assert all(tag["description"] for tag in written["tags"])
        assert {tag for one in operations for tag in one["tags"]} == {tag["name"] for tag in written["tags"]}

    def test_a_parameters_example_is_of_its_type(self) -> None:
        moves = next(
            each
            for each in json.loads(document())["paths"]["/api/v1/players/{name}/games"]["get"]["parameters"]
            if each["name"] == "moves"
        )
        assert moves["example"] is True

    def test_429_response_documents_the_waiting_time(self) -> None:
        refusal = json.loads(document())["paths"]["/api/v1/me"]["get"]["responses"]["429"]
        assert refusal["headers"].keys() == {"Retry-After"}
        assert refusal["content"]["application/json"]["example"].keys() == {"code", "says", "retry_ms"}
