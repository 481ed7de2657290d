"""The privacy page: which data of visitors is stored, and how long."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from game.decisions.lot import HALSCRIB
from game.table.bot_accounts import BOTS
from people.retention.expiry import (
    ADVICE_NOTE_RETENTION,
    CHAT_RETENTION,
    NOTICE_RETENTION,
    READ_NOTICE_RETENTION,
)
from people.retention.forgetting import FORGOTTEN_AFTER


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the privacy page, with the retention times that the code uses."""
    context = {
        "advice_days": ADVICE_NOTE_RETENTION.days,
        "chat_days": CHAT_RETENTION.days,
        "notice_days": NOTICE_RETENTION.days,
        "read_notice_days": READ_NOTICE_RETENTION.days,
        "forgotten_days": FORGOTTEN_AFTER.days,
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "account_url": reverse("account"),
        "halscrib_url": reverse("profile", args=[BOTS[HALSCRIB].name]) + "#memory",
    }
    return render(request, "people/retention/privacy.html", context)
