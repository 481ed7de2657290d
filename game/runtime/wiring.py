"""Lists all that a process does besides answering: every job with its pace, and every listener.

No module registers anything when it is imported. `wire` is called where somebody is served, in
`cribbage_site.asgi`, and in `manage.py sweep`; any other command starts without all this.
"""

from functools import cache

from prometheus_client import REGISTRY

from game.bot_accounts import trials
from game.consumers import base, evictions, ladder, lobby, rated_seats, showcase, site
from game.consumers import table as table_consumers
from game.daily import running as dailies
from game.engines.remote import questions
from game.engines.remote.waiting import answered_bells, asked_bells
from game.events import flow, standing
from game.events.web import consumer as event_consumer
from game.evidence import release
from game.fairness import monitor
from game.following.web import consumer as following
from game.halscrib import learning
from game.lobby import upkeep
from game.mail import digest, your_move
from game.moderation import bans
from game.notices import absent, outbox
from game.operations import forgetting, retention, row_statistics
from game.operations.demo import live
from game.platform.streams import events as event_streams
from game.platform.streams import live_games
from game.public_log import publisher
from game.review import queue
from game.runtime import process_metrics
from game.runtime.presence import RENEW_INTERVAL, presence
from game.runtime.pubsub import Listener, pubsub
from game.runtime.scheduler import Job, scheduler
from game.seasons import deciding
from game.shared_decks import rounds
from game.signs import finding
from game.strength import entering
from game.table import bot_accounts, heartbeat, locked_games, metrics, vacations
from game.table.tables import IS_OVERDUE, tables
from game.throws import choosing
from game.trainer import judging

HOUR = 3600.0

# They start in this order. A site-wide job is done by one process for all, which can be `manage.py sweep`.
JOBS = (
    Job(1.0, pubsub.receive_from_others),
    Job(1.0, process_metrics.measure_loop_lag),
    Job(60.0, locked_games.report_missing_keys_async),
    Job(60.0, bans.enforce_bans, is_site_wide=True),
    Job(10.0, base.drop_silent),
    Job(60.0, base.update_players_last_seen),
    Job(RENEW_INTERVAL, presence.register_process),
    Job(RENEW_INTERVAL, presence.renew_leases),
    Job(rated_seats.RENEW_SECONDS, rated_seats.remember_all),
    Job(2.0, lobby.pair_waiting_seeks, is_site_wide=True, due=upkeep.TWO_WAIT),
    Job(15.0, lobby.keep_seeks_alive),
    Job(10.0, lobby.refresh_feed),
    Job(60.0, site.refresh_feed),
    Job(5.0, showcase.refresh_feed),
    Job(HOUR, lobby.delete_abandoned, is_site_wide=True),
    Job(1.0, heartbeat.keep_beating),
    Job(1.0, tables.call_overdue_flags, due=IS_OVERDUE),
    Job(1.0, vacations.rest_all_games, due=vacations.UNRESTED),
    Job(2.0, tables.update_presence),
    Job(3.0, tables.catch_up_all),
    Job(20.0, evictions.evict_all_unwelcome),
    Job(60.0, your_move.send_due_mails, is_site_wide=True),
    Job(20.0, absent.note_turns, is_site_wide=True),
    Job(3.0, absent.note_challenges, is_site_wide=True, due=absent.CHALLENGE_WAITS),
    Job(1.0, outbox.send_due_pushes, is_site_wide=True, due=outbox.PUSH_DUE),
    Job(60.0, digest.send_due_digests, is_site_wide=True),
    Job(1.0, queue.run_queue, is_site_wide=True, due=queue.WAITS),
    Job(1.0, learning.learn_from_finished_games, is_site_wide=True, due=learning.WAITS),
    Job(entering.INTERVAL_SECONDS, entering.weigh_due_games, is_site_wide=True, due=entering.IS_DUE),
    Job(2.0, publisher.publish_waiting, is_site_wide=True, due=publisher.LEAF_WAITS),
    Job(60.0, publisher.compare_with_files, is_site_wide=True),
    Job(HOUR, release.log_release, is_site_wide=True),
    Job(monitor.INTERVAL_SECONDS, monitor.monitor_shuffle, is_site_wide=True, due=monitor.UNWATCHED),
    Job(1.0, rounds.close_due_rounds, is_site_wide=True, due=rounds.IS_DUE),
    Job(dailies.INTERVAL_SECONDS, dailies.run_due_dailies, is_site_wide=True),
    Job(1.0, flow.run_due_events, is_site_wide=True, due=flow.IS_DUE),
    Job(live.INTERVAL_SECONDS, live.play_sample_tables, is_site_wide=True, due=live.RUNS),
    Job(standing.INTERVAL_SECONDS, standing.announce_standing_events, is_site_wide=True),
    Job(deciding.INTERVAL_SECONDS, deciding.keep_up_seasons, is_site_wide=True),
    Job(finding.INTERVAL_SECONDS, finding.look_through_events, is_site_wide=True),
    Job(choosing.INTERVAL_SECONDS, choosing.choose_due, is_site_wide=True),
    Job(1.0, trials.take_trials_further, is_site_wide=True, due=trials.IS_RUNNING),
    Job(1.0, judging.judge_waiting, is_site_wide=True, due=judging.WAITS),
    Job(5.0, event_consumer.refresh_feed),
    Job(10.0, ladder.refresh_feed),
    Job(5.0, event_streams.refresh_feed),
    Job(3.0, live_games.refresh_feed),
    Job(10.0, following.refresh_feed),
    Job(HOUR, bot_accounts.create_engine_accounts),
    Job(HOUR, row_statistics.count_rows, is_site_wide=True),
    Job(HOUR, retention.delete_expired, is_site_wide=True),
    Job(forgetting.INTERVAL_SECONDS, forgetting.forget_untouched, is_site_wide=True),
    Job(3.0, table_consumers.recheck_all_seeks),
)

LISTENERS: tuple[tuple[str, Listener], ...] = (
    ("lobby", lobby.feed.mark_dirty),
    ("seek", lobby.feed.handle_seek),
    ("notices", site.feed.handle_notices),
    ("moves", tables.handle_moves),
    ("row", tables.handle_row),
    ("here", tables.handle_here),
    ("signed_out", evictions.handle_signed_out),
    ("player_gone", evictions.handle_player_gone),
    ("token_ended", evictions.handle_token_ended),
    ("notices", event_streams.feed.handle_notices),
    ("lobby", event_streams.feed.handle_lobby),
    ("event_stream", event_streams.feed.handle_opened),
    ("ladder", ladder.feed.mark_moved),
    ("event", event_consumer.feed.handle_event),
    ("lobby", following.feed.handle_lobby),
    ("following", following.feed.handle_following),
    ("said", table_consumers.broadcast_chat_line),
    ("seek", table_consumers.handle_seek),
    ("rematch", table_consumers.handle_rematch),
    ("points", table_consumers.handle_points),
    (questions.ASKED, asked_bells.ring),
    (questions.ANSWERED, answered_bells.ring),
    ("unshown", table_consumers.handle_unrevealable),
)


@cache
def wire() -> None:
    """Register every job, listener and gauge, once in a process."""
    for job in JOBS:
        scheduler.schedule(job)
    for kind, listener in LISTENERS:
        pubsub.subscribe(kind, listener)
    metrics.TABLES.set_function(lambda: len(tables))
    metrics.ENTRIES_WAITING.set_function(lambda: tables.ledger.waiting_count)
    REGISTRY.register(process_metrics.DatabasePoolCollector())
