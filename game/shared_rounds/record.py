"""The public record of a set: all values announced, committed, revealed and shown so far."""

import hashlib
import json
from typing import Any

from game.shared_decks.models import DeckSet, Round
from game.shared_rounds.announcing import delay_steps, load_entrants
from rng.shared_decks import SetRecord

FORMAT = "every-other/decks/1"
FORMAT_WITH_DELAY = "every-other/decks/2"
ZEROS = "0" * 64


def load_record(deck_set: DeckSet) -> SetRecord:
    """Load the values of a set that are public so far: revealed secrets and links of closed rounds."""
    closed = Round.objects.filter(deck_set=deck_set).exclude(closed_at=None).order_by("number")
    return SetRecord(
        deck_set=deck_set.pk,
        params=deck_set.params,
        tip=bytes.fromhex(deck_set.tip),
        entrants=load_entrants(deck_set),
        root=bytes.fromhex(deck_set.root) if deck_set.root else None,
        links={one.number: bytes.fromhex(one.last_link) for one in closed},
        delay=None if delay_steps(deck_set) is None else _values_shown(deck_set),
    )


def _values_shown(deck_set: DeckSet) -> list[bytes]:
    """Return the values of a set's delay once its root is known."""
    return [bytes.fromhex(value) for value in deck_set.delay_values] if deck_set.root else []


def to_json(record: SetRecord) -> dict[str, Any]:
    """Return the record as a document, without its digest."""
    return {
        "format": FORMAT if record.delay is None else FORMAT_WITH_DELAY,
        "digest": ZEROS,
        "set": record.deck_set,
        "params": record.params,
        "tip": record.tip.hex(),
        "entrants": [
            {
                "player": one.player,
                "commitment": one.commitment.hex(),
                "secret": one.secret.hex() if one.secret else None,
            }
            for one in record.entrants
        ],
        **({} if record.delay is None else {"delay": [value.hex() for value in record.delay]}),
        "root": record.root.hex() if record.root else None,
        "links": {str(number): link.hex() for number, link in sorted(record.links.items())},
    }


def to_file(record: SetRecord) -> bytes:
    """Return the record as a file, with a digest over every byte of it."""
    blank = (json.dumps(to_json(record), indent=1) + "\n").encode("ascii")
    digest = hashlib.sha256(blank).hexdigest()
    return blank.replace(f'"digest": "{ZEROS}"'.encode(), f'"digest": "{digest}"'.encode(), 1)
