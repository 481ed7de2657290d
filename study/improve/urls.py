"""The URL of the page for players who want to play better."""

from django.urls import URLPattern, path

from study.improve import pages

urlpatterns: list[URLPattern] = [path("improve", pages.improve, name="improve")]
