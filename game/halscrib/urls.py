from django.urls import path

from game.halscrib.pages import forget_me

urlpatterns = [
    path("halscrib/forget", forget_me, name="halscrib_forget"),
]
