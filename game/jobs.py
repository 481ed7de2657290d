"""The game's background jobs, and its listeners to messages of other processes."""

from game.consumers import base, evictions, ladder, lobby, rated_seats, showcase
from game.consumers import table as table_consumers
from game.fairness import monitor
from game.halscrib import learning
from game.lobby import upkeep
from game.runtime import process_metrics
from game.runtime.presence import RENEW_INTERVAL, presence
from game.runtime.pubsub import Listener, pubsub
from game.runtime.scheduler import HOUR, Job
from game.table import bot_accounts
from game.table.clocks import vacations
from game.table.record import heartbeat, locked_games
from game.table.tables import IS_OVERDUE, tables

JOBS = (
    Job(1.0, pubsub.receive_from_others),
    Job(1.0, process_metrics.measure_loop_lag),
    Job(60.0, locked_games.report_missing_keys_async),
    Job(10.0, base.drop_silent),
    Job(60.0, base.update_players_last_seen),
    Job(RENEW_INTERVAL, presence.register_process),
    Job(RENEW_INTERVAL, presence.renew_leases),
    Job(rated_seats.RENEW_SECONDS, rated_seats.remember_all),
    Job(2.0, lobby.pair_waiting_seeks, is_site_wide=True, due=upkeep.TWO_WAIT),
    Job(15.0, lobby.keep_seeks_alive),
    Job(10.0, lobby.refresh_feed),
    Job(5.0, showcase.refresh_feed),
    Job(HOUR, lobby.delete_abandoned, is_site_wide=True),
    Job(1.0, heartbeat.keep_beating),
    Job(1.0, tables.call_own_flags),
    Job(1.0, tables.call_overdue_flags, is_site_wide=True, due=IS_OVERDUE),
    Job(1.0, vacations.rest_all_games, is_site_wide=True, due=vacations.UNRESTED),
    Job(2.0, tables.update_presence),
    Job(3.0, tables.catch_up_all),
    Job(20.0, evictions.evict_all_unwelcome),
    Job(1.0, learning.learn_from_finished_games, is_site_wide=True, due=learning.WAITS),
    Job(monitor.INTERVAL_SECONDS, monitor.monitor_shuffle, is_site_wide=True, due=monitor.UNWATCHED),
    Job(10.0, ladder.refresh_feed),
    Job(HOUR, bot_accounts.create_engine_accounts),
    Job(3.0, table_consumers.recheck_all_seeks),
)

LISTENERS: tuple[tuple[str, Listener], ...] = (
    ("lobby", lobby.feed.mark_dirty),
    ("seek", lobby.feed.handle_seek),
    ("moves", tables.handle_moves),
    ("row", tables.handle_row),
    ("here", tables.handle_here),
    ("signed_out", evictions.handle_signed_out),
    ("player_gone", evictions.handle_player_gone),
    ("token_ended", evictions.handle_token_ended),
    ("ladder", ladder.feed.mark_moved),
    ("said", table_consumers.broadcast_chat_line),
    ("seek", table_consumers.handle_seek),
    ("rematch", table_consumers.handle_rematch),
    ("points", table_consumers.handle_points),
    ("unshown", table_consumers.handle_unrevealable),
)
