from django.urls import path

from study.rules.pages import rules

urlpatterns = [
    path("rules", rules, name="rules"),
]
