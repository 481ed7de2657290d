"""Schemas of msgspec in words that every generator and validator reads, and that mean the same."""

from typing import Any

Schema = dict[str, Any]
TYPES = {str: "string", int: "integer", bool: "boolean"}


def simplify(schema: Any) -> Any:
    """A schema, and all within it, without what programs elsewhere stumble over."""
    match schema:
        case dict():
            simple = {name: simplify(part) for name, part in schema.items()}
            for mend in (_list_of_equals, _pattern, _enum, _tagged_union):
                simple = mend(simple)
            return simple
        case list() | tuple():
            return [simplify(part) for part in schema]
    return schema


def without_null(schema: Schema) -> Schema:
    """The schema of what an address says: null it cannot say, what is left out is not there."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    rest = {name: part for name, part in schema.items() if name not in ("anyOf", "default")}
    return {**kinds[0], **rest}


def references(value: Any) -> set[str]:
    """The names of all components that something refers to."""
    if isinstance(value, dict):
        parts, own = value.values(), value.get("$ref")
        found = {own.rpartition("/")[2]} if isinstance(own, str) else set()
        return found.union(*map(references, parts))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def _list_of_equals(schema: Schema) -> Schema:
    """Two of a kind are a list of two: few know `prefixItems`, and fewer that `items` may be false."""
    match schema:
        case {"prefixItems": [first, *others]} if all(other == first for other in others):
            return {name: part for name, part in schema.items() if name != "prefixItems"} | {"items": first}
    return schema


def _pattern(schema: Schema) -> Schema:
    r"""The expressions of JSON Schema are JavaScript's, whose `$` is Python's `\Z`, which it has not."""
    match schema:
        case {"pattern": str(pattern)}:
            return schema | {"pattern": pattern.replace(r"\Z", "$")}
    return schema


def _enum(schema: Schema) -> Schema:
    """What may be one of some values has their type, and what may be one alone is a constant."""
    match schema:
        case {"enum": [first, *others]} if len({*map(type, (first, *others))}) == 1:
            rest = {name: part for name, part in schema.items() if name != "enum"}
            values = {"enum": [first, *others]} if others else {"const": first}
            return {"type": TYPES[type(first)], **values, **rest}
    return schema


def _tagged_union(schema: Schema) -> Schema:
    """What a discriminator tells apart is one of its kinds, never two."""
    if not isinstance(schema.get("anyOf"), list) or "discriminator" not in schema:
        return schema
    return {"oneOf" if name == "anyOf" else name: part for name, part in schema.items()}
