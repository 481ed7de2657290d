from django.urls import URLPattern, path, re_path

from game.consumers.base import reject_unknown_path
from game.consumers.ladder import LadderConsumer
from game.consumers.lobby import LobbyConsumer
from game.consumers.table import TableConsumer

urlpatterns: list[URLPattern] = []
websocket_urlpatterns = [
    path("ws/table/<slug:game_id>", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/lobby", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/ladder", LadderConsumer.as_asgi()),  # type: ignore[arg-type]
]
unknown_sockets = [re_path("", reject_unknown_path)]  # type: ignore[arg-type]
