"""Merkle trees as RFC 6962 defines them: hashes, and proofs of what a tree holds and what it grew from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

HASH_LENGTH = 32
EMPTY = sha256(b"").digest()

# The hash over the leaves from one number up to another.
HashOfRange = Callable[[int, int], bytes]


class ProofError(ValueError):
    """A proof that proves nothing."""


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def split(size: int) -> int:
    """How many of two or more leaves are left of the root: the largest power of two that leaves one over."""
    return 1 << (size - 1).bit_length() - 1


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The root over leaves, or over nodes of one level, by their hashes."""
    if not hashes:
        return EMPTY
    row = list(hashes)
    while len(row) > 1:
        paired = [node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=False)]
        row = paired + row[len(row) & ~1 :]
    return row[0]


def inclusion_proof(hash_of: HashOfRange, index: int, size: int) -> list[bytes]:
    """The hashes that lead from a leaf to the root."""
    proof: list[bytes] = []
    low, high = 0, size
    while high - low > 1:
        middle = low + split(high - low)
        if index < middle:
            proof.append(hash_of(middle, high))
            high = middle
        else:
            proof.append(hash_of(low, middle))
            low = middle
    return proof[::-1]


def root_by_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root that a proof leads to from a leaf."""
    if not 0 <= index < size or (size == 1) != (not proof):
        raise ProofError("The proof is not of such a leaf in such a tree.")
    if size == 1:
        return leaf
    left = split(size)
    if index < left:
        return node_hash(root_by_inclusion(leaf, index, left, proof[:-1]), proof[-1])
    return node_hash(proof[-1], root_by_inclusion(leaf, index - left, size - left, proof[:-1]))


def consistency_proof(hash_of: HashOfRange, old: int, new: int) -> list[bytes]:
    """The hashes by which the first leaves of a tree are seen to be those of an older one."""
    if old == 0:
        return []
    proof: list[bytes] = []
    low, high = 0, new
    while old != high:
        middle = low + split(high - low)
        if old <= middle:
            proof.append(hash_of(middle, high))
            high = middle
        else:
            proof.append(hash_of(low, middle))
            low = middle
    if low:
        proof.append(hash_of(low, high))
    return proof[::-1]


def check_consistency(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """ProofError unless the proof shows that the tree of the new root began as that of the old one."""
    if not 0 <= old <= new:
        raise ProofError("A tree does not grow to fewer leaves.")
    if old == 0:
        fits = not proof and old_root == EMPTY
    else:
        fits = _roots_by_consistency(old, new, old_root, proof) == (old_root, new_root)
    if not fits:
        raise ProofError("The proof does not lead from the one root to the other.")


def _roots_by_consistency(
    old: int, new: int, known: bytes | None, proof: Sequence[bytes]
) -> tuple[bytes, bytes]:
    """Both roots by a proof; `known` is the old one, for as long as all of it is in view."""
    if old == new:
        if len(proof) != (known is None):
            raise ProofError("The proof has too many hashes, or too few.")
        return (known, known) if known is not None else (proof[0], proof[0])
    if not proof:
        raise ProofError("The proof has too few hashes.")
    left, last = split(new), proof[-1]
    if old <= left:
        was, now = _roots_by_consistency(old, left, known, proof[:-1])
        return was, node_hash(now, last)
    was, now = _roots_by_consistency(old - left, new - left, None, proof[:-1])
    return node_hash(last, was), node_hash(last, now)


@dataclass(frozen=True, slots=True)
class Frontier:
    """A tree that only grows, as the hashes of its whole subtrees, the largest first."""

    size: int = 0
    hashes: tuple[bytes, ...] = ()

    def grow(self, leaves: Sequence[bytes]) -> "Frontier":
        """The same tree with further leaves, given by their hashes."""
        size, hashes = self.size, list(self.hashes)
        for leaf in leaves:
            hashes.append(leaf)
            size += 1
            for _ in range((size & -size).bit_length() - 1):
                right = hashes.pop()
                hashes.append(node_hash(hashes.pop(), right))
        return Frontier(size, tuple(hashes))

    @property
    def root(self) -> bytes:
        if not self.hashes:
            return EMPTY
        *others, root = self.hashes
        for left in reversed(others):
            root = node_hash(left, root)
        return root
