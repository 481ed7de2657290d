"""Check that a log has only grown since the last audit."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from common.formats.signed_note import NoteError, Verifier, parse_verifier_key, split_note
from game.log.checkpoint import Checkpoint, open_checkpoint
from game.log.folder import CHECKPOINT_FILE, KEY_FILE
from game.log.merkle import HASH_LENGTH, Frontier, leaf_hash
from game.log.tiles import ENTRIES, Tile, TiledTree, split_entries, tiles_in
from proof.public_log.audit.entries import take_entry
from proof.public_log.audit.memory import FIRST_KEY, LOG, NOTE, Memory
from proof.public_log.audit.remote import RemoteLog, Unreadable

StartSteps = Callable[[int], Callable[[], None]]


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: a sentence, and the signed notes that prove it."""

    says: str
    evidence: tuple[str, ...] = ()


class NotTheSame(Exception):
    """The log is not the one seen before, or not a valid one."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__(*findings)
        self.findings = findings


def take_growth(
    log: RemoteLog, memory: Memory, key: str | None, progress: StartSteps
) -> tuple[str, Checkpoint]:
    """Read and store new entries.

    Raise NotTheSame and store nothing if they do not follow from the old ones.
    """
    note = _decode(log.read(CHECKPOINT_FILE))
    with memory:
        checkpoint = _open(note, _trusted(log, memory, key))
        seen = memory.frontier
        proof = tuple(each for each in (memory.recall(NOTE), note) if each)
        if checkpoint.size < seen.size:
            says = f"The log went back: it had {seen.size} entries, and now has {checkpoint.size}."
            raise NotTheSame(Finding(says, proof))
        grown = _read_entries(log, memory, seen, checkpoint.size, progress)
        if grown.root != checkpoint.root:
            raise NotTheSame(*_diagnose(log, seen, checkpoint, proof))
        if grown.size and memory.keys[0] not in memory.named_keys(LOG):
            memory.add_findings([f"The log does not name the key that signs it: {memory.keys[0]}"])
        memory.keep_frontier(grown)
        memory.keep(NOTE, note)
    return note, checkpoint


def _trusted(log: RemoteLog, memory: Memory, key: str | None) -> list[Verifier]:
    """Return the keys that may sign: the stored ones, the given one, or at first the one the log names."""
    known = memory.keys
    if known and key and key not in known:
        raise Unreadable("The state file belongs to a log with another key. Use another file.")
    if not known:
        memory.keep(FIRST_KEY, key or _decode(log.read(KEY_FILE)).strip())
    try:
        return [parse_verifier_key(each) for each in memory.keys]
    except NoteError as fault:
        raise Unreadable(str(fault)) from None


def _open(note: str, verifiers: list[Verifier]) -> Checkpoint:
    try:
        split_note(note)
    except NoteError as fault:
        raise Unreadable(f"The checkpoint cannot be read: {fault}") from None
    try:
        return open_checkpoint(note, verifiers)
    except NoteError as fault:
        says = f"The checkpoint is not signed by a key that may sign it: {fault}"
        raise NotTheSame(Finding(says, (note,))) from None


def _read_entries(
    log: RemoteLog, memory: Memory, seen: Frontier, size: int, progress: StartSteps
) -> Frontier:
    tiles = [*tiles_in(ENTRIES, size, seen.size)] if size > seen.size else []
    step = progress(len(tiles))
    for tile in tiles:
        entries = list(_entries_of(log, tile))
        hashes = [leaf_hash(entry) for entry in entries]
        known = max(seen.size - tile.index * 256, 0)
        new = enumerate(entries[known:], start=seen.size)
        found = [says for number, entry in new for says in take_entry(memory, number, entry)]
        of_hashes = replace(tile, level=0)
        if log.read_tile(of_hashes)[: tile.width * HASH_LENGTH] != b"".join(hashes):
            found.append(f"{of_hashes.path} does not have the hashes of its entries.")
        memory.add_findings(found)
        seen = seen.grow(hashes[known:])
        step()
    return seen


def _entries_of(log: RemoteLog, tile: Tile) -> Iterator[bytes]:
    try:
        entries = split_entries(log.read_tile(tile))[: tile.width]
    except ValueError as fault:
        raise Unreadable(f"{tile.path}: {fault}") from None
    if len(entries) < tile.width:
        raise Unreadable(f"{tile.path} has {len(entries)} entries, not {tile.width}.")
    yield from entries


def _diagnose(
    log: RemoteLog, seen: Frontier, checkpoint: Checkpoint, proof: tuple[str, ...]
) -> Iterator[Finding]:
    """Return what is wrong if the entries do not lead to the signed root."""
    tree = TiledTree(log.read_tile, checkpoint.size)
    try:
        is_fork = seen.size > 0 and tree.hash_of(0, seen.size) != seen.root
        leads = tree.root == checkpoint.root
        rewritten = [] if is_fork else list(_rewritten(log, tree, seen, checkpoint.size))
    except ValueError as fault:
        yield Finding(f"The tiles of the log cannot be read: {fault}", proof)
        return
    if is_fork or seen.size == checkpoint.size:
        says = f"There are two logs: the first {seen.size} entries are not those that were seen before."
        yield Finding(says, proof)
    for number in rewritten:
        yield Finding(f"Entry {number} was rewritten: its hash is not the one in the tree.", proof)
    if not leads:
        yield Finding("The tiles of the log do not lead to the root that was signed.", proof)


def _rewritten(log: RemoteLog, tree: TiledTree, seen: Frontier, size: int) -> Iterator[int]:
    for tile in tiles_in(ENTRIES, size, seen.size) if size > seen.size else ():
        for number, entry in enumerate(_entries_of(log, tile), start=tile.index * 256):
            if number >= seen.size and leaf_hash(entry) != tree.leaf(number):
                yield number


def _decode(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Unreadable("The log serves a file that is not text where a text belongs.") from None
