"""The pages of an invitation to play a game's cards, and of two boards side by side."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.guests import get_or_create_player
from game.accounts.places import enter_seat
from game.accounts.rate_limits import INVITATIONS, TRANSCRIPTS
from game.engine.transcript import parse_transcript
from game.lobby.display.settings_text import COUNTINGS
from game.models import Game
from game.shared_decks.barrier import check_shown
from game.shared_decks.models import SharedGame
from game.sharing.page import Sharing
from game.table.record import ledger
from game.table.shuffle.fairness import build_fairness, replay_row
from game.web.codes import status_of
from game.web.opened import refusing_sealed_secrets
from study.same_cards.boards import lay_beside
from study.same_cards.inviting import check_may_take, invite, take, withdraw
from study.same_cards.losses import load_losses
from study.same_cards.models import Invitation
from study.same_cards.stages import Stage, stage_of
from study.same_cards.web.pictures import draw_boards, draw_leads

View = Callable[..., HttpResponse]


def with_refusals(view: View) -> View:
    """Turn a view's refusals into pages with the reason."""

    @wraps(view)
    def answer(request: HttpRequest, **names: str) -> HttpResponse:
        try:
            with refusing_sealed_secrets():
                return view(request, **names)
        except Refusal as fault:
            context = {"message": fault.says, "code": fault.code}
            return render(request, "refusal.html", context, status=status_of(fault))

    return answer


@require_POST
@with_refusals
def invite_to_cards(request: HttpRequest, game_id: str) -> HttpResponse:
    """Make an invitation to the cards of the player's own finished game."""
    enter_seat(request)
    check_rate_limit(request, INVITATIONS)
    games = Game.objects.select_related("seat_a", "seat_b")
    return redirect("cards", invite(get_object_or_404(games, pk=game_id), request.user).pk)


@require_safe
@ensure_csrf_cookie
@with_refusals
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Show an invitation: to its maker with its stage, and in the end both boards."""
    found = _load(code)
    stage = stage_of(found)
    if stage is Stage.DONE and found.answer_id:
        return redirect("beside", found.game_id, found.answer_id)
    context = {
        "invitation": found,
        "stage": stage,
        "by": found.by.shown_name,
        "bot": found.game.seat_b,
        "rules": describe_rules(found.game),
        "link": request.build_absolute_uri(),
    }
    if found.by == request.user:
        return render(request, "study/same_cards/own.html", context)
    if found.answer is not None and found.answer.seat_a == request.user:
        return redirect("table", found.answer.pk)
    check_may_take(found, request.user)
    context |= {"sharing": share(found), "context": build_fairness(ledger.load_row(found.game_id)).context}
    return render(request, "study/same_cards/invitation.html", context)


@require_POST
@with_refusals
def play(request: HttpRequest, code: str) -> HttpResponse:
    """Play the cards of an invitation, once. A visitor becomes a guest."""
    enter_seat(request)
    check_rate_limit(request, INVITATIONS)
    found = _load(code)
    if found.answer is None or found.answer.seat_a != request.user:
        check_may_take(found, request.user)
    return redirect("table", take(code, get_or_create_player(request)).pk)


@require_POST
@with_refusals
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw an invitation whose game has not begun."""
    withdraw(code, request.user)
    return redirect("cards", code)


@require_safe
@ensure_csrf_cookie
@with_refusals
def beside(request: HttpRequest, game_id: str, other_id: str) -> HttpResponse:
    """Show two finished boards of the same decks, deal by deal."""
    check_rate_limit(request, TRANSCRIPTS)
    games = Game.objects.select_related("seat_a", "seat_b").exclude(finished_at=None)
    pair = [get_object_or_404(games, pk=each) for each in (game_id, other_id)]
    rounds = set(SharedGame.objects.filter(game__in=pair).values_list("round", flat=True))
    if len(rounds) != 1 or SharedGame.objects.filter(game__in=pair).count() != len({*pair}):
        raise Http404(gettext("These two games weren’t dealt the same cards."))
    for game in pair:
        check_shown(game.pk, request.user)
    one, other = (replay_row(ledger.load_row(game.pk)) for game in pair)
    deals = lay_beside(one, other)
    context = {
        "pair": pair,
        "boards": draw_boards(pair, deals, [load_losses(game.pk) for game in pair]),
        "leads": draw_leads(deals, pair[0].start[0] - pair[0].start[1]),
    }
    return render(request, "study/same_cards/beside.html", context)


def describe_rules(game: Game) -> list[str]:
    """Return the rules of these cards, one sentence each."""
    rules, _ = parse_transcript(game.transcript)
    own, bots = rules.start
    start = gettext("The score begins at %(own)s to %(bots)s.") % {"own": own, "bots": bots}
    return [
        gettext("A game to %(target)s.") % {"target": rules.target},
        *([start] if own or bots else []),
        str(COUNTINGS[rules.counting.value]),
    ]


def share(found: Invitation) -> Sharing:
    """Return the social preview of an invitation, without anything of the game itself."""
    title = gettext("%(name)s challenges you to play the same cards") % {"name": found.by.shown_name}
    says = gettext("The same deals against the same bot. Can you do better?")
    return Sharing(title, says, "/picture.png")


def _load(code: str) -> Invitation:
    invitations: Any = Invitation.objects.select_related(
        "by", "round", "game__seat_a", "game__seat_b", "answer__seat_a", "answer__shared"
    )
    found = invitations.filter(pk=code).first()
    if found is None:
        raise Refusal("no_seek", gettext("There’s no such invitation."))
    assert isinstance(found, Invitation)
    return found
