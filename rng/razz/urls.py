from django.urls import URLPattern, path

from rng.razz import views

urlpatterns: list[URLPattern] = [
    path("fairness/lab/razz", views.razz, name="fairness_razz"),
    path("fairness/lab/razz/equity", views.equity, name="fairness_razz_equity"),
]
