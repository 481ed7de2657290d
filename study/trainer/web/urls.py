"""The URLs of the trainer."""

from django.urls import URLPattern, path

from study.trainer.web import calls, pages

urlpatterns: list[URLPattern] = [
    path("train", pages.train, name="train"),
    path("api/train", calls.train_call, name="train_call"),
    path("api/train/<int:exercise>", calls.answer_call, name="answer_call"),
]
