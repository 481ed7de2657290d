"""A process is ready again once its database is."""

import signal

from bench.chaos.processes import RestartableService
from cribbage_site import health
from cribbage_site.tests.server_process import Server
from cribbage_site.tests.test_health import get_health, postgresql, site, until_ready
from cribbage_site.tests.test_metrics import counts


def test_a_process_is_ready_again_when_its_database_is(site: Server, postgresql: RestartableService) -> None:
    until_ready(site, True)
    postgresql.stop(signal.SIGQUIT)
    try:
        assert until_ready(site, False)[0] in (health.AWAY, health.DATABASE_HANGS)
        assert get_health(site, "live") == (200, {"live": True})
        assert counts(site)["every_other_ready"] == 0
    finally:
        postgresql.start()
    until_ready(site, True)
    assert counts(site)["every_other_ready"] == 1
