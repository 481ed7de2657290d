"""Rewrite msgspec's JSON schemas into equivalent ones that common generators and validators understand."""

from typing import Any

Schema = dict[str, Any]
BOUNDS = ("pattern", "minimum", "maximum", "maxLength")
TYPES = {str: "string", int: "integer", bool: "boolean"}


def simplify(schema: Any) -> Any:
    """Return a schema, including nested schemas, without constructs that other tools fail on."""
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
    """Return the schema of a query parameter without null: a URL omits the parameter instead."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    rest = {name: part for name, part in schema.items() if name not in ("anyOf", "default")}
    return {**kinds[0], **rest}


def references(value: Any) -> set[str]:
    """Return the names of all components that a value refers to."""
    if isinstance(value, dict):
        parts, own = value.values(), value.get("$ref")
        found = {own.rpartition("/")[2]} if isinstance(own, str) else set()
        return found.union(*map(references, parts))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def named_components(schemas: Any, components: Schema) -> tuple[Any, Schema]:
    """Return schemas with short names for components that msgspec names by module, because names collide.

    Those of the table protocol keep their bare name; others begin with the name of their room.
    """
    short: dict[str, str] = {}
    for name in sorted(components, key=lambda name: not name.startswith("game.wire.")):
        *path, bare = name.split(".")
        is_free = bare not in components and bare not in short.values()
        short[name] = (
            bare if not path or (is_free and path[:2] == ["game", "wire"]) else path[1].title() + bare
        )
    assert len({*short.values()}) == len(short)
    renamed = {short[name]: {**component, "title": short[name]} for name, component in components.items()}
    return _renamed(schemas, short), _renamed(renamed, short)


def _renamed(value: Any, short: dict[str, str]) -> Any:
    """Return a value whose references have the short names of components."""
    match value:
        case {"$ref": str(reference), **rest}:
            path, _, name = reference.rpartition("/")
            return {
                "$ref": f"{path}/{short[name]}",
                **{key: _renamed(part, short) for key, part in rest.items()},
            }
        case dict():
            return {
                key: {kind: _reference(path, short) for kind, path in part.items()}
                if key == "mapping"
                else _renamed(part, short)
                for key, part in value.items()
            }
        case list():
            return [_renamed(part, short) for part in value]
    return value


def _reference(reference: str, short: dict[str, str]) -> str:
    path, _, name = reference.rpartition("/")
    return f"{path}/{short[name]}"


def _list_of_equals(schema: Schema) -> Schema:
    """Turn a tuple into a list, of any of its types: few tools know `prefixItems` or `items: false`."""
    match schema:
        case {"prefixItems": [first, *others]}:
            kinds = [first, *(other for other in others if other != first)]
            items = first if len(kinds) == 1 else {"anyOf": kinds}
            return {name: part for name, part in schema.items() if name != "prefixItems"} | {"items": items}
    return schema


def _pattern(schema: Schema) -> Schema:
    r"""Replace Python's `\Z` with `$`: patterns in JSON Schema are JavaScript, which has no `\Z`."""
    match schema:
        case {"pattern": str(pattern)}:
            return schema | {"pattern": pattern.replace(r"\Z", "$")}
    return schema


def _enum(schema: Schema) -> Schema:
    """Give an enum the type of its values, and turn an enum of one value into a constant."""
    match schema:
        case {"enum": [first, *others]} if len({*map(type, (first, *others))}) == 1:
            # The bounds of `game.wire.values.one_of` say the same less exactly.
            rest = {name: part for name, part in schema.items() if name not in ("enum", *BOUNDS)}
            values = {"enum": [first, *others]} if others else {"const": first}
            return {"type": TYPES[type(first)], **values, **rest}
    return schema


def _tagged_union(schema: Schema) -> Schema:
    """Turn `anyOf` with a discriminator into `oneOf`: exactly one kind matches."""
    if not isinstance(schema.get("anyOf"), list) or "discriminator" not in schema:
        return schema
    return {"oneOf" if name == "anyOf" else name: part for name, part in schema.items()}
