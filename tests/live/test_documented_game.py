"""The game in docs/reference/a-game.jsonl is true to the protocol as the code has it."""

import json
import re
from pathlib import Path

import pytest

from common.formats.json import encode
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Phase, Rules, Seat
from game.engine.view import view
from game.wire.messages import parse_message
from game.wire.views import events_json, view_json
from rng.commitment import context, deal_key, parse_record, verify
from rng.deal import deck

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "docs"
LINES = [json.loads(line) for line in (DOCS / "reference" / "a-game.jsonl").read_text().splitlines()]
TO_SERVER = [line["frame"] for line in LINES if line["to"] == "server"]
TO_BROWSER = [line["frame"] for line in LINES if line["to"] == "browser"]


def test_every_frame_to_the_server_is_a_message() -> None:
    assert {type(parse_message(json.dumps(frame))).__name__ for frame in TO_SERVER} == {
        "Hello",
        "Commit",
        "Reveal",
        "ReceiptsRequest",
        "MoveMessage",
    }


def test_a_secret_and_each_throw_wait_for_the_receipt_that_is_due() -> None:
    held, due, waited = "", "", 0
    for frame in (line["frame"] for line in LINES):
        held += "".join(frame.get("notes", ()))
        dealt = [event["number"] for event in frame.get("events", ()) if event["e"] == "dealt"]
        due = f"saw {dealt[-1]}" if dealt else due
        if frame["t"] == "reveal":
            assert "\nstep both-stand\n" in held
        elif frame["t"] == "move" and frame["move"]["kind"] == "throw":
            assert f"\nstep {due}\n" in held
            waited += 1
    assert waited == int(due.removeprefix("saw "))


def documented(heading: str) -> set[str]:
    """Return the names that begin the entries of the protocol's list or table under a heading."""
    section = (DOCS / "reference" / "protocol.md").read_text().split(heading)[1].split("\n#")[0]
    firsts = re.findall(r"(?m)^(?:- |\| )(`[^:|]*)[:|]", section)
    return {name for first in firsts for name in re.findall("`([^`]+)`", first)}


def test_a_view_has_the_fields_that_the_protocol_names() -> None:
    fields = documented("### `view`") - {"start"}  # only where one side begins ahead
    views = [set(frame["view"]) for frame in TO_BROWSER if "view" in frame]
    assert all(view in (fields, fields - {"show"}) for view in views)
    assert fields in views


def test_every_event_is_one_that_the_protocol_names() -> None:
    told = {event["e"] for frame in TO_BROWSER if frame["t"] == "event" for event in frame["events"]}
    assert told <= documented("### `events`")


def test_every_frame_is_one_that_the_protocol_names() -> None:
    assert {frame["t"] for frame in TO_BROWSER} <= documented("## From the server")
    assert {frame["t"] for frame in TO_SERVER} <= documented("## To the server")


def test_its_secrets_links_and_commitments_hold() -> None:
    fair = [frame for frame in TO_BROWSER if frame["t"] == "fair"][-1]
    assert verify(parse_record(fair)) is None


def test_its_first_event_follows_from_its_secrets() -> None:
    fair = [frame for frame in TO_BROWSER if frame["t"] == "fair"][-1]
    c0, c1, secret0, secret1 = map(bytes.fromhex, fair["commitments"] + fair["secrets"])
    ctx = context(fair["params"], bytes.fromhex(fair["tip"]), c0, c1)
    state, events = start(Rules(61)), []
    for number in (0, 1):
        key = deal_key(ctx, number, bytes.fromhex(fair["links"][str(number)]), secret0, secret1)
        state, happened = act(state, None, Deal(number, deck(key)))
        events += happened
    assert state.phase is Phase.THROW
    first = next(frame for frame in TO_BROWSER if frame["t"] == "event")
    assert first["events"] == json.loads(encode(events_json(events)))
    seen = json.loads(encode(view_json(view(state, Seat.A))))
    assert {"show": None, **first["view"]} == seen
