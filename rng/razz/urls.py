from django.urls import URLPattern, path

from rng.razz import pages

urlpatterns: list[URLPattern] = [
    path("fairness/lab/razz", pages.razz, name="fairness_razz"),
    path("fairness/lab/razz/equity", pages.equity, name="fairness_razz_equity"),
]
