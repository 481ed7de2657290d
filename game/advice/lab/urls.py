from django.urls import path

from game.api.lab import weigh
from game.pages.lab import lab

urlpatterns = [
    path("lab", lab, name="lab"),
    path("api/lab", weigh, name="weigh"),
]
