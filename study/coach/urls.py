from django.urls import path

from study.coach.calls import coach

urlpatterns = [
    path("api/games/<slug:game_id>/coach", coach, name="coach"),
]
