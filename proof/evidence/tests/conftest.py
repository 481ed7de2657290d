"""The transcripts of games of every ending, made once."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from game.engine.moves import Resign
from game.engine.state import Rules
from game.shared_decks.models import SharedGame
from hosting.demo.schedule import EarlyEnd
from proof.evidence.builder import load_transcript
from proof.evidence.document import SignedTranscript
from proof.evidence.standalone import verify as alone
from proof.public_log.publisher import publish
from tests.worlds.evidence import ENDINGS, load_decks_of, play_two_player_game, transcript_file


@pytest.fixture(autouse=True, scope="session")
def remembered_signatures() -> Iterator[None]:
    """To check one takes plain Python milliseconds, and forgeries of a game have most of theirs in common."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alone, "is_signed", cache(alone.is_signed))
        yield


@pytest.fixture(scope="session")
def files(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, bytes]:
    """By how the game ended; the public log holds them."""
    log_root = tmp_path_factory.mktemp("public-log")
    with override_settings(LOG_ROOT=log_root), django_db_blocker.unblock(), transaction.atomic():
        games = {name: play() for name, play in ENDINGS.items()}
        publish()
        made = {name: transcript_file(game) for name, game in games.items()}
        made_decks.update({name: load_decks_of(games[name]) for name in games if "shared" in name})
        for name in ("the cards of another game", "the cards of another game, resigned"):
            first = SharedGame.objects.get(pk=games[name]).round.of_game_id
            made_firsts[name] = transcript_file(str(first))
        transaction.set_rollback(True)
    return made


made_decks: dict[str, bytes] = {}
made_firsts: dict[str, bytes] = {}


@pytest.fixture(scope="session")
def firsts(files: dict[str, bytes]) -> dict[str, bytes]:
    """The games whose cards were played once more, by those at which they were."""
    return made_firsts


@pytest.fixture(scope="session")
def decks(files: dict[str, bytes]) -> dict[str, bytes]:
    """The decks of those of these games that share them."""
    return made_decks


@pytest.fixture
def transcript() -> SignedTranscript:
    """Of a game to 61 between two people."""
    loaded = load_transcript(play_two_player_game(Rules(target=61)))
    assert isinstance(loaded, SignedTranscript)
    return loaded


@pytest.fixture
def short() -> SignedTranscript:
    """A game of two deals, checked sooner than a whole one: the first takes sixteen moves at most."""
    loaded = load_transcript(play_two_player_game(Rules(), EarlyEnd(0, Resign, 17)))
    assert isinstance(loaded, SignedTranscript)
    return loaded
