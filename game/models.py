"""What is kept: players and games; who seeks whom, what was said, and what a host had to do about it."""

from typing import Any

from django.contrib.auth.models import AbstractUser, Permission
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from game.engine.state import Seat


class Player(AbstractUser):
    """The site's user: a person with an account, a guest, or one of the house's bots."""

    is_guest = models.BooleanField(default=False)
    brain = models.CharField(max_length=32, blank=True, help_text="The bot's brain; empty for people.")
    # What a name looks like at a glance: no two accounts look alike. Guests have none.
    likeness = models.CharField(max_length=150, unique=True, null=True, editable=False)
    is_private = models.BooleanField(
        default=False, help_text="The profile page shows points and level alone."
    )
    # Made by `manage.py demo`, and labelled so wherever it is seen.
    is_sample = models.BooleanField(default=False, editable=False)
    seen_at = models.DateTimeField(null=True, editable=False)
    # Whether a bot takes its time before a card, as a person would.
    bot_pause = models.CharField(
        max_length=8, choices=[("natural", "natural"), ("none", "none")], default="natural"
    )
    # How the pages look and sound, as `game.accounts.preferences` writes it.
    look = models.CharField(max_length=120, blank=True, default="")
    wants_move_mail = models.BooleanField(
        default=False, help_text="A mail when it is their move in a game with a day for each."
    )
    # As the latest rulings have it; for good is the last year there is.
    muted_until = models.DateTimeField(null=True, editable=False)
    banned_until = models.DateTimeField(null=True, editable=False)

    class Meta(AbstractUser.Meta):
        verbose_name, verbose_name_plural = "player", "players"
        indexes = [
            models.Index(Upper("username"), name="players_by_name"),
            models.Index(fields=["banned_until"], name="banned_players", condition=~Q(banned_until=None)),
            models.Index(fields=["id"], name="players_who_want_mail", condition=Q(wants_move_mail=True)),
            models.Index(fields=["id"], name="bots_among_players", condition=~Q(brain="")),
            models.Index(fields=["date_joined"], name="players_by_joining"),
        ]

    @property
    def is_bot(self) -> bool:
        return bool(self.brain)

    @property
    def has_account(self) -> bool:
        """A person who has signed up."""
        return not (self.is_guest or self.is_bot)


class Block(models.Model):
    """One player wants neither to be paired with another nor to read them."""

    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.by} blocks {self.blocked}"


class GameQuerySet(models.QuerySet["Game"]):
    """Games as one asks for them."""

    def with_player(self, player: Player) -> "GameQuerySet":
        return self.filter(Q(seat_a=player) | Q(seat_b=player))

    def unfinished(self) -> "GameQuerySet":
        return self.filter(finished_at=None)


class Game(models.Model):
    """One game is one row, and its transcript is the lock: a move is written by comparing `ply`."""

    id = models.CharField(primary_key=True, max_length=16)
    seat_a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    seat_b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    clock = models.CharField(max_length=8, default="none")
    rated = models.BooleanField(default=False)

    params = models.TextField()
    tip = models.CharField(max_length=64)
    commitment_a = models.CharField(max_length=64, blank=True)
    commitment_b = models.CharField(max_length=64, blank=True)
    secret_a = models.CharField(max_length=64, blank=True)
    secret_b = models.CharField(max_length=64, blank=True)

    transcript = models.TextField()
    ply = models.PositiveIntegerField(default=0)
    # In milliseconds; every move changes it, and an index on it would make a move twice as dear.
    deadline = models.BigIntegerField(null=True)
    score_a = models.PositiveSmallIntegerField(default=0)
    score_b = models.PositiveSmallIntegerField(default=0)

    finished_at = models.DateTimeField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    value = models.PositiveSmallIntegerField(null=True)
    ended = models.CharField(max_length=16, blank=True)
    # When a host took it back, points and all.
    voided_at = models.DateTimeField(null=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=[field], name=f"live_games_{field}", condition=Q(finished_at=None))
            for field in ("created_at", "seat_a", "seat_b")
        ] + [
            models.Index(fields=["created_at"], name="games_by_beginning"),
            models.Index(fields=["finished_at"], name="games_by_end", condition=~Q(finished_at=None)),
            # A live game has none, and nearly all others are played to their end.
            models.Index(
                fields=["ended", "created_at"],
                name="games_by_ending",
                condition=~Q(ended__in=("", "played")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_a} v {self.seat_b}"

    def seat_of(self, player: Any) -> Seat | None:
        """Where a player sits, or None for anybody else."""
        if player.pk is None:
            return None
        return {self.seat_a_id: Seat.A, self.seat_b_id: Seat.B}.get(player.pk)


class Scoresheet(models.Model):
    """A finished game as one of its two players looks back on it; their sums make a player's averages."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sheets")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sheets")
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    rated = models.BooleanField()
    voided = models.BooleanField(default=False)

    won = models.BooleanField(null=True)  # nobody wins a void game
    value = models.PositiveSmallIntegerField()
    ended = models.CharField(max_length=16)
    dealt_first = models.BooleanField()
    points = models.PositiveSmallIntegerField()
    points_against = models.PositiveSmallIntegerField()

    # Deals that came to the show, and what was pegged in them; hands and cribs as far as they were counted.
    deals_as_dealer = models.PositiveSmallIntegerField(default=0)
    deals_as_pone = models.PositiveSmallIntegerField(default=0)
    pegged_as_dealer = models.PositiveSmallIntegerField(default=0)
    pegged_as_pone = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)
    hand_points = models.PositiveSmallIntegerField(default=0)
    best_hand = models.PositiveSmallIntegerField(default=0)
    cribs = models.PositiveSmallIntegerField(default=0)
    crib_points = models.PositiveSmallIntegerField(default=0)

    # Throws and cards where there was a choice, and the chance to win they gave away in all, once reviewed.
    decisions = models.PositiveSmallIntegerField(null=True)
    lost_by_play = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_sheet_a_seat")]
        indexes = [
            # With all that a record is added up from: the rows themselves lie scattered over years.
            models.Index(
                fields=["player", "-at"],
                name="record_of_a_player",
                include=(
                    "id",
                    "opponent",
                    "voided",
                    "won",
                    "value",
                    "deals_as_dealer",
                    "deals_as_pone",
                    "pegged_as_dealer",
                    "pegged_as_pone",
                    "hands",
                    "hand_points",
                    "best_hand",
                    "cribs",
                    "crib_points",
                ),
            ),
            models.Index(fields=["-at"], name="sheets_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.points}, {self.opponent} {self.points_against}"


class Review(models.Model):
    """A finished game judged, deal by deal; kept, so that it is worked out once."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="review")
    asked_at = models.DateTimeField()
    waited_for = models.BooleanField(default=False)  # somebody asked: those come first
    deals = models.PositiveSmallIntegerField()
    deals_done = models.PositiveSmallIntegerField(default=0)
    # When a process was last at it, and how often one began: a process that dies leaves it to others.
    taken_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    # By which judge: a better one may judge again. Done without a judgement, it could not be judged.
    judge = models.PositiveSmallIntegerField(default=0)
    judged = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["-waited_for", "asked_at"], name="reviews_to_do", condition=Q(done_at=None))
        ]

    def __str__(self) -> str:
        return f"review of {self.game_id}"


