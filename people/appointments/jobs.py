"""The background jobs that remind players of appointments, and delete past ones."""

from common.database.thread import on_the_database_thread
from game.runtime.scheduler import HOUR, Job
from people.appointments import reminders


async def remind_players() -> None:
    """Remind the players of all appointments that begin soon."""
    await on_the_database_thread(reminders.send_due)()


async def delete_past_appointments() -> None:
    """Delete past appointments."""
    await on_the_database_thread(reminders.delete_past)()


JOBS = (
    Job(5.0, remind_players, is_site_wide=True, due=reminders.IS_DUE),
    Job(HOUR, delete_past_appointments, is_site_wide=True),
)
