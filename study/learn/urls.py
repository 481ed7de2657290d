from django.urls import path

from study.learn.pages import learn

urlpatterns = [
    path("learn", learn, name="learn"),
]
