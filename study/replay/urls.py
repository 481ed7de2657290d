from django.urls import path

from study.replay.calls import replay_of
from study.replay.pages import replay

urlpatterns = [
    path("game/<slug:game_id>", replay, name="replay"),
    path("api/games/<slug:game_id>/replay", replay_of, name="replay_of"),
]
