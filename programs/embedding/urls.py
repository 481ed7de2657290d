from django.urls import path

from programs.embedding.views import embedded_game

urlpatterns = [
    path("embed/game/<slug:game_id>", embedded_game, name="embedded_game"),
]
