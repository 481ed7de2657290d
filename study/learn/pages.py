"""The lesson's page. Without scripts it shows the rules of cribbage as text."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from study.learn.steps import PARTS, numbered_steps
from study.rules.glossary import GLOSSARY


@require_safe
@ensure_csrf_cookie
def learn(request: HttpRequest) -> HttpResponse:
    """Show the whole lesson. The browser shows it step by step."""
    return render(
        request, "study/learn/learn.html", {"parts": PARTS, "turns": numbered_steps(), "glossary": GLOSSARY}
    )
