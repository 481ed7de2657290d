from django.urls import path

from game.sharing.oembed import oembed
from programs.embedding.pages import embedded_game

urlpatterns = [
    path("embed/game/<slug:game_id>", embedded_game, name="embedded_game"),
    path("oembed", oembed, name="oembed"),
]
