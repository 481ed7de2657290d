"""Events, who entered them, who met whom at which table, and what came of it."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player
from game.shared_decks.models import DeckSet
from people.clubs.models import Club


class Event(models.Model):
    """An evening; its `version` is the lock: players are paired by comparing it."""

    class Kind(models.TextChoices):
        NIGHT = "night", "night"
        HOUR = "hour", "hour"
        BRACKET = "bracket", "bracket"
        ROBIN = "robin", "round robin"
        DUEL = "duel", "duel of clubs"
        DUPLICATE = "duplicate", "duplicate night"
        TEAMS = "teams", "duel of two teams"

    class State(models.TextChoices):
        ANNOUNCED = "announced", "announced"
        RUNNING = "running", "running"
        CLOSED = "closed", "closed: no new games, the last ones end"
        OVER = "over", "over"
        VOID = "void", "void"

    id = models.CharField(primary_key=True, max_length=16)
    kind = models.CharField(max_length=9, choices=Kind.choices)
    title = models.CharField(max_length=60)
    # Who made it and directs it; nobody where the scheduler did, once for each slot.
    by = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="events_made")
    slot = models.CharField(max_length=32, null=True, unique=True, editable=False)
    # Whose members alone may enter it; and in a duel the club that was invited to it.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="events")
    rival = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")

    created_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    closes_at = models.DateTimeField(help_text="No game begins after this.")
    ended_at = models.DateTimeField(null=True)
    # Since when a host has it paused; its close moves by as long.
    paused_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.ANNOUNCED)
    reason = models.CharField(max_length=500, blank=True, help_text="Why a host ended or voided it.")

    games = models.PositiveSmallIntegerField(help_text="How many games of each player count.")
    minutes = models.PositiveSmallIntegerField(help_text="From its start to its close, as announced.")
    target = models.PositiveSmallIntegerField(default=121)
    counting = models.CharField(max_length=8, default="auto")
    clock = models.CharField(max_length=8, default="quick")
    rated = models.BooleanField(default=True)
    # Of a bracket: the best of how many games a match is, and the night whose best quarter plays in it.
    best_of = models.PositiveSmallIntegerField(default=1)
    source = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="brackets")
    # Of a round robin: how many days each round has; 0 where all are played at once.
    round_days = models.PositiveSmallIntegerField(default=0)
    bots_allowed = models.BooleanField(default=False)
    # Of a duel of two teams: how many of each play at once.
    team_size = models.PositiveSmallIntegerField(default=0)
    # The decks that all tables of a round share, where they do; each round of theirs is one of the event.
    deck_set = models.OneToOneField(DeckSet, on_delete=models.PROTECT, null=True, related_name="event")

    # Ties of seeds come from this root: committed to when the event is made, revealed when it has ended.
    root_sealed = models.TextField()
    root_commitment = models.CharField(max_length=64)
    root = models.CharField(max_length=64, blank=True)

    version = models.PositiveIntegerField(default=0)
    # Since when no two entrants can be paired, though a paused one may resume.
    idle_since = models.DateTimeField(null=True)
    # When the flow has to look at it next, unless an entry changes; None once it has ended.
    due_at = models.DateTimeField(null=True)

    class Meta:
        permissions = [("direct_event", "Can void, pause, extend and end any event, and disqualify")]
        indexes = [
            models.Index(fields=["due_at"], name="events_that_are_due", condition=~Q(due_at=None)),
            models.Index(fields=["-starts_at"], name="events_by_start"),
            models.Index(fields=["club", "-starts_at"], name="events_of_a_club", condition=~Q(club=None)),
            models.Index(fields=["rival", "-starts_at"], name="duels_of_a_rival", condition=~Q(rival=None)),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def shown_title(self) -> str:
        """Its name, and what one has to know before one enters: muggins, and a house bot in a seat."""
        return "".join(
            [self.title, " · muggins" * (self.counting == "muggins"), " · BOT" * self.bots_allowed]
        )


class Team(models.Model):
    """A side of a duel over the same decks: a club, or who was invited to it by name or by its link."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    token = models.CharField(max_length=32, unique=True, help_text="Who has it may join this team.")
    # The players who were invited by name.
    invited = models.JSONField(default=list)
    # Nobody of it was left to play on: the boards that were not played are the other team's.
    is_gone = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="a_team_a_side")]

    def __str__(self) -> str:
        return f"{self.name} in {self.event}"


