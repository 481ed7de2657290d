import gc
import os
from contextlib import suppress
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
django = get_asgi_application()  # loads the apps: what comes from them is imported after it

from cribbage_site.middleware import Kept, SameOrigin  # noqa: E402
from cribbage_site.statics import FilesFromMemory  # noqa: E402
from game.socket import say_goodbye  # noqa: E402
from game.urls import websocket_urlpatterns  # noqa: E402

with suppress(ImportError):
    from twisted.internet import reactor
    from twisted.internet.task import deferLater

    import cribbage_site.inbound  # noqa: F401

    # Told to stop, Daphne cancels what it serves, unless it trips over a connection it has reaped already,
    # and drops what is not written out. So we say goodbye ourselves, and it waits until that is on its way.
    twisted: Any = reactor
    twisted.addSystemEventTrigger("before", "shutdown", say_goodbye)
    twisted.addSystemEventTrigger("before", "shutdown", deferLater, reactor, 0.5)

# What is loaded by now stays: left as it is, the collector would look through it all again and again.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 50, 50)

application = Kept(
    ProtocolTypeRouter(
        {
            "http": django if settings.PRODUCTION else FilesFromMemory(django),
            "websocket": SameOrigin(URLRouter(websocket_urlpatterns)),
        }
    )
)
