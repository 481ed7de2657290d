from django.urls import path

from study.lab.calls import weigh
from study.lab.pages import lab

urlpatterns = [
    path("lab", lab, name="lab"),
    path("api/lab", weigh, name="weigh"),
]
