from django.urls import path

from game.review.replay.views import replay

urlpatterns = [
    path("game/<slug:game_id>", replay, name="replay"),
]
