"""The pages that a director prints: pairings, score cards, and slips with each player's code."""

from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from game.accounts.decorators import AccountRequest, account_required
from tournaments.desk import wire
from tournaments.desk.models import Sitter, Stage
from tournaments.desk.pages import find_own_evening
from tournaments.desk.record import Record, load_record

LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]"}


@dataclass(frozen=True)
class Sheet:
    """A player's score card, or slip, with the address of their own page."""

    sitter: Sitter
    address: str
    picture: str
    card: wire.ScoreCard


@require_safe
@account_required
def pairings(request: AccountRequest, evening_id: str) -> HttpResponse:
    """Show the tables that are being played: by number, to note the results, and by name, to find a seat."""
    record = load_record(find_own_evening(request, evening_id))
    boards = wire.board_rows(record, is_open=True)
    seats = [
        (sitter.name, row.board.table) for row in boards for sitter in (row.board.first, row.board.second)
    ]
    context = {
        "evening": record.evening,
        "open_boards": boards,
        "seats": sorted(seats, key=lambda seat: seat[0].casefold()),
        "free": record.free if record.evening.stage == Stage.GAMES else (),
    }
    return render(request, "tournaments/desk/pairings.html", context)


@require_safe
@account_required
def score_cards(request: AccountRequest, evening_id: str) -> HttpResponse:
    """Show a score card for each player, filled in as far as the evening has come."""
    return _render_sheets(request, evening_id, "tournaments/desk/score_cards.html")


@require_safe
@account_required
def slips(request: AccountRequest, evening_id: str) -> HttpResponse:
    """Show a slip for each player: their name, and the address of their own page as a QR code."""
    return _render_sheets(request, evening_id, "tournaments/desk/slips.html")


@lru_cache(512)
def qr_code(address: str) -> str:
    """Return an address as a QR code for an <img>."""
    from qrcode import QRCode  # imported here because the import is slow
    from qrcode.image.svg import SvgPathImage

    picture = BytesIO()
    code = QRCode(border=2)
    code.add_data(address)
    code.make_image(image_factory=SvgPathImage).save(picture)
    return f"data:image/svg+xml;base64,{b64encode(picture.getvalue()).decode('ascii')}"


def _render_sheets(request: AccountRequest, evening_id: str, template: str) -> HttpResponse:
    record = load_record(find_own_evening(request, evening_id))
    sitters = sorted(record.sitters.values(), key=lambda sitter: sitter.name.casefold())
    context = {
        "evening": record.evening,
        "sheets": [_sheet(request, record, sitter) for sitter in sitters],
        "is_open": record.evening.stage != Stage.OVER,
        "is_local": request.get_host().rpartition(":")[0] in LOCAL_HOSTS or request.get_host() in LOCAL_HOSTS,
    }
    return render(request, template, context)


def _sheet(request: HttpRequest, record: Record, sitter: Sitter) -> Sheet:
    address = request.build_absolute_uri(reverse("desk_card", args=[sitter.code]))
    return Sheet(sitter, address, qr_code(address), wire.score_card(record, sitter, record.evening.games))
