"""Merkle trees by RFC 6962: hashes, inclusion proofs and consistency proofs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

HASH_LENGTH = 32
EMPTY = sha256(b"").digest()

# The hash over the leaves from one number up to another.
HashOfRange = Callable[[int, int], bytes]


class ProofError(ValueError):
    """An invalid proof."""


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def split(size: int) -> int:
    """Return the size of the left subtree: the largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1


def root_of(hashes: Sequence[bytes]) -> bytes:
    """Return the root over leaves, or over nodes of one level, from their hashes."""
    if not hashes:
        return EMPTY
    row = list(hashes)
    while len(row) > 1:
        paired = [node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=False)]
        row = paired + row[len(row) & ~1 :]
    return row[0]


def inclusion_proof(hash_of: HashOfRange, index: int, size: int) -> list[bytes]:
    """Return the hashes that lead from a leaf to the root."""
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
    """Return the root that a proof gives for a leaf."""
    if not 0 <= index < size or (size == 1) != (not proof):
        raise ProofError("The proof is not for a leaf of a tree of this size.")
    if size == 1:
        return leaf
    left = split(size)
    if index < left:
        return node_hash(root_by_inclusion(leaf, index, left, proof[:-1]), proof[-1])
    return node_hash(proof[-1], root_by_inclusion(leaf, index - left, size - left, proof[:-1]))


def consistency_proof(hash_of: HashOfRange, old: int, new: int) -> list[bytes]:
    """Return the hashes that prove that a tree begins with an older one."""
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
    """Raise ProofError unless the proof shows that the new tree began as the old one."""
    if not 0 <= old <= new:
        raise ProofError("A tree cannot shrink.")
    if old == 0:
        fits = not proof and old_root == EMPTY
    else:
        fits = _roots_by_consistency(old, new, old_root, proof) == (old_root, new_root)
    if not fits:
        raise ProofError("The proof does not connect the two roots.")


def _roots_by_consistency(
    old: int, new: int, known: bytes | None, proof: Sequence[bytes]
) -> tuple[bytes, bytes]:
    """Return both roots of a proof.

    `known` is the old root while all of it is part of the current subtree.
    """
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
    """An append-only tree, as the hashes of its complete subtrees, the largest first."""

    size: int = 0
    hashes: tuple[bytes, ...] = ()

    def grow(self, leaves: Sequence[bytes]) -> "Frontier":
        """Return the tree with further leaves, given by their hashes."""
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
