"""The trees and their proofs, compared with published roots and the definitions of RFC 6962."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.log.merkle import (
    EMPTY,
    Frontier,
    ProofError,
    check_consistency,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    root_by_inclusion,
    root_of,
)
from game.log.tiles import Tile, TiledTree, new_bundles, new_tiles, split_entries

# Leaves and roots from Certificate Transparency's own tests.
PUBLISHED_LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
PUBLISHED_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def plain_root(leaves: list[bytes]) -> bytes:
    """Return the tree hash as defined in section 2.1 of RFC 6962."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\x01" + plain_root(leaves[:k]) + plain_root(leaves[k:])).digest()


def entries(count: int) -> list[bytes]:
    return [str(n).encode() for n in range(count)]


def range_hash(leaves: list[bytes]):
    return lambda low, high: plain_root(leaves[low:high])


@pytest.mark.parametrize("size", range(1, 9))
def test_the_published_roots(size: int) -> None:
    hashes = [leaf_hash(leaf) for leaf in PUBLISHED_LEAVES[:size]]
    published = bytes.fromhex(PUBLISHED_ROOTS[size - 1])
    assert root_of(hashes) == Frontier().grow(hashes).root == published


def test_an_empty_tree_has_the_hash_of_nothing() -> None:
    assert root_of([]) == Frontier().root == EMPTY == plain_root([])


@pytest.mark.slow
@given(st.integers(1, 80))
def test_every_leaf_is_proved_and_no_other_in_its_place(size: int) -> None:
    leaves = entries(size)
    for index, entry in enumerate(leaves):
        proof = inclusion_proof(range_hash(leaves), index, size)
        assert root_by_inclusion(leaf_hash(entry), index, size, proof) == plain_root(leaves)
        assert root_by_inclusion(leaf_hash(b"other"), index, size, proof) != plain_root(leaves)


@given(st.integers(1, 300), st.data())
def test_a_proof_of_another_place_or_length_proves_nothing(size: int, data: st.DataObject) -> None:
    leaves = entries(size)
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(range_hash(leaves), index, size)
    for wrong in ([*proof, EMPTY], proof[:-1]) if proof else ([EMPTY],):
        with pytest.raises(ProofError):
            root_by_inclusion(leaf_hash(leaves[index]), index, size, wrong)
    with pytest.raises(ProofError):
        root_by_inclusion(leaf_hash(leaves[index]), size, size, proof)


@given(st.integers(0, 70), st.integers(0, 70))
def test_grown_tree_is_consistent_with_the_old_one(one: int, other: int) -> None:
    old, new = sorted((one, other))
    leaves = entries(new)
    proof = consistency_proof(range_hash(leaves), old, new)
    check_consistency(old, plain_root(leaves[:old]), new, plain_root(leaves), proof)


@given(st.integers(1, 70), st.integers(1, 70), st.data())
def test_a_fork_has_no_proof_of_consistency(one: int, other: int, data: st.DataObject) -> None:
    old, new = sorted((one, other))
    leaves = entries(new)
    forked = leaves.copy()
    forked[data.draw(st.integers(0, old - 1))] = b"another"
    proof = consistency_proof(range_hash(forked), old, new)
    for known in (proof, consistency_proof(range_hash(leaves), old, new)):
        with pytest.raises(ProofError):
            check_consistency(old, plain_root(leaves[:old]), new, plain_root(forked), known)
    with pytest.raises(ProofError):
        check_consistency(old, plain_root(leaves[:old]), new, plain_root(leaves), [*proof, EMPTY])


@pytest.mark.slow
@given(st.lists(st.integers(0, 700), min_size=1, max_size=5))
def test_tiles_hold_the_tree_however_it_grew(steps: list[int]) -> None:
    files: dict[Tile, bytes] = {}
    leaves: list[bytes] = []
    for step in steps:
        more = entries(len(leaves) + step)[len(leaves) :]
        hashes = [leaf_hash(entry) for entry in more]
        files |= dict(new_tiles(files.__getitem__, len(leaves), hashes))
        files |= dict(new_bundles(files.__getitem__, len(leaves), more))
        leaves += more
    size = len(leaves)
    tree = TiledTree(files.__getitem__, size)
    hashes = [leaf_hash(entry) for entry in leaves]
    assert tree.root == root_of(hashes) == Frontier().grow(hashes).root
    for index in {0, size // 3, size - 1} if size else set():
        assert tree.leaf(index) == hashes[index]
        proof = inclusion_proof(tree.hash_of, index, size)
        assert root_by_inclusion(hashes[index], index, size, proof) == tree.root
    whole = [entry for n in range(size // 256) for entry in split_entries(files[Tile("entries", n)])]
    assert whole == leaves[: len(whole)]


def test_a_tree_of_70_000_has_the_tiles_that_the_standard_counts() -> None:
    """c2sp.org/tlog-tiles: 273 full tiles at level 0 and one of width 112, and so on."""
    files = dict(new_tiles({}.__getitem__, 0, [EMPTY] * 70_000))
    widths = [[tile.width for tile in files if tile.level == level] for level in range(4)]
    assert widths == [[256] * 273 + [112], [256, 17], [1], []]


def test_a_tree_of_256_has_a_full_tile_and_one_of_width_1_above() -> None:
    assert [tile.path for tile, _ in new_tiles({}.__getitem__, 0, [EMPTY] * 256)] == [
        "tile/0/000",
        "tile/1/000.p/1",
    ]


def test_paths_are_those_of_the_standard() -> None:
    assert Tile(0, 1234067).path == "tile/0/x001/x234/067"
    assert Tile("entries", 0, 7).path == "tile/entries/000.p/7"


@pytest.mark.parametrize("broken", [b"\0", b"\0\5abc", b"\0\1a\0"])
def test_truncated_bundle_is_invalid(broken: bytes) -> None:
    with pytest.raises(ValueError, match="truncated"):
        split_entries(broken)
