"""The page with the rules of cribbage."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from common.rendered import rendered_once
from game.engine.cards import cards
from study.rules.examples import COMBINATIONS, HANDS, PLAYS, HandExample
from study.rules.glossary import GLOSSARY
from study.rules.worked import count_hand, draw_card, draw_cards, play_out

# The cards of the page's illustrations.
CUT = cards("9H 3C")
DEALT = {"keep": cards("4H 5D 5S 6C"), "throw": cards("9D KC")}
JACK = cards("JC")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules with worked examples, and the glossary."""
    return render(request, "study/rules/rules.html", {"content": _render_content()})


@rendered_once(10)
def _render_content() -> SafeString:
    """Render what every visitor gets."""
    context = {
        "cut": draw_cards(CUT),
        "kept": draw_cards(DEALT["keep"]),
        "thrown": draw_cards(DEALT["throw"]),
        "jack": draw_cards(JACK),
        "hands": [show_hand(example) for example in HANDS],
        "plays": [{"example": example, "moves": list(play_out(example))} for example in PLAYS],
        "combinations": [{"row": row, "cards": draw_cards(row.example)} for row in COMBINATIONS],
        "glossary": GLOSSARY,
    }
    return render_to_string("study/rules/content.html", context)


def show_hand(example: HandExample) -> dict[str, object]:
    """Return a worked hand in the form of the page."""
    return {
        "example": example,
        "cards": draw_cards(example.hand),
        "starter": [draw_card(example.starter)],
        "parts": list(count_hand(example)),
    }
