"""The job that deletes expired codes and tokens of apps."""

from django.db.models import Q
from oauth2_provider.models import DeviceGrant, clear_expired

from common import clock
from common.database.thread import on_the_database_thread
from game.runtime.scheduler import HOUR, Job


async def delete_expired_grants() -> None:
    """Delete what has expired. Used refresh tokens stay until then, so that a second use is noticed."""
    await on_the_database_thread(_delete)()


def _delete() -> None:
    clear_expired()
    DeviceGrant.objects.filter(Q(expires__lte=clock.now())).delete()


JOBS = (Job(HOUR, delete_expired_grants, is_site_wide=True),)
