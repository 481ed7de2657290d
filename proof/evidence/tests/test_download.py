"""Transcripts for download: permissions, and what they leave out while the game is live."""

import json
from typing import Any

import pytest
from django.test import Client

from game.engine.transcript import parse_transcript
from game.models import Game, Secrets
from game.table.record import ledger
from proof.evidence.builder import load_transcript
from proof.evidence.checks.check import verify
from proof.evidence.checks.verdict import Status
from proof.evidence.document import to_file
from rng.commitment import link
from tests.worlds.evidence import at_ply, play_bot_game, play_two_player_game
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db


def of(game_id: str, visitor: Client | None = None) -> Any:
    return (visitor or Client()).get(f"/api/games/{game_id}/transcript")


def seated(game: Game) -> Client:
    player = Client()
    player.force_login(game.seat_a, backend="django.contrib.auth.backends.ModelBackend")
    return player


def test_transcript_of_a_finished_game_is_public() -> None:
    game = play_bot_game()
    answer = of(game)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="every-other-{game}.json"'
    assert answer.headers["Content-Type"] == "application/json"
    assert verify(answer.content).status is Status.TRUE
    assert answer.json()["bot_stream"] == ledger.load_row(game).server_secrets.bot_stream.hex()


def test_a_live_game_is_its_players_alone() -> None:
    game = create_game()
    refused = of(game.pk)
    assert (refused.status_code, refused.json()["error"]) == (409, "not_over")
    answer = of(game.pk, seated(game))
    assert answer.headers["Cache-Control"] == "no-store"
    assert verify(answer.content).status is Status.TRUE
    assert (answer.json()["result"], answer.json()["deals"]) == (None, [])


def test_unknown_game_is_refused() -> None:
    assert (of("nosuchgame").status_code, of("nosuchgame").json()["error"]) == (404, "no_game")
    assert Client().post("/api/games/nosuchgame/transcript").headers["Allow"] == "GET, HEAD"


def test_secrets_that_cannot_be_unsealed_are_reported() -> None:
    game = play_two_player_game(parse_transcript("61 auto")[0])
    Secrets.objects.filter(pk=game).update(sealed="broken")
    assert (of(game).status_code, of(game).json()["error"]) == (500, "broken")


@pytest.mark.slow
def test_deal_in_play_is_never_in_a_transcript() -> None:
    game = play_bot_game()
    sealed = ledger.load_row(game).server_secrets
    end = json.loads(to_file(load_transcript(game)))
    words = [move["move"] for move in end["moves"]]
    transcripts: dict[int, bytes] = {}
    for ply in reversed(range(len(words))):
        at_ply(game, ply)
        file = to_file(load_transcript(game))
        live = json.loads(file)
        dealt = sum(word[0] == "#" for word in words[:ply])
        # After a show the next deal follows at once: only this test can look in between.
        in_play = dealt > 0 and words[ply][0] != "#"
        shown = dealt - in_play
        assert verify(file).status is Status.TRUE
        assert live["deals"] == end["deals"][:shown]
        assert live["moves"] == end["moves"][: words.index(f"#{shown}") if in_play else ply]
        hidden = [sealed.chain, sealed.bot_stream, link(game, sealed.chain, shown)]
        assert not [secret for secret in hidden if secret.hex().encode() in file]
        assert live["bot_stream"] is None
        if in_play:
            assert transcripts.setdefault(shown, file) == file, "nothing changes while a deal is played"
    assert len(transcripts) == len(end["deals"]) - 1


@pytest.mark.slow
def test_deal_page_is_public_once_the_game_is_over() -> None:
    live, over = create_game(), play_two_player_game(parse_transcript("61 auto")[0])
    assert Client().get(f"/game/{live.pk}/deals").headers["Location"] == f"/table/{live.pk}"
    assert Client().get("/game/nosuchgame/deals").status_code == 404
    page = Client().get(f"/game/{over}/deals").content.decode()
    assert f'href="/api/games/{over}/transcript"' in page
    assert f'href="/game/{over}/deals"' in Client().get(f"/game/{over}").content.decode()
