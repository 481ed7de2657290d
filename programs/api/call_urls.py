"""The addresses below which all calls of programs are."""

from django.urls import include, path

from programs.api.urls import calls

urlpatterns = [path("api/v1/", include(calls))]
