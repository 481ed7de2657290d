from django.urls import path

from game import api, views
from game.table_socket import TableSocket

urlpatterns = [
    path("", views.front, name="front"),
    path("play", views.play, name="play"),
    path("table/<slug:game_id>", views.table, name="table"),
    path("api/games", api.make_game, name="make_game"),
]

websocket_urlpatterns = [
    path("ws/table/<slug:game_id>", TableSocket.as_asgi()),  # type: ignore[arg-type]
]
