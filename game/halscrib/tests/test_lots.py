"""HALSCRIB's style for a game is drawn at random, hidden until the end, and can be verified after it."""

import json
from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from game.accounts.guests import create_guest
from game.bots.habits import Habits, PairFrequency
from game.decisions.lot import ADAPTIVE, HALSCRIB, LOTS, MIXED, PURE, draw_lot
from game.decisions.transcript import GameFile, rethink
from game.engine.state import Rules
from game.halscrib.tests.games import BOT, open_game, play_on
from game.models import Game, HalscribGame, LearntHabits, Player
from game.table.bot_replay import replay_decisions
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from game.table.shuffle.fairness import build_fairness
from rng import entropy
from tests.worlds.bot_games import open_bot_game

pytestmark = pytest.mark.django_db(transaction=True)

KNOWN = {"led_pairs": 9, "lead_chances": 10, "paired_leads": 1, "reply_chances": 8}


def test_a_lot_is_drawn_from_the_secret_that_is_shown_after_the_game(ann: Player):
    game = open_game(ann)
    row = ledgers.load_row(game.pk)
    assert row.lot is not None
    assert row.brain(BOT) == row.lot.brain == draw_lot(row.server_secrets.bot_stream, game.pk)


def test_every_lot_is_as_likely_as_the_others():
    drawn = Counter(draw_lot(entropy.secret(), "game") for _ in range(3000))
    assert set(drawn) == set(LOTS)
    assert min(drawn.values()) > 850  # 1,000 each; fewer than this once in ten million runs


def test_other_bots_and_sample_players_have_none(ann: Player):
    Player.objects.filter(pk=ann.pk).update(is_sample=True)
    ann.refresh_from_db()
    open_game(ann)
    game = open_bot_game(create_guest(), "novice", Rules())
    assert not HalscribGame.objects.exists()
    row = ledgers.load_row(game.pk)
    assert (row.lot, row.brain(BOT), row.remembered) == (None, "novice-2", ())


def test_only_the_adaptive_style_begins_with_a_memory(ann: Player):
    LearntHabits.objects.create(player=ann, games=3, **KNOWN)
    remembered = {}
    while len(remembered) < len(LOTS):
        row = ledgers.load_row(open_game(ann).pk)
        assert row.lot is not None
        remembered[row.lot.brain] = row.remembered
    known = Habits(leads=PairFrequency(9, 10), replies=PairFrequency(1, 8))
    assert remembered == {ADAPTIVE: (known,), MIXED: (Habits(),), PURE: (Habits(),)}


@pytest.mark.slow
@pytest.mark.parametrize("brain", LOTS)
def test_a_game_is_played_by_its_lot_and_each_decision_comes_out_the_same_later(
    ledger: Ledger, ann: Player, brain: str
):
    game = open_game(ann, brain)
    HalscribGame.objects.filter(pk=game.pk).update(**KNOWN)
    game = play_on(game, ledger)
    LearntHabits.objects.filter(player=ann).delete()
    row = ledgers.load_row(game.pk)
    moves = list(replay_decisions(row))
    assert row.brain(BOT) == brain
    assert len(moves) > 10
    assert all(move.is_same for move in moves)
    out = StringIO()
    call_command("rethink", game.pk, stdout=out)
    assert f"By lot this game was played by {brain}." in out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("brain", LOTS)
def test_a_transcript_alone_names_the_lot_and_repeats_its_decisions(ledger: Ledger, brain: str):
    games = (open_game(create_guest()) for _ in range(200))
    game = next(game for game in games if ledgers.load_row(game.pk).brain(BOT) == brain)
    offline = rethink(as_file(ledgers.load_row(play_on(game, ledger).pk)))
    assert (offline.brain, offline.differ) == (brain, 0)
    assert offline.not_asked == 0  # it has no memory of a guest, and no file contains its memory


def as_file(row: ledgers.GameRow) -> GameFile:
    """Return the data that a transcript has about a game with HALSCRIB."""
    fairness = build_fairness(row)
    decks = {deal: fairness.deck(deal) for deal in range(row.transcript.count("#") + 1)}
    secret = row.server_secrets.bot_stream
    return GameFile(row.id, row.transcript, decks, ("ann", "HALSCRIB"), {BOT: HALSCRIB}, {}, secret, row.id)


@pytest.mark.slow
def test_the_recorded_memory_affects_a_replay(ledger: Ledger, ann: Player):
    """Otherwise the recorded memory would be useless: some game must differ without it."""
    differs = False
    for _ in range(12):
        game = open_game(ann, ADAPTIVE)
        HalscribGame.objects.filter(pk=game.pk).update(
            led_pairs=0, lead_chances=500, paired_leads=500, reply_chances=500
        )
        game = play_on(game, ledger)
        HalscribGame.objects.filter(pk=game.pk).update(lead_chances=0, paired_leads=0, reply_chances=0)
        if not all(move.is_same for move in replay_decisions(ledgers.load_row(game.pk))):
            differs = True
            break
    assert differs


@pytest.mark.slow
def test_the_style_is_secret_before_the_end_and_public_after_it(ledger: Ledger, ann: Player):
    client = Client()
    client.force_login(ann)
    game = open_game(ann, PURE)
    assert "halscrib-pure" not in json.dumps(
        [*Game.objects.filter(pk=game.pk).values("params", "transcript")]
    )
    assert client.get(f"/game/{game.pk}").status_code == 302
    assert "By lot" not in client.get(f"/table/{game.pk}").content.decode()
    played = play_on(game, ledger)
    lot = HalscribGame.objects.get(pk=game.pk)
    assert (lot.won, lot.ended_at) == (played.winner == BOT, played.finished_at)
    assert "By lot, HALSCRIB played this game pure" in Client().get(f"/game/{game.pk}").content.decode()
