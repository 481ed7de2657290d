"""Transcripts of games with every ending, made once."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from game.engine.moves import Resign
from game.engine.state import Rules
from game.models import Game
from game.shared_decks.models import SharedGame
from hosting.demo.schedule import EarlyEnd
from proof.evidence.builder import load_transcript
from proof.evidence.document import SignedTranscript
from proof.evidence.standalone import verify as alone
from proof.public_log.publisher import publish
from tests.worlds.evidence import ENDINGS, load_decks_of, play_two_player_game, transcript_file


@pytest.fixture(autouse=True, scope="session")
def remembered_signatures() -> Iterator[None]:
    """Cache signature checks: each takes milliseconds in Python, and forgeries share most signatures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alone, "is_signed", cache(alone.is_signed))
        yield


@pytest.fixture(scope="session")
def files(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, bytes]:
    """Return the transcripts by the games' ending. The public log holds the games."""
    log_root = tmp_path_factory.mktemp("public-log")
    with override_settings(LOG_ROOT=log_root), django_db_blocker.unblock(), transaction.atomic():
        games = {name: play() for name, play in ENDINGS.items()}
        publish()
        made = {name: transcript_file(game) for name, game in games.items()}
        made_decks.update({name: load_decks_of(games[name]) for name in games if "shared" in name})
        for name in ("the cards of another game", "the cards of another game, resigned"):
            first = SharedGame.objects.get(pk=games[name]).round.of_game_id
            made_firsts[name] = transcript_file(str(first))
        rematch = json.loads(Game.objects.get(pk=games[REMATCH]).params)
        made_earlier.append(transcript_file(rematch["first_dealer_because"]["rematch_of"]))
        transaction.set_rollback(True)
    return made


made_decks: dict[str, bytes] = {}
made_firsts: dict[str, bytes] = {}
made_earlier: list[bytes] = []
REMATCH = "a rematch that says of which game"


@pytest.fixture(scope="session")
def firsts(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the games whose cards were played again, by the names of the second games."""
    return made_firsts


@pytest.fixture(scope="session")
def earlier(files: dict[str, bytes]) -> bytes:
    """Return the game that the rematch follows."""
    return made_earlier[0]


@pytest.fixture(scope="session")
def decks(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the decks of the games that share them."""
    return made_decks


@pytest.fixture
def transcript() -> SignedTranscript:
    """Return the transcript of a game to 61 between two people."""
    loaded = load_transcript(play_two_player_game(Rules(target=61)))
    assert isinstance(loaded, SignedTranscript)
    return loaded


@pytest.fixture
def short() -> SignedTranscript:
    """Return a game of two deals, which is checked faster. The first deal takes at most sixteen moves."""
    loaded = load_transcript(play_two_player_game(Rules(), EarlyEnd(0, Resign, 17)))
    assert isinstance(loaded, SignedTranscript)
    return loaded
