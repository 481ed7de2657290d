from django.urls import path

from game.api.meaning import meaning
from game.api.replay import replay_of
from game.review.replay.views import replay

urlpatterns = [
    path("game/<slug:game_id>", replay, name="replay"),
    path("api/games/<slug:game_id>/replay", replay_of, name="replay_of"),
    path("api/games/<slug:game_id>/meaning", meaning, name="meaning"),
]
