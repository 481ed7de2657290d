from django.urls import path

from game.api.reviews import review

urlpatterns = [
    path("api/games/<slug:game_id>/review", review, name="review"),
]
