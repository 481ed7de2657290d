"""Write the lists of frames, views and events in docs/reference/protocol.md from the types that are sent.

`python -m game.wire.tests.protocol_tables` writes them. A test compares.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from textwrap import fill
from typing import Any, get_args

import django
import msgspec
from django.apps import apps

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
if not apps.ready:  # in a test they are
    django.setup()  # the types of notifications are those of the installed apps

from game.wire.events import TableEvent
from game.wire.feeds import FromLadder, FromLobby, LobbyGame, PlayingGame
from game.wire.frames import FromTable, Seek, WaitingSeek
from game.wire.messages import Message
from game.wire.positions import View
from people.following.web.consumer import FollowingFrame
from people.notices.shapes import COMPUTED, OF_PAGES, NoticesFrame
from tournaments.event_pages.shapes import FromEvent

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "protocol.md"
WIDTH = 120
MOST_VALUES = 8  # of a field, that are listed after its name
# Descriptions of fields that the page has once, for all frames.
DESCRIBED_ONCE = ("Milliseconds since 1970.", "true for a player's bot, else missing")
# Fields whose values the page lists where games are made.
OF_A_GAME = ("counting", "clock", "reason")
WELL_KNOWN = dict.fromkeys(
    ("WaitingSeek", "LobbyGame", "PlayingGame", "DeclinedFrame", "DeclinedNotice", "LadderFrame"),
    (*OF_A_GAME, "kind"),
)
# Words of a frame's entry that link to a part of the documentation.
LINKS = {
    ("commit", "commitment"): "../explanation/fairness.md#the-protocol-cribfair1-and-cribfair2",
    ("commit", "signs with"): "../explanation/fairness.md#what-seats-sign",
    ("refused", "Nothing has changed"): "#refused-why-and-what-to-do",
    ("fair", "The deal's protocol"): "#fair-the-deals-protocol-cribfair2",
    ("receipts", "new receipts"): "../explanation/fairness.md#receipts",
    ("hint", "advice"): "#lines-advice-on-a-throw-or-a-card",
    ("bye", "The socket closes"): "#bye-the-socket-closes",
}


def rewrite(page: str) -> str:
    """Return the page with its lists as the types have them."""
    for heading, block in BLOCKS.items():
        before, found, rest = page.partition(f"{heading}\n\n")
        assert found, heading
        _, end, after = rest.partition("\n\n")
        page = f"{before}{found}{block()}{end}{after}"
    return page


def to_server() -> str:
    rows = [
        f"| `{tag_of(kind)}` | {'; '.join(_field(*one, ': ') for one in fields_of(kind)) or 'none'}"
        f" | {described(kind)} |"
        for kind in get_args(Message)
    ]
    return "\n".join(["| frame | fields | meaning |", "|---|---|---|", *rows])


def from_server() -> str:
    return _list(map(_described, get_args(FromTable)))


def lobby() -> str:
    return _list([*map(_described, get_args(FromLobby)), f"A seek: {_fields(WaitingSeek)}.", _games()])


def _games() -> str:
    return f"A game: {_fields(LobbyGame)}. In `playing` also {_fields(PlayingGame, LobbyGame)}."


def notices() -> str:
    return _list([_described(NoticesFrame)])


def computed_notices() -> str:
    """Return the notifications that wait for the player. Those about seeks have its fields too."""
    return _list(
        f"`{tag_of(kind)}`: {described(kind)}{_own_fields(kind)}." for kind in (*OF_PAGES, *COMPUTED)
    )


def _own_fields(kind: Any) -> str:
    if issubclass(kind, Seek):
        own = _fields(kind, Seek)
        return f": a seek without `waited_s`{own and f', and {own}'}"
    return f": {_fields(kind, *(base for base in kind.__bases__ if base in COMPUTED))}".rstrip(": ")


def event() -> str:
    return _list(map(_described, get_args(FromEvent)))


def lists() -> str:
    return _list(map(_described, (*get_args(FromLadder), FollowingFrame)))


def _described(kind: Any) -> str:
    return f"{_named(kind)}: {described(kind)}" if _fields(kind) else f"`{tag_of(kind)}`: {described(kind)}"


def _fields(kind: Any, *without: Any) -> str:
    """Return the fields of a type but those of other types."""
    others = {name for other in without for name in other.__struct_fields__}
    return ", ".join(_field(*one) for one in fields_of(kind) if one[1] not in others)


def events() -> str:
    return _list(map(_named, get_args(TableEvent)))


def view() -> str:
    return _list(_field(*one, ": ") for one in fields_of(View))


def _named(kind: Any) -> str:
    return f"`{tag_of(kind)}`: {_fields(kind)}"


def _list(entries: Iterable[str]) -> str:
    return "\n".join(_wrap(f"- {entry}") for entry in entries)


def tag_of(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def described(kind: Any) -> str:
    """Return the docstring of a type, as the rest of a sentence."""
    text = " ".join(cleandoc(kind.__doc__).split()).rstrip(".")
    return _linked(tag_of(kind), text[0].lower() + text[1:])


def fields_of(kind: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the tag of a type and its fields, each with its description, and its values if they are few."""
    _, components = msgspec.json.schema_components([kind], ref_template="{name}")
    tag_field = kind.__struct_config__.tag_field
    for name, schema in components[kind.__name__]["properties"].items():
        if name != tag_field:
            text = _of_a_field(schema.get("description", ""))
            values = [] if "`" in text or name in WELL_KNOWN.get(kind.__name__, ()) else _values(schema)
            yield tag_of(kind), name, "; ".join(filter(None, (text, ", ".join(values))))


def _of_a_field(text: str) -> str:
    """Return a description as the page's list of fields has it."""
    if text in DESCRIBED_ONCE:
        return ""
    is_sentence = text.endswith(".") and text[1].islower()
    return text[0].lower() + text[1:-1] if is_sentence else text.rstrip(".")


def _values(schema: dict[str, Any]) -> list[str]:
    """Return the texts that a field may have, if they are few."""
    parts = [schema, *schema.get("anyOf", ())]
    values = next((part["enum"] for part in parts if "enum" in part), ())
    is_short = 1 < len(values) <= MOST_VALUES and all(isinstance(value, str) for value in values)
    return [f"`{value}`" for value in values] if is_short else []


def _field(tag: str, name: str, text: str, between: str = "") -> str:
    linked = _linked(tag, text)
    described = f"{between}{linked}" if between else f" ({linked})"
    return f"`{name}`{described if text else ''}"


def _linked(tag: str, text: str) -> str:
    for (of, words), link in LINKS.items():
        if of == tag:
            text = re.sub(f"({re.escape(words)})", rf"[\1]({link})", text, count=1, flags=re.IGNORECASE)
    return text


def _wrap(entry: str) -> str:
    return fill(entry, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


BLOCKS: dict[str, Callable[[], str]] = {
    "## To the server": to_server,
    "## From the server": from_server,
    "### `view`: all that a seat may see": view,
    "### `events`: what happened, in order": events,
    "## The lobby's socket": lobby,
    "## The socket of every page": notices,
    "### What waits for you": computed_notices,
    "### The event's socket": event,
    "## The sockets of lists": lists,
}

if __name__ == "__main__":
    PAGE.write_text(rewrite(PAGE.read_text()))
