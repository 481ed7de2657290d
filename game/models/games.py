"""Games, and their secrets that only the server knows."""

import json
from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models import Q

from game.engine.state import EVEN_START, Seat
from game.models.players import Player


def find_absent_seat(commitments: Sequence[str]) -> Seat | None:
    """Return the only seat that has not committed, or None."""
    missing = [seat for seat in Seat if not commitments[seat]]
    return missing[0] if len(missing) == 1 else None


def read_start(params: str) -> tuple[int, int]:
    """Return the scores at the start of a game, as its params commit to them."""
    one, other = json.loads(params or "{}").get("rules", {}).get("start", EVEN_START)
    return one, other


class GameQuerySet(models.QuerySet["Game"]):
    """Queries for games that several packages need."""

    def with_player(self, player: Player) -> "GameQuerySet":
        return self.filter(Q(seat_a=player) | Q(seat_b=player))

    def unfinished(self) -> "GameQuerySet":
        return self.filter(finished_at=None)


class Game(models.Model):
    """One game per row. Moves are written with a compare-and-set on `ply`."""

    id = models.CharField(primary_key=True, max_length=16)
    seat_a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    seat_b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    clock = models.CharField(max_length=8, default="none")
    rated = models.BooleanField(default=False)
    # The first game of this game's match, and the best of how many games the match is.
    match = models.CharField(max_length=16, blank=True, default="", db_default="")
    best_of = models.PositiveSmallIntegerField(default=1, db_default=1)

    params = models.TextField()
    tip = models.CharField(max_length=64)
    # Seat A committed when it created the link, so the game can begin without that player.
    committed_ahead = models.BooleanField(default=False, db_default=False)
    commitment_a = models.CharField(max_length=64, blank=True)
    commitment_b = models.CharField(max_length=64, blank=True)
    secret_a = models.CharField(max_length=64, blank=True)
    secret_b = models.CharField(max_length=64, blank=True)
    # A seat signs its commitment and its moves with its key; "45 9f86d0..." covers its first 45 moves.
    key_a = models.CharField(max_length=64, blank=True, default="", db_default="")
    key_b = models.CharField(max_length=64, blank=True, default="", db_default="")
    commitment_signature_a = models.CharField(max_length=128, blank=True, default="", db_default="")
    commitment_signature_b = models.CharField(max_length=128, blank=True, default="", db_default="")
    moves_signature_a = models.CharField(max_length=140, blank=True, default="", db_default="")
    moves_signature_b = models.CharField(max_length=140, blank=True, default="", db_default="")

    transcript = models.TextField()
    ply = models.PositiveIntegerField(default=0)
    # In milliseconds. Not indexed: every move changes it, and an index would double the cost of the write.
    deadline = models.BigIntegerField(null=True)
    # The seats to move, "a", "b" or "ab", for lists of games; written with every move. None if the last move
    # is older than this column.
    turn = models.CharField(max_length=2, null=True)
    score_a = models.PositiveSmallIntegerField(default=0)
    score_b = models.PositiveSmallIntegerField(default=0)

    finished_at = models.DateTimeField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    value = models.PositiveSmallIntegerField(null=True)
    ended = models.CharField(max_length=16, blank=True)
    # When a host voided the game with its points. Equals `finished_at` if the game ended because no player
    # moved.
    voided_at = models.DateTimeField(null=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=[field], name=f"live_games_{field}", condition=Q(finished_at=None))
            for field in ("created_at", "seat_a", "seat_b")
        ] + [
            models.Index(fields=["created_at"], name="games_by_beginning"),
            models.Index(fields=["finished_at"], name="games_by_end", condition=~Q(finished_at=None)),
            models.Index(fields=["match"], name="games_of_a_match", condition=~Q(match="")),
            # Only for finished games that were not played out: those are few.
            models.Index(
                fields=["ended", "created_at"],
                name="games_by_ending",
                condition=~Q(ended__in=("", "played")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_a} v {self.seat_b}"

    @property
    def is_untouched(self) -> bool:
        """Whether the game ended without counting because no player had moved for a long time."""
        return self.voided_at is not None and self.voided_at == self.finished_at

    @property
    def brains(self) -> list[dict[str, Any]]:
        """The bots of the game with the digests of their code, as committed to."""
        brains: list[dict[str, Any]] = json.loads(self.params or "{}").get("brains", [])
        return brains

    @property
    def pinned_points(self) -> dict[str, int]:
        """The points of programs that were pinned when the game began, by brain."""
        return {brain["name"]: brain["points"] for brain in self.brains if "points" in brain}

    @property
    def start(self) -> tuple[int, int]:
        """The scores at the start, as committed to."""
        return read_start(self.params)

    @property
    def has_head_start(self) -> bool:
        return self.start != EVEN_START

    def seat_of(self, player: Any) -> Seat | None:
        """Return the seat of a player, or None for other players."""
        if player.pk is None:
            return None
        return {self.seat_a_id: Seat.A, self.seat_b_id: Seat.B}.get(player.pk)


class Secrets(models.Model):
    """The server's secrets of a game, encrypted. Never shown, not even to staff."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="secrets")
    sealed = models.TextField()

    class Meta:
        verbose_name_plural = "secrets"

    def __str__(self) -> str:
        return f"sealed secrets of {self.game_id}"
