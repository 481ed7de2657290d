from django.urls import path

from game.rules.views import rules

urlpatterns = [
    path("rules", rules, name="rules"),
]