class Entry(models.Model):
    """A player in an event, and the sum of their score card."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    # When a ban took them out of the event, if one did.
    banned_at = models.DateTimeField(null=True)
    is_paused = models.BooleanField(default=False)
    is_disqualified = models.BooleanField(default=False)
    no_shows = models.PositiveSmallIntegerField(default=0)
    # Since when they wait for their next table; None at a table, paused, gone, or with all games played.
    free_since = models.DateTimeField(null=True)
    # The entries with whose players a block stood when they joined: these two are never paired.
    apart = models.JSONField(default=list)
    # How many tables they were sent to, and their place once the event is over.
    tables = models.PositiveSmallIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    # Something about them has changed that the flow has not looked at.
    has_changed = models.BooleanField(default=True)
    # The club they play for in a duel, whatever becomes of their membership.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    # The side they are on in a duel of two teams.
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, related_name="entries")
    # Their place among the seeds of a bracket, or their number in a round robin or in their team, from 1.
    seed = models.PositiveSmallIntegerField(null=True)

    # The sum of the counted games.
    played = models.PositiveSmallIntegerField(default=0)
    points = models.PositiveSmallIntegerField(default=0)
    wins = models.PositiveSmallIntegerField(default=0)
    spread = models.SmallIntegerField(default=0)
    plus = models.PositiveSmallIntegerField(default=0)
    # Of an event over shared decks: the sum of the boards that are closed, as a fraction.
    x = models.CharField(max_length=40, default="0")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="entered_once")]
        indexes = [
            models.Index(fields=["event"], name="entries_that_changed", condition=Q(has_changed=True)),
        ]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.player} in {self.event}"


class Change(models.Model):
    """A change of what an event shows: nothing is kept of it but that there was one."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="changes")

    def __str__(self) -> str:
        return f"change of {self.event_id}"


class Round(models.Model):
    """One pairing as anybody can work it out again: what went in, and who met whom."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    # The draw, as the one text that it is worked out from, and its tables: by entries, who deals first first.
    draw = models.TextField()
    tables = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="paired_once_a_version")]

    def __str__(self) -> str:
        return f"pairing {self.version} of {self.event}"


class Pairing(models.Model):
    """Two players of an event at one table, and what came of it for the event."""

    class Ending(models.TextChoices):
        LIVE = "", "being played"
        PLAYED = "played", "played"
        GIVEN_UP = "given_up", "given up"
        NO_SHOW = "no_show", "not begun"
        VOID = "void", "counts for nobody"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pairings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="pairing")
    # Whether it ended because its loser was disqualified, and not because they did not come.
    was_disqualified = models.BooleanField(default=False, db_default=False)
    # Who deals first, and who does not.
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    opened_at = models.DateTimeField()
    # Where in a bracket or in a round robin it belongs: its stage and its place in it, from 0. Over shared
    # decks the stage is the round, from 0.
    stage = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)

    ended_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=8, choices=Ending.choices, blank=True, default="")
    winner = models.PositiveSmallIntegerField(null=True, help_text="0 who dealt first, 1 the other.")
    score_first = models.PositiveSmallIntegerField(default=0)
    score_second = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["event", "id"], name="pairings_in_order")]

    def __str__(self) -> str:
        return f"{self.game} in {self.event}"


class Seating(models.Model):
    """A player's seat at a table of an event: their how-manieth one there, and whether they still sit at it.

    The database allows an entry one seat that is live: so nobody is at two tables of an event.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seatings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seatings")
    number = models.PositiveSmallIntegerField()
    is_live = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(
                fields=["entry"], name="at_one_table_of_an_event", condition=Q(is_live=True)
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.entry}"


class DuelOffer(models.Model):
    """A duel to which a club invites another, until that one answers it or its time is past."""

    class Answer(models.TextChoices):
        WAITING = "", "waits for an answer"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="duels_offered")
    rival = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="duels_to_answer")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    starts_at = models.DateTimeField()
    games = models.PositiveSmallIntegerField()
    # How many of each play over the same decks; 0 where it is a night of all members.
    team_size = models.PositiveSmallIntegerField(default=0)
    clock = models.CharField(max_length=8)
    answer = models.CharField(max_length=9, choices=Answer.choices, blank=True, default="")
    event = models.OneToOneField(Event, on_delete=models.CASCADE, null=True, related_name="duel_offer")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "rival"], name="one_duel_offered_at_once", condition=Q(answer="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.club} invites {self.rival} to a duel"


class Suspension(models.Model):
    """No event for a player who was out of one for not coming twice."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="suspensions")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="suspensions")
    at = models.DateTimeField()
    until = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "event"], name="suspended_once_an_event")]

    def __str__(self) -> str:
        return f"{self.player} until {self.until}"


class EventAction(models.Model):
    """What a host or a director did to an event, and why: never changed."""

    class Kind(models.TextChoices):
        PAUSE = "pause", "paused"
        RESUME = "resume", "resumed"
        EXTEND = "extend", "extended"
        END = "end", "ended"
        VOID = "void", "voided"
        DISQUALIFY = "disqualify", "disqualified"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="actions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    minutes = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["event", "at"], name="actions_of_an_event")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by}: {self.reason}"