class MoveMail(models.Model):
    """The latest turn in a game that a player was mailed about, by the ply it began at: one mail a turn."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="move_mails")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    sent = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="one_move_mail_a_turn")]

    def __str__(self) -> str:
        return f"{self.player} was told of {self.game_id}'s turn {self.ply}"


class Secrets(models.Model):
    """What the server alone knows of a game, sealed; never shown, not to staff either."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="secrets")
    sealed = models.TextField()

    class Meta:
        verbose_name_plural = "secrets"

    def __str__(self) -> str:
        return f"sealed secrets of {self.game_id}"


class Seek(models.Model):
    """Somebody waits for an opponent: any, a named one, or who has the link; its id is the game's to be."""

    id = models.CharField(primary_key=True, max_length=16)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seeks")
    to = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="challenges")
    code = models.CharField(max_length=32, null=True, unique=True)
    rematch_of = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="rematches")

    target = models.PositiveSmallIntegerField()
    counting = models.CharField(max_length=8)
    clock = models.CharField(max_length=8)
    rated = models.BooleanField(default=False)
    quick = models.BooleanField(default=False)

    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    # How it ended: in this game, or declined for this reason.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    declined = models.CharField(max_length=8, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["expires_at"], name="open_seeks", condition=Q(game=None, declined="")),
            models.Index(fields=["created_at"], name="seeks_by_beginning"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["player", "rematch_of"], name="one_rematch_each"),
        ]

    def __str__(self) -> str:
        return f"{self.player} seeks {self.to or 'anyone'}"


class Chat(models.Model):
    """A line said at a table: by a seat to the other, or (without a seat) among those who watch."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="said")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    phrase = models.CharField(max_length=16, blank=True)
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player}: {self.text or self.phrase}"


class Ruling(models.Model):
    """What a host or moderator did, about whom, and why: never changed, only followed by another."""

    class Kind(models.TextChoices):
        WARN = "warn", "warned"
        MUTE = "mute", "muted"
        UNMUTE = "unmute", "unmuted"
        BAN = "ban", "banned"
        UNBAN = "unban", "unbanned"
        VOID = "void", "game voided"
        RESET = "reset", "password reset sent"
        ANSWER = "answer", "report answered"
        APPEAL = "appeal", "appeal answered"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rulings_made")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="rulings")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="rulings")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)
    # When the player it is about read it; asked of warnings alone.
    read_at = models.DateTimeField(null=True)

    class Meta:
        permissions = [
            ("warn_player", "Can warn a player"),
            ("mute_player", "Can mute a player, and lift it"),
            ("ban_player", "Can ban a player, and lift it"),
            ("void_game", "Can void a game with its points"),
            ("reset_password", "Can send a password reset"),
            ("answer_report", "Can answer a report"),
            ("answer_appeal", "Can answer an appeal"),
        ]
        indexes = [models.Index(fields=["player", "-at"], name="rulings_about")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by}: {self.reason}"


class Granted(models.Model):
    """A right that the moderators' group was given once: what a host takes away again is not given anew."""

    permission = models.OneToOneField(
        Permission, on_delete=models.CASCADE, primary_key=True, related_name="granted"
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.permission)


class Appeal(models.Model):
    """A banned player asks for another look."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="appeals")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player"], name="one_open_appeal", condition=Q(ruling=None))
        ]

    def __str__(self) -> str:
        return f"{self.player} appeals"


class Report(models.Model):
    """A line of chat that somebody asks the host to look at; answered by a ruling."""

    said = models.ForeignKey(Chat, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["said", "by"], name="reported_once_each")]

    def __str__(self) -> str:
        return f"{self.by} reports {self.said_id}"


class Heartbeat(models.Model):
    """When any process was last alive, in milliseconds: one row, by which a gap in the service is known."""

    at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.at)
