"""A score sheet in the format of the replay page. Cards that only stand for unknown ones are left out."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext
from msgspec import to_builtins

from common.formats.json import Json
from game.engine.cards import TEXTS, Card
from game.engine.moves import Deal
from game.engine.view import view
from game.table.record.steps import Step
from game.web.replay_wire import Terms, result_json, rules_json, step_json
from game.wire.frames import PlayerAtTable
from game.wire.views import events_json, open_state_json
from programs.crib.sheet.convert import sides_of
from programs.crib.sheet.model import Entry, Sheet, Variation
from programs.crib.sheet.playing import PENALTY, Played, Turn
from programs.crib.sheet.writing import word_text

_LETTERS = "abcdefghijklm"  # unknown cards of a deal are xa, xb, and so on
NOTHING: frozenset[Card] = frozenset()


def sheet_json(sheet: Sheet, played: Played) -> Json:
    """Return a sheet for the replay page. It has no id of a game of this site."""
    players = [PlayerAtTable(side.name, bool(side.bot), False, None) for side in sides_of(sheet)]
    terms = Terms(clock=sheet.tag("Clock"), rated=sheet.tag("Rated") == "yes")
    notes = _notes_of_deals(sheet)
    return {
        "game": None,
        "players": to_builtins(players),
        "rules": to_builtins(rules_json(played.state, terms)),
        "result": to_builtins(result_json(played.state)),
        "steps": [_turn_json(ply, turn, played, notes) for ply, turn in enumerate(played.turns, 1)],
    }


def _turn_json(ply: int, turn: Turn, played: Played, notes: Mapping[int, str]) -> Json:
    cards = sorted(played.unknown.get(turn.state.deal, NOTHING))
    unknown = {TEXTS[card]: f"x{letter}" for card, letter in zip(cards, _LETTERS, strict=False)}
    if turn.move is None:
        events = [_penalty_json(event) for event in to_builtins(events_json(turn.events))]
        state = to_builtins(open_state_json(view(turn.state, None), turn.state))
        step = {"ply": ply, "seat": turn.seat, "move": {"kind": "noted"}, "events": events, "state": state}
    else:
        step = to_builtins(step_json(ply, Step(turn.seat, turn.move, 0, turn.state, turn.events)))
    if unknown:
        step = _without(step, unknown)
    note = describe_entry(turn.entry) if turn.entry else ""
    if isinstance(turn.move, Deal):
        note = notes.get(turn.move.number, "")
    note = " ".join(filter(None, (note, *map(describe_entry, turn.beside))))
    return {**step, "note": note} if note else step


def _penalty_json(event: Json) -> Json:
    """Return points that no card explains with their reason in the reader's language."""
    if event.get("kind") != PENALTY:
        return event
    return {
        **{name: value for name, value in event.items() if name != "parts"},
        "says": gettext(event["says"]),
    }


def _without(value: Any, unknown: Mapping[str, str]) -> Any:
    """Return JSON without unknown cards, and without the parts of a count that needed them."""
    if isinstance(value, str):
        return unknown.get(value, value)
    if isinstance(value, list | tuple):
        return [_without(each, unknown) for each in value]
    if not isinstance(value, dict):
        return value
    if value.get("e") == "counted" and unknown.keys() & {*value["cards"], value["starter"]}:
        part = {"kind": "unknown", "cards": [], "points": value["points"], "says": gettext("as written down")}
        value = value | {"says": "", "parts": [part] if value["points"] else []}
    return {name: _without(each, unknown) for name, each in value.items()}


def _notes_of_deals(sheet: Sheet) -> dict[int, str]:
    """Return the comments that belong to no move, by deal. 0 is what comes before the first."""
    return {0: sheet.comment, **{deal.number: deal.comment for deal in sheet.deals}}


def describe_entry(entry: Entry) -> str:
    """Return a move's mark, comment and variations as a line of text."""
    marked = f"{word_text(entry.word)}{entry.mark}" if entry.mark else ""
    variations = [f"({' '.join(_describe_variation(one))})" for one in entry.variations]
    return " ".join(filter(None, (marked, entry.comment, *variations)))


def _describe_variation(variation: Variation) -> Iterator[str]:
    if variation.comment:
        yield variation.comment
    for entry in variation.entries:
        text = word_text(entry.word) + entry.mark
        rest = describe_entry(Entry(entry.word, "", entry.comment, entry.variations))
        yield f"{text} {rest}" if rest else text
