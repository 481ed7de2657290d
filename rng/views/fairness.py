"""The players' page about fair deals, and the paged record of deals."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.http.query_params import InvalidParam, int_param
from common.page_parts import load_parts
from rng.deal import card_text, deal_six
from rng.fairness.scorer import scorer
from rng.fairness.watch import deal_record
from rng.fairness.watch.evidence import ALARM_THRESHOLD
from rng.fairness.watch.summary import cached_summary
from rng.models import Deal
from rng.views.decks import DECKS_PER_FILE, MOST_ID, PICTURE_DECKS
from rng.withheld import shown_deals

PAGE_SIZE = 50
LONGEST_NAME = 16


class RecordPage(NamedTuple):
    """A page of the record, newest deals first, with links to both sides."""

    deals: list[Deal]
    older: int | None = None
    newer: int | None = None


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Show how a deal is made, what players can check, and drawings of the dealt decks."""
    about = {
        "standing": cached_summary(),
        "alarm": ALARM_THRESHOLD,
        "drawn": PICTURE_DECKS,
        "in_a_file": DECKS_PER_FILE,
        "counts": " ".join(map(str, scorer().counts)),
        **load_parts("fairness"),
    }
    return render(request, "rng/fairness/fairness.html", about)


@require_safe
def endings_json(request: HttpRequest) -> JsonResponse:
    """Return the numbers of games by ending, for programs that verify the counts."""
    return JsonResponse(cached_summary().ends._asdict())


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """Show the record, newest deal first, or the deals of one game."""
    game = request.GET.get("game", "").strip().lower()[: LONGEST_NAME + 1]
    try:
        leaf = _deals_of_game(game) if game else _record_page(request)
    except InvalidParam as fault:
        return render(request, "refusal.html", {"message": str(fault)}, status=400)
    about = {"leaf": leaf, "rows": [_row(deal) for deal in leaf.deals], "game": game}
    return render(request, "rng/fairness/deals.html", about)


def _deals_of_game(game: str) -> RecordPage:
    is_name = game.isalnum()  # skip other values: PostgreSQL refuses NUL
    return RecordPage(list(shown_deals().filter(game=game).order_by("-number")) if is_name else [])


def _record_page(request: HttpRequest) -> RecordPage:
    """Return a page by ids alone, so that the last page costs as little as the first."""
    if after := int_param(request, "after", 0, 0, MOST_ID):
        found = list(shown_deals().filter(pk__gt=after).order_by("pk")[: PAGE_SIZE + 1])
        page = found[:PAGE_SIZE][::-1]
        return RecordPage(page, older=after + 1, newer=page[0].pk if len(found) > PAGE_SIZE else None)
    before = int_param(request, "before", 0, 0, MOST_ID)
    found = deal_record.last_deals(PAGE_SIZE + 1, before - 1 if before else MOST_ID)[::-1]
    page = found[:PAGE_SIZE]
    return RecordPage(
        page,
        older=page[-1].pk if len(found) > PAGE_SIZE else None,
        newer=page[0].pk if before and page else None,
    )


def _row(deal: Deal) -> dict[str, Any]:
    """Return a deal for display: both hands and their scores."""
    dealt = deal_six(bytes(deal.deck))
    hands = {"pone": dealt.pone, "dealer": dealt.dealer} if deal.number else {}
    return {
        "deal": deal,
        "starter": card_text(dealt.starter) if deal.number else "",
        **{whose: " ".join(map(card_text, cards)) for whose, cards in hands.items()},
    }
