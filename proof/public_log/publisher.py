"""Publish the log: number waiting leaves, write their tiles, and finally write a signed checkpoint.

The database assigns the numbers for good, so that every process writes the same files.
"""

import json
import logging
from collections.abc import Sequence

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from game.engine.state import Ended
from game.log.announcing_keys import announcement
from game.log.checkpoint import Checkpoint, sign_checkpoint
from game.log.folder import CHECKPOINT_FILE, KEY_FILE, LogFolder
from game.log.identity import LogUnreadable, log_folder, log_signers, published_checkpoint
from game.log.leaves import CLOSE, KEY, OPEN, RESTORED, add_leaf, leaves_of_no_game, load_bodies
from game.log.merkle import leaf_hash
from game.log.tiles import TiledTree
from game.models import Game, Leaf
from game.runtime.signing_keys import LOG, RECEIPTS, find_signer, newest_signer, site_name
from proof.public_log.cosigning import ask_witnesses
from proof.public_log.thread import on_the_log_thread
from rng.commitment import canonical_json

log = logging.getLogger(__name__)

BATCH_SIZE = 4096
LEAF_WAITS = "SELECT 1 FROM game_leaf WHERE number IS NULL"

NUMBER_SQL = "UPDATE game_leaf SET number = %s, body = %s WHERE id = %s"


def publish() -> Checkpoint | None:
    """Publish waiting leaves. Return the new checkpoint, or None if nothing was waiting."""
    folder = log_folder()
    with folder.locked() as is_ours:
        if not is_ours:
            return None
        published = published_checkpoint()
        _compare_with_database(folder, published)
        _log_keys()
        _number_leaves()
        latest = published
        while entries := _numbered_entries(latest.size):
            latest = folder.append(latest, entries)
            _write_checkpoint(folder, latest)
        if latest == published:
            return None
        ask_witnesses(folder, latest)
        return latest


def count_numbered() -> int:
    """Return how many leaves have a number."""
    last = Leaf.objects.exclude(number=None).order_by("-number").values_list("number", flat=True).first()
    return 0 if last is None else last + 1


def _number_leaves() -> None:
    """Give waiting leaves their numbers and bodies. Another machine may do so at the same time."""
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            waiting = list(Leaf.objects.select_for_update().filter(number=None).order_by("pk")[:BATCH_SIZE])
            numbered = enumerate(zip(load_bodies(waiting), waiting, strict=True), start=count_numbered())
            cursor.executemany(NUMBER_SQL, [(number, body, leaf.pk) for number, (body, leaf) in numbered])
        if len(waiting) < BATCH_SIZE:
            return


def _numbered_entries(size: int) -> list[bytes]:
    leaves = Leaf.objects.filter(number__gte=size).order_by("number").values_list("number", "body")
    found = list(leaves[:BATCH_SIZE])
    if [number for number, _ in found] != list(range(size, size + len(found))):
        raise LogUnreadable(f"The database lacks leaves of the public log after {size}.")
    return [body.encode() for _, body in found]


def _write_checkpoint(folder: LogFolder, checkpoint: Checkpoint) -> None:
    """Sign with the newest key, and with older ones that the log names."""
    newest, *older = log_signers()
    known = _logged_keys()
    signers = [newest, *[signer for signer in older if signer.verifier_key in known]]
    folder.write_file(KEY_FILE, f"{newest.verifier_key}\n".encode())
    folder.write_file(CHECKPOINT_FILE, sign_checkpoint(checkpoint, signers).encode())


def _log_keys() -> None:
    """Log the current signing keys, unless the log names them already."""
    known = _logged_keys()
    signers = (("receipts", newest_signer(site_name()), RECEIPTS), ("log", log_signers()[0], LOG))
    for signs, signer, purpose in signers:
        key = signer.verifier_key
        if key not in known:
            before = [other for other, signed in known.items() if signed == signs]
            add_leaf(KEY, {"signs": signs, "key": key, **_announce(signs, key, before, purpose)})


