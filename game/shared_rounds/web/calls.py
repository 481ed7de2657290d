"""API calls for shared decks: contributing to them, and reading their public values."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.refusal import Refusal
from game.accounts.guests import get_or_create_player
from game.models import Player
from game.runtime.player_ids import player_id
from game.shared_decks.models import DeckSet, Entrant
from game.shared_rounds import announcing
from game.shared_rounds.record import load_record, to_file
from game.web.bodies import EmptyBody
from game.web.calls import get_call, post_call

Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class CommitBody(Struct, forbid_unknown_fields=True, frozen=True):
    """A player's commitment, with the secret if entrants reveal at once."""

    c: Hex32
    secret: Hex32 | None = None


class RevealBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The secret that a player committed to."""

    secret: Hex32


@get_call
def show_set(request: HttpRequest, set_id: str) -> JsonResponse:
    """Return a set's stage, and the caller's part in it."""
    return JsonResponse(status_json(_load(set_id), request.user))


@get_call
def show_record(request: HttpRequest, set_id: str) -> HttpResponse:
    """Return all public values of a set, for verification."""
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="every-other-decks-{set_id}.json"',
    }
    body = to_file(load_record(_load(set_id)))
    return HttpResponse(body, content_type="application/json", headers=headers)


@post_call(EmptyBody)
def enter(request: HttpRequest, body: EmptyBody, set_id: str) -> JsonResponse:
    """Make a visitor a guest, who has an id to commit with. Nothing changes for a player."""
    deck_set = _load(set_id)
    return JsonResponse(status_json(deck_set, get_or_create_player(request)))


@post_call(CommitBody)
def commit(request: HttpRequest, body: CommitBody, set_id: str) -> JsonResponse:
    """Commit to the caller's part of the shuffle."""
    deck_set = _load(set_id)
    player = _require_player(request)
    return JsonResponse(
        part_json(deck_set, player, announcing.commit(deck_set.pk, player, body.c, body.secret or ""))
    )


@post_call(RevealBody)
def reveal(request: HttpRequest, body: RevealBody, set_id: str) -> JsonResponse:
    """Reveal the caller's part of the shuffle."""
    deck_set = _load(set_id)
    player = _require_player(request)
    return JsonResponse(part_json(deck_set, player, announcing.reveal(deck_set.pk, player, body.secret)))


def status_json(deck_set: DeckSet, viewer: Any) -> dict[str, Any]:
    """Return the data that a page needs to take part: the announcement, and the next step."""
    own = announcing.find_part(deck_set.pk, viewer) if isinstance(viewer, Player) else None
    return part_json(deck_set, viewer, own)


def part_json(deck_set: DeckSet, viewer: Any, own: Entrant | None) -> dict[str, Any]:
    """Return the same data for a loaded part."""
    return {
        "set": deck_set.pk,
        "params": deck_set.params,
        "tip": deck_set.tip,
        "stage": deck_set.stage,
        "mix": deck_set.mix or None,
        "root": deck_set.root or None,
        "me": player_id(viewer.pk) if own is None and isinstance(viewer, Player) else own and own.number,
        "commitment": own.commitment if own else None,
        "revealed": bool(own and own.secret),
        "must": next_step(deck_set, own),
    }


def next_step(deck_set: DeckSet, own: Entrant | None) -> str | None:
    """Return a player's next step: commit, reveal, or None."""
    stages = DeckSet.Stage
    if own is None:
        return "commit" if deck_set.stage == stages.ANNOUNCED else None
    may_reveal = deck_set.stage == stages.COLLECTING or (
        deck_set.stage == stages.ANNOUNCED and deck_set.reveals_at_once
    )
    return "reveal" if may_reveal and not own.secret else None


def _require_player(request: HttpRequest) -> Player:
    if not isinstance(request.user, Player):
        raise Refusal(
            "not_yours", gettext("Join or start a game first: only a player can have a part in these decks.")
        )
    return request.user


def _load(set_id: str) -> DeckSet:
    found = DeckSet.objects.filter(pk=set_id).first()
    if found is None:
        raise Refusal("no_decks", gettext("There are no such decks."))
    return found
