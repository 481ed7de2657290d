from django.urls import path

from game.learn.views import learn

urlpatterns = [
    path("learn", learn, name="learn"),
]
