"""Waiting leaves are published exactly once, despite any failure."""

import asyncio
import json
import shutil
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from channels.db import database_sync_to_async

from cribbage_site.tests.repetitions import repetitions
from game.log.checkpoint import Checkpoint, open_checkpoint
from game.log.folder import LogFolder
from game.log.identity import LogUnreadable, log_signers, published_checkpoint
from game.log.leaves import CLOSE, OPEN, add_leaf, log_endings
from game.log.merkle import Frontier, leaf_hash
from game.log.tiles import TiledTree
from game.models import Game, Leaf
from proof.public_log import publisher
from proof.public_log.publisher import publish
from tests.worlds.evidence import play_bot_game
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db

KEYS = 2  # the first entries of every log: the keys that sign receipts and the log


def add_leaves(number: int, since: int = 0) -> None:
    for n in range(since, since + number):
        add_leaf(OPEN, {"game": f"g{n}", "clock": "none"})


def published() -> Checkpoint:
    """Publish waiting leaves and return the state of the log."""
    publish()
    return published_checkpoint()


def bodies() -> list[bytes]:
    return [leaf.body.encode() for leaf in Leaf.objects.order_by("number")]


def check_whole(folder: LogFolder) -> Checkpoint:
    """Check that the entries and tiles of the log match the database. Return its state."""
    checkpoint = published_checkpoint()
    entries = list(folder.read_entries(0, checkpoint.size))
    assert entries == bodies()
    assert Frontier().grow([leaf_hash(entry) for entry in entries]).root == checkpoint.root
    assert TiledTree(folder.read_tile, checkpoint.size).root == checkpoint.root
    return checkpoint


@pytest.mark.slow
@pytest.mark.rows
def test_waiting_leaves_are_published_in_order(folder: LogFolder) -> None:
    add_leaves(3)
    assert publish() == check_whole(folder)
    assert [json.loads(body).get("game") for body in bodies()] == ["g0", "g1", "g2", None, None]
    assert publish() is None, "nothing new"
    add_leaves(600, since=3)
    publish()
    assert check_whole(folder).size == 603 + KEYS


def test_the_checkpoint_is_signed_by_the_key_that_is_served(folder: LogFolder) -> None:
    add_leaves(1)
    publish()
    note = folder.read_checkpoint()
    assert note is not None
    (newest, *_) = log_signers()
    assert folder.read_file("key") == f"{newest.verifier_key}\n".encode()
    assert open_checkpoint(note, [newest.verifier]).size == 1 + KEYS


def test_rotated_key_is_logged_and_signs_together_with_the_old_one(settings: Any) -> None:
    settings.SIGNING_KEYS = ["old"]
    add_leaves(1)
    publish()
    (old,) = log_signers()
    settings.SIGNING_KEYS = ["new", "old", "one that was never used"]
    add_leaves(1, since=1)
    publish()
    new, _, unused = log_signers()
    note = LogFolder(settings.LOG_ROOT).read_checkpoint()
    assert note is not None
    assert open_checkpoint(note, [old.verifier]) == open_checkpoint(note, [new.verifier])
    assert unused.verifier_key not in note
    last = json.loads(bodies()[-1])
    assert (last["kind"], last["signs"], last["key"]) == ("key", "log", new.verifier_key)


def test_without_the_key_that_signed_it_nothing_is_published(settings: Any) -> None:
    settings.SIGNING_KEYS = ["old"]
    add_leaves(1)
    publish()
    settings.SIGNING_KEYS = ["new"]
    add_leaves(1, since=1)
    with pytest.raises(LogUnreadable, match="None of SIGNING_KEYS has signed it"):
        publish()


def test_a_log_keeps_its_name_when_the_site_moves(settings: Any) -> None:
    settings.SITE_URL = "https://cards.example"
    add_leaves(1)
    assert published().origin == "cards.example/log"
    settings.SITE_URL = "https://other.example"
    add_leaves(1, since=1)
    assert published().origin == "cards.example/log"


def test_only_one_process_publishes_at_a_time(folder: LogFolder) -> None:
    add_leaves(1)
    with folder.locked() as is_ours:
        assert is_ours
        assert publish() is None
    assert folder.read_checkpoint() is None
    assert publish() is not None


@pytest.mark.slow
@pytest.mark.rows
def test_lost_log_files_are_written_again(folder: LogFolder) -> None:
    add_leaves(300)
    before = published()
    shutil.rmtree(folder.root)
    publish()
    assert check_whole(folder) == before


