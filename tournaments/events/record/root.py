"""The root of an event's randomness: sealed until the event is over, then revealed."""

from game.table.record.sealed_secrets import sealing_keys
from rng import entropy, seal
from tournaments.events.models import Event
from tournaments.formats import lots


def give_root(event: Event) -> None:
    """Draw a root for a new event, and commit to it."""
    root = entropy.secret()
    event.root_sealed = seal.seal(root, sealing_keys(), _context(event))
    event.root_commitment = lots.commitment(event.pk, root).hex()


def open_root(event: Event) -> bytes:
    """Return the root of an event. Raise SealError if it cannot be unsealed."""
    return seal.unseal(event.root_sealed, sealing_keys(), _context(event))


def _context(event: Event) -> bytes:
    return f"event {event.pk}".encode()
