from django.urls import path

from study.learn.views import learn

urlpatterns = [
    path("learn", learn, name="learn"),
]
