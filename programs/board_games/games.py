"""Save, share and delete games over the board."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.people_only import check_is_person
from game.accounts.sanctions import is_banned, is_muted
from game.models import Player
from programs.board_games.models import BoardGame
from programs.crib.faults import CribFault
from programs.crib.reading import LONGEST, TOO_LONG
from programs.crib.sheet.convert import sides_of
from programs.crib.sheet.model import Sheet
from programs.crib.sheet.playing import Played
from programs.crib.sheet.writing import write_sheet
from programs.crib.web.pages import play_pasted
from rng import entropy

MOST_GAMES = 500  # of an account
NO_REVIEW = {"asked_at": None, "taken_at": None, "tries": 0, "deals_done": 0, "done_at": None, "review": None}


@dataclass(frozen=True, slots=True)
class Opened:
    """A stored game with its sheet, played over."""

    row: BoardGame
    sheet: Sheet
    played: Played

    @property
    def can_be_reviewed(self) -> bool:
        """Return whether the whole game is known, and has a winner."""
        played = self.played
        return played.is_engine_game and not played.unknown and played.state.winner is not None


def save(owner: Player, text: str) -> BoardGame:
    """Store a new game. The same text again, as after a double click, is the same game.

    Raise CribFault if the text is no game, and Refusal if the account has too many.
    """
    check_is_person(owner)
    fields = _parse(text)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=owner.pk)  # one request of an account at a time
        own = BoardGame.objects.filter(owner=owner)
        if (same := own.filter(text=fields["text"]).first()) is not None:
            return same
        if own.count() >= MOST_GAMES:
            raise Refusal(
                "too_many",
                gettext("An account keeps at most %(most)s games. Delete one first.") % {"most": MOST_GAMES},
            )
        return BoardGame.objects.create(id=entropy.game_id(), owner=owner, created_at=clock.now(), **fields)


def correct(row: BoardGame, text: str) -> None:
    """Replace the text of a game. Its review was of the old one."""
    fields = _parse(text)
    if fields["text"] != row.text:
        BoardGame.objects.filter(pk=row.pk).update(**fields, **NO_REVIEW)


def _parse(text: str) -> dict[str, str]:
    sheet, _ = play_pasted(text)
    a, b = sides_of(sheet)
    written = write_sheet(sheet)
    if len(written) > LONGEST:
        raise CribFault(TOO_LONG)
    return {"text": written, "name_a": a.name, "name_b": b.name, "date": sheet.tag("Date")}


def set_shared(row: BoardGame, shared: bool) -> None:
    """Share a game by its link, or no longer."""
    if shared and is_muted(row.owner):
        raise Refusal("suspended", gettext("You can’t share games while you’re muted."))
    allowed = BoardGame.objects.filter(pk=row.pk, **({"removed_at": None} if shared else {}))
    if not allowed.update(is_shared=shared):
        raise Refusal("suspended", gettext("The host took this game down. Only you can see it."))


def find_public(game_id: str) -> BoardGame | None:
    """Find a game that anyone with its link may see."""
    return find_readable(game_id, None)


def find_readable(game_id: str, reader: object) -> BoardGame | None:
    """Find a game that a reader may see: their own, or a shared one whose owner may speak."""
    row = BoardGame.objects.select_related("owner").filter(pk=game_id).first()
    if row is None or row.owner == reader:
        return row
    return row if is_public(row) else None


def is_public(row: BoardGame) -> bool:
    """Return whether anyone with its link sees a game."""
    is_shown = row.is_shared and row.removed_at is None
    return is_shown and row.owner.is_active and not is_banned(row.owner) and not is_muted(row.owner)


def open_game(row: BoardGame) -> Opened:
    """Parse and play a stored game."""
    return Opened(row, *play_pasted(row.text))
