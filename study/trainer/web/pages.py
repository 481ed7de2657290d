"""The page of the trainer."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe


@require_safe
@ensure_csrf_cookie
def train(request: HttpRequest) -> HttpResponse:
    """Show the trainer, or an introduction for visitors without an account."""
    return render(request, "study/trainer.html")