class Died(Exception):
    """The death of a killed process."""


class WritesLeft:
    """Allows a number of file writes, then simulates the death of the process."""

    def __init__(self, left: int) -> None:
        self._left, self._write = left, LogFolder.write_file

    def write_file(self, folder: LogFolder, path: str, content: bytes) -> None:
        self._left -= 1
        if self._left < 0:
            raise Died
        self._write(folder, path, content)


@pytest.mark.slow
def test_log_continues_after_a_crash_at_any_write(folder: LogFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies at any of its writes, and the next one continues."""
    chance, added, known = Random(17), 0, Frontier()
    for _ in range(repetitions(40, one_in=4)):
        number, writes = chance.randrange(1, 300), WritesLeft(chance.randrange(9))
        add_leaves(number, since=added)
        added += number
        with monkeypatch.context() as patch, suppress(Died):
            patch.setattr(LogFolder, "write_file", lambda *given, to=writes: to.write_file(*given))
            publish()
        if folder.read_checkpoint():
            checkpoint = published_checkpoint()
            new = folder.read_entries(known.size, checkpoint.size)
            known = known.grow([leaf_hash(entry) for entry in new])
            assert known.root == checkpoint.root
    publish()
    assert check_whole(folder).size == added + KEYS


@pytest.mark.slow
@pytest.mark.rows
def test_database_older_than_the_log_recovers_the_published_leaves(folder: LogFolder, caplog: Any) -> None:
    add_leaves(2)
    known = published()
    gone = play_bot_game()
    add_leaf(OPEN, {"game": "closed", "clock": "none"})
    add_leaf(CLOSE, {"game": "closed", "digest": None, "how": "void", "void": "unplayed"})
    later = published()
    # The state of a restored backup: a leaf that still waits, and nothing of what followed it.
    waited = Leaf.objects.get(number=known.size)
    Leaf.objects.filter(number__gte=known.size).delete()
    Leaf.objects.create(kind=waited.kind, game=waited.game, body=waited.body)
    Game.objects.filter(pk=gone).delete()
    Leaf.objects.filter(number=None).exclude(body=waited.body).delete()
    publish()
    checkpoint = check_whole(folder)
    assert checkpoint.size > later.size
    told = [json.loads(body) for body in bodies()[later.size :]]
    restored = {"kind": "restored", "known": known.size, "size": later.size}
    assert restored.items() <= told[0].items()
    assert [leaf["kind"] for leaf in told] == ["restored"], "what was opened had been closed before"
    assert "the database is older than the public log" in caplog.text


def test_a_game_that_was_lost_is_closed(folder: LogFolder) -> None:
    add_leaves(1)
    known = published()
    add_leaf(OPEN, {"game": "lost", "clock": "quick"})
    publish()
    Leaf.objects.filter(number__gte=known.size).delete()
    publish()
    _, last = (json.loads(body) for body in bodies()[-2:])
    assert {"kind": "close", "game": "lost", "how": "void", "void": "lost"}.items() <= last.items()
    check_whole(folder)


def test_a_database_with_another_past_publishes_nothing(folder: LogFolder) -> None:
    add_leaves(2)
    before = published()
    last = Leaf.objects.get(number=before.size - 1)
    last.body = last.body.replace("receipts", "recipes").replace("log", "dog")
    last.save()
    add_leaves(1, since=2)
    with pytest.raises(LogUnreadable, match="Leaf 3 of the public log is another"):
        publish()
    assert published_checkpoint() == before


def test_a_game_that_began_unlogged_is_not_closed_in_the_log() -> None:
    """A sample game, or one from before the introduction of the log."""

    game = create_game()
    log_endings([game.pk])
    assert not Leaf.objects.filter(game=game.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_next_comparison_repairs_a_failed_write(folder: LogFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    writes = WritesLeft(0)
    add_leaves(1)

    async def fail_and_go_on() -> None:
        with monkeypatch.context() as patch, suppress(Died):
            patch.setattr(LogFolder, "write_file", lambda *given: writes.write_file(*given))
            await publisher.publish_waiting()
        assert not await database_sync_to_async(Leaf.objects.filter(number=None).exists)(), (
            "it has its number"
        )
        await publisher.compare_with_files()

    asyncio.run(fail_and_go_on())
    assert check_whole(folder).size == 1 + KEYS
