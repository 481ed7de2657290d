"""The process of site-wide jobs starts work at once and runs until it is stopped."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bench.chaos.database import query
from bench.services import redis
from cribbage_site.tests.migrated_databases import ROOT, fill_database

FOR_ALL = {
    "people.retention.expiry.delete_expired",
    "hosting.row_statistics.count_rows",
    "people.moderation.bans.enforce_bans",
    "game.consumers.lobby.pair_waiting_seeks",
    "game.consumers.lobby.delete_abandoned",
    "game.table.tables.Tables.call_overdue_flags",
    "game.table.clocks.vacations.rest_all_games",
    "people.appointments.jobs.remind_players",
    "people.appointments.jobs.delete_past_appointments",
    "people.mail.your_move.send_due_mails",
    "people.mail.digest.send_due_digests",
    "people.notices.absent.note_turns",
    "people.notices.absent.note_challenges",
    "people.notices.push.outbox.send_due_pushes",
    "study.review.queue.run_queue",
    "programs.board_games.reviewing.review_board_games",
    "game.fairness.monitor.monitor_shuffle",
    "game.halscrib.learning.learn_from_finished_games",
    "proof.public_log.publisher.publish_waiting",
    "proof.public_log.publisher.compare_with_files",
    "proof.evidence.release.log_release",
    "people.retention.forgetting.forget_untouched",
    "study.daily.running.run_due_dailies",
    "tournaments.events.run.flow.run_due_events",
    "tournaments.events.manage.withdrawal.withdraw_all",
    "hosting.evenings.live.play_sample_tables",
    "tournaments.seasons.deciding.keep_up_seasons",
    "game.shared_rounds.delaying.start_due_delays",
    "game.shared_rounds.rounds.close_due_rounds",
    "study.strength.entering.weigh_due_games",
    "hosting.signs.finding.look_through_events",
    "study.throws.choosing.choose_due",
    "study.throws.retention.forget_old_guest_voters",
    "study.trainer.judging.judge_waiting",
    "programs.bots.trials.take_trials_further",
    "programs.oauth.jobs.delete_expired_grants",
    "tournaments.events.manage.daily_schedule.announce_standing_events",
    "tournaments.events.manage.repeating.announce_repeating_events",
}


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Start a Redis, and a database with a player whose ban has ended."""
    path = str(tmp_path / "own.sqlite3")
    fill_database({"DATABASE_PATH": path})
    with redis() as url:
        yield {"DATABASE_PATH": path, "REDIS_URL": url, "THROW_OF_THE_DAY": "0"}


@pytest.mark.slow
def test_it_starts_at_once_and_ends_on_a_signal(environment: dict[str, str]) -> None:
    bot = "SELECT banned_until FROM game_player WHERE brain = 'novice'"
    query(environment, "UPDATE game_player SET banned_until = '2020-01-01 00:00:00' WHERE brain = 'novice'")
    elsewhere = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    sweeping = subprocess.Popen(
        [sys.executable, "manage.py", "sweep", "--json"],
        cwd=ROOT, env=elsewhere | environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        patience = monotonic() + 60
        while query(environment, bot)[0]["banned_until"] and monotonic() < patience:
            sleep(0.05)
        assert query(environment, bot) == [{"banned_until": None}]
        sweeping.send_signal(signal.SIGTERM)
        says, complains = sweeping.communicate(timeout=30)
    finally:
        sweeping.kill()
    assert (sweeping.returncode, complains) == (0, "")
    assert json.loads(says).keys() == FOR_ALL


def test_without_redis_it_exits_with_an_error(settings: pytest.FixtureRequest) -> None:
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match="Set REDIS_URL"):
        call_command("sweep")
