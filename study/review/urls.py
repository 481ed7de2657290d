from django.urls import path

from study.review.calls import review

urlpatterns = [
    path("api/games/<slug:game_id>/review", review, name="review"),
]