def _announce(signs: str, key: str, known: Sequence[str], purpose: str) -> dict[str, str | None]:
    """Return what a leaf says of the key before; the signature is null where the site has lost that key."""
    if not known:
        return {}
    before = known[-1]
    old = find_signer(before, purpose)
    signature = old.sign_bytes(announcement(signs, key, before).encode()).hex() if old else None
    return {"before": before, "announced": signature}


def _logged_keys() -> dict[str, str]:
    """Return the keys that the log names, in its order, each with what it signs."""
    bodies = leaves_of_no_game(KEY).order_by("pk").values_list("body", flat=True)
    return {named["key"]: named["signs"] for named in map(json.loads, bodies)}


# After a restored backup, the database is older than the log. What was published remains valid.


def _compare_with_database(folder: LogFolder, published: Checkpoint) -> None:
    """Take over leaves that the database has lost. Raise LogUnreadable if it has other leaves."""
    known = count_numbered()
    last = min(known, published.size) - 1
    if last >= 0:
        body = Leaf.objects.values_list("body", flat=True).get(number=last)
        if leaf_hash(body.encode()) != TiledTree(folder.read_tile, published.size).leaf(last):
            raise LogUnreadable(
                f"Leaf {last} of the public log is another in the database than in {folder.root}: nothing "
                "is published. docs/reference/log.md tells what to do."
            )
    if known < published.size:
        _take_over(folder, known, published.size)


@transaction.atomic
def _take_over(folder: LogFolder, known: int, size: int) -> None:
    """Store leaves again that only the log has, and log that games were lost with them."""
    log.error(
        "the database is older than the public log: leaves %d to %d are taken from %s, and the log says so",
        known,
        size - 1,
        folder.root,
    )
    waiting = list(Leaf.objects.filter(number=None))
    for begin in range(known, size, BATCH_SIZE):
        entries = list(folder.read_entries(begin, min(begin + BATCH_SIZE, size)))
        leaves = [_parse_leaf(number, entry.decode()) for number, entry in enumerate(entries, start=begin)]
        _delete_published(waiting, leaves)
        Leaf.objects.bulk_create(leaves)
    add_leaf(RESTORED, {"known": known, "size": size})
    for game in _lost_games(known):
        lost = {"digest": None, "how": Ended.VOID.value, "void": "lost", "reached": None}
        add_leaf(CLOSE, {"game": game, **lost})


def _delete_published(waiting: Sequence[Leaf], published: Sequence[Leaf]) -> None:
    """Delete waiting leaves that the log already has, whatever their time."""
    said = {_said_by(leaf.body) for leaf in published}
    bodies = load_bodies(waiting)
    doubled = [leaf.pk for leaf, body in zip(waiting, bodies, strict=True) if _said_by(body) in said]
    Leaf.objects.filter(pk__in=doubled).delete()


def _said_by(body: str) -> str:
    return canonical_json({**json.loads(body), "at": 0})


def _parse_leaf(number: int, body: str) -> Leaf:
    facts = json.loads(body)
    return Leaf(number=number, kind=facts["kind"], game=facts.get("game", ""), body=body)


def _lost_games(known: int) -> list[str]:
    """Return the games opened since a number that are not closed, and that the database does not know."""
    is_closed = Exists(Leaf.objects.filter(kind=CLOSE, game=OuterRef("game")))
    is_here = Exists(Game.objects.filter(pk=OuterRef("game")))
    opened = Leaf.objects.filter(kind=OPEN, number__gte=known).exclude(is_closed).exclude(is_here)
    return list(opened.order_by("number").values_list("game", flat=True))


# Background job.


async def publish_waiting() -> None:
    """Publish waiting leaves."""
    await on_the_log_thread(publish)()


async def compare_with_files() -> None:
    """Run before publishing: a process may have died before it wrote, or a backup may have been restored."""
    await on_the_log_thread(publish)()
