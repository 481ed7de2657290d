from django.urls import path

from study.rules.views import rules

urlpatterns = [
    path("rules", rules, name="rules"),
]
