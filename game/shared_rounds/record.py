"""The record of a set, as anybody may have it: what was announced, committed, revealed, and shown by now."""

import hashlib
import json
import re
from typing import Any

from game.shared_decks.models import DeckSet, Round
from game.shared_rounds.announcing import load_entrants
from rng.shared_decks import SetRecord

FORMAT = "every-other/decks/1"
ZEROS = "0" * 64
DIGEST = re.compile(rb'"digest": "([0-9a-f]{64})"')


def load_record(deck_set: DeckSet) -> SetRecord:
    """What is shown of a set by now: secrets that were revealed, links of closed rounds."""
    closed = Round.objects.filter(deck_set=deck_set).exclude(closed_at=None).order_by("number")
    return SetRecord(
        deck_set=deck_set.pk,
        params=deck_set.params,
        tip=bytes.fromhex(deck_set.tip),
        entrants=load_entrants(deck_set),
        root=bytes.fromhex(deck_set.root) if deck_set.root else None,
        links={one.number: bytes.fromhex(one.last_link) for one in closed},
    )


def to_json(record: SetRecord) -> dict[str, Any]:
    """The record as a document, without its digest."""
    return {
        "format": FORMAT,
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
        "root": record.root.hex() if record.root else None,
        "links": {str(number): link.hex() for number, link in sorted(record.links.items())},
    }


def to_file(record: SetRecord) -> bytes:
    """The record as a file, sealed with a digest into which every byte of it goes."""
    blank = (json.dumps(to_json(record), indent=1) + "\n").encode("ascii")
    digest = hashlib.sha256(blank).hexdigest()
    return blank.replace(f'"digest": "{ZEROS}"'.encode(), f'"digest": "{digest}"'.encode(), 1)
