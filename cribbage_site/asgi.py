import gc
import os
from contextlib import suppress
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
django = get_asgi_application()  # loads the apps: what comes from them is imported after it

from cribbage_site.middleware import Kept, SameOrigin  # noqa: E402
from game.socket import say_goodbye  # noqa: E402
from game.urls import websocket_urlpatterns  # noqa: E402

with suppress(ImportError):  # another server limits what it takes in by itself
    import cribbage_site.inbound  # noqa: F401

application = Kept(
    ProtocolTypeRouter(
        {
            "http": django if settings.PRODUCTION else ASGIStaticFilesHandler(django),
            "websocket": SameOrigin(URLRouter(websocket_urlpatterns)),
        }
    )
)
