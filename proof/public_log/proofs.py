"""Proofs that the published log holds a game, for its transcript."""

import json
from collections.abc import Mapping
from typing import Any

from common.formats.json import Json
from common.formats.signed_note import NoteError, Verifier, parse_verifier_key
from game.log.checkpoint import open_checkpoint
from game.log.identity import log_folder, log_signers
from game.log.leaves import CLOSE, DECKS, KEY, OPEN, ROOT, leaves_of_no_game
from game.log.merkle import inclusion_proof
from game.log.tiles import TiledTree
from game.models import Leaf
from rng.commitment import canonical_json, parse_params


def load_proof(game_id: str, params: str, *, is_over: bool) -> Json | None:
    """Return the checkpoint, and the proofs of a game's leaves; None until its opening is published."""
    verifier = _named_log(params)
    if verifier is None:
        return None
    folder = log_folder()
    try:
        note = folder.read_checkpoint()
        checkpoint = open_checkpoint(note or "", [verifier])
        leaves = Leaf.objects.filter(game=game_id, number__lt=checkpoint.size).order_by("number")
        last = {leaf.kind: leaf for leaf in leaves}
        if OPEN not in last:
            return None
        tree = TiledTree(folder.read_tile, checkpoint.size)
        close = _leaf_json(tree, last[CLOSE], checkpoint.size) if is_over and CLOSE in last else None
        return {"checkpoint": note, "open": _leaf_json(tree, last[OPEN], checkpoint.size), "close": close}
    except (NoteError, OSError, ValueError):  # the job that publishes reports what is wrong with the log
        return None


def load_set_proof(deck_set: str, params: str) -> Json | None:
    """Return the checkpoint, and the way to it from the leaves that fix a set's decks.

    `root` is null until it is published. None until the set's tip is.
    """
    verifier = _named_log(params)
    if verifier is None:
        return None
    folder = log_folder()
    try:
        note = folder.read_checkpoint()
        checkpoint = open_checkpoint(note or "", [verifier])
        tree = TiledTree(folder.read_tile, checkpoint.size)
        named = Leaf.objects.filter(game="", kind__in=(DECKS, ROOT), number__lt=checkpoint.size)
        leaves = named.filter(body__contains=canonical_json({"set": deck_set})[1:-1]).order_by("number")
        first = {leaf.kind: leaf for leaf in reversed(leaves)}
        if DECKS not in first:
            return None
        proofs = {kind: _leaf_json(tree, leaf, checkpoint.size) for kind, leaf in first.items()}
        return {"checkpoint": note, "decks": proofs[DECKS], "root": proofs.get(ROOT)}
    except (NoteError, OSError, ValueError):  # the job that publishes says what is wrong with the log
        return None


def load_key_proofs() -> Json | None:
    """Return the checkpoint, and the way to it from each leaf of a key; None until one is published."""
    folder = log_folder()
    try:
        note = folder.read_checkpoint()
        checkpoint = open_checkpoint(note or "", [signer.verifier for signer in log_signers()])
        tree = TiledTree(folder.read_tile, checkpoint.size)
        leaves = leaves_of_no_game(KEY).filter(number__lt=checkpoint.size).order_by("number")
        keys = [json.loads(leaf.body) | _leaf_json(tree, leaf, checkpoint.size) for leaf in leaves]
        return {"checkpoint": note, "keys": keys} if keys else None
    except (NoteError, OSError, ValueError):  # the job that publishes says what is wrong with the log
        return None


def _named_log(params: str) -> Verifier | None:
    named: Mapping[str, Any] = parse_params(params) or {}
    return parse_verifier_key(str(named["log"])) if "log" in named else None


def _leaf_json(tree: TiledTree, leaf: Leaf, size: int) -> Json:
    assert leaf.number is not None
    proof = inclusion_proof(tree.hash_of, leaf.number, size)
    return {
        "at": json.loads(leaf.body)["at"],
        "index": leaf.number,
        "proof": [part.hex() for part in proof],
    }
