import gc
import os

from django import setup as load_apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
load_apps(set_prefix=False)  # imports of apps must come after it

from common.startup import find_startup_errors  # noqa: E402
from cribbage_site.assets.static_files import StaticFiles  # noqa: E402
from cribbage_site.health import HealthMiddleware  # noqa: E402
from cribbage_site.logs import setup  # noqa: E402
from cribbage_site.logs.requests import RequestLogMiddleware  # noqa: E402
from cribbage_site.middleware import RefusalMiddleware, SameOrigin, SchedulerMiddleware  # noqa: E402
from cribbage_site.page_handler import PageHandler  # noqa: E402
from cribbage_site.password_pages import PasswordPages  # noqa: E402
from cribbage_site.routing import ProtocolRouter, SocketRouter  # noqa: E402
from cribbage_site.urls import websocket_urlpatterns  # noqa: E402
from game.runtime import process_metrics  # noqa: E402
from game.runtime.background import start_background  # noqa: E402
from game.table.gauges import register_gauges  # noqa: E402

for error in find_startup_errors():
    raise ImproperlyConfigured(error)

start_background()
register_gauges()
setup.capture_warnings_and_thread_faults()
process_metrics.start_exporter(settings.METRICS)

# Freeze everything loaded so far. Otherwise the garbage collector examines it again and again.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 50, 50)

answered = RequestLogMiddleware(
    RefusalMiddleware(
        ProtocolRouter(
            {
                "http": PasswordPages(PageHandler()),
                "websocket": SameOrigin(SocketRouter(websocket_urlpatterns)),
            }
        )
    )
)
application = HealthMiddleware(
    SchedulerMiddleware(answered if settings.PRODUCTION else StaticFiles(answered))
)
