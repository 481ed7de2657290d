"""The models of events: events, entries, pairings, results, invitations, actions and calendars."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player
from game.shared_decks.models import DeckSet
from people.clubs.models import Club


class Event(models.Model):
    """An event. `version` is its optimistic lock: a pairing is stored only if the version has not changed."""

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
    # The player who made and directs it. Null for standing events. These and repeated ones are made once per
    # slot.
    by = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="events_made")
    slot = models.CharField(max_length=32, null=True, unique=True, editable=False)
    # The club whose members may enter it. In a duel also the invited club.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="events")
    rival = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")

    created_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    closes_at = models.DateTimeField(help_text="No game begins after this.")
    ended_at = models.DateTimeField(null=True)
    # Since when a host has paused it. The close moves by the length of the pause.
    paused_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.ANNOUNCED)
    reason = models.CharField(max_length=500, blank=True, help_text="Why a host ended or voided it.")

    games = models.PositiveSmallIntegerField(help_text="How many games of each player count.")
    minutes = models.PositiveSmallIntegerField(help_text="From its start to its close, as announced.")
    target = models.PositiveSmallIntegerField(default=121)
    counting = models.CharField(max_length=8, default="auto")
    clock = models.CharField(max_length=8, default="quick")
    rated = models.BooleanField(default=True)
    # Of a bracket: the games of a match (best of), and the night whose best quarter qualifies.
    best_of = models.PositiveSmallIntegerField(default=1)
    source = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="brackets")
    # Of a round robin: the days of each round, or 0 if all rounds are played at once.
    round_days = models.PositiveSmallIntegerField(default=0)
    bots_allowed = models.BooleanField(default=False)
    # Whether players may ask for hints at its tables. Such an event is never rated.
    hints = models.BooleanField(default=False, db_default=False)
    # An entrant has at most so many ladder points, and so many finished games.
    most_points = models.PositiveIntegerField(null=True)
    most_games = models.PositiveIntegerField(null=True)
    # Of a duel of two teams: how many players of each team play at once.
    team_size = models.PositiveSmallIntegerField(default=0)
    # The decks that all tables of a round share, if any. Each of their rounds is a round of the event.
    deck_set = models.OneToOneField(DeckSet, on_delete=models.PROTECT, null=True, related_name="event")

    # Ties of seeds are drawn from this root: committed to at creation, revealed after the end.
    root_sealed = models.TextField()
    root_commitment = models.CharField(max_length=64)
    root = models.CharField(max_length=64, blank=True)

    version = models.PositiveIntegerField(default=0)
    # Since when no two entrants can be paired, although a paused one may resume.
    idle_since = models.DateTimeField(null=True)
    # When the flow has to check it next, unless an entry changes. None after the end.
    due_at = models.DateTimeField(null=True)

    class Meta:
        permissions = [("direct_event", "Can void, pause, extend and end any event, and disqualify")]
        indexes = [
            models.Index(fields=["due_at"], name="events_that_are_due", condition=~Q(due_at=None)),
            models.Index(fields=["-starts_at"], name="events_by_start"),
            models.Index(fields=["ended_at"], name="events_by_end", condition=~Q(ended_at=None)),
            models.Index(fields=["club", "-starts_at"], name="events_of_a_club", condition=~Q(club=None)),
            models.Index(fields=["rival", "-starts_at"], name="duels_of_a_rival", condition=~Q(rival=None)),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def shown_title(self) -> str:
        """Return the name with what a player must know before entering: muggins, and house bots."""
        return "".join(
            [self.title, " · muggins" * (self.counting == "muggins"), " · BOT" * self.bots_allowed]
        )

    @property
    def is_of_samples(self) -> bool:
        """Return whether this is a demo's event, which sample players play."""
        return self.by is not None and self.by.is_sample


def counts_for_honours(prefix: str = "") -> Q:
    """Return the filter of events that count for seasons, trophies and prizes: open to all, without hints."""
    return Q(**{f"{prefix}hints": False, f"{prefix}most_points": None, f"{prefix}most_games": None})


class Team(models.Model):
    """A side of a duel over the same decks: a club, or players invited by name or by link."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    token = models.CharField(max_length=32, unique=True, help_text="Who has it may join this team.")
    # The players who were invited by name.
    invited = models.JSONField(default=list)
    # No player was left, so the other team gets the boards that were not played.
    is_gone = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="a_team_a_side")]

    def __str__(self) -> str:
        return f"{self.name} in {self.event}"


class Entry(models.Model):
    """A player's entry in an event, with the totals of their score card."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    # When a ban took them out of the event, if one did.
    banned_at = models.DateTimeField(null=True)
    is_paused = models.BooleanField(default=False)
    is_disqualified = models.BooleanField(default=False)
    no_shows = models.PositiveSmallIntegerField(default=0)
    # Since when they wait for a table; None at a table, paused, gone, or with all games played.
    free_since = models.DateTimeField(null=True)
    # The entries whose players a block separated from this player at joining. They are never paired.
    apart = models.JSONField(default=list)
    # How many tables they were sent to, and their place after the end of the event.
    tables = models.PositiveSmallIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    # Whether something about them has changed since the flow last checked.
    has_changed = models.BooleanField(default=True)
    # The club they play for in a duel, even if they leave the club later.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    # The side they are on in a duel of two teams.
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, related_name="entries")
    # Their seed in a bracket, or their number in a round robin or a team, from 1.
    seed = models.PositiveSmallIntegerField(null=True)

    # The totals of the counted games.
    played = models.PositiveSmallIntegerField(default=0)
    points = models.PositiveSmallIntegerField(default=0)
    wins = models.PositiveSmallIntegerField(default=0)
    spread = models.SmallIntegerField(default=0)
    plus = models.PositiveSmallIntegerField(default=0)
    # Of an event over shared decks: the total of the closed boards, as a fraction.
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
    """A change of what an event shows. The row stores only that there was one."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="changes")

    def __str__(self) -> str:
        return f"change of {self.event_id}"


class Round(models.Model):
    """A pairing run that anyone can recompute: its input and the resulting tables."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    # The draw as canonical JSON, and its tables by entry, first dealer first.
    draw = models.TextField()
    tables = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="paired_once_a_version")]

    def __str__(self) -> str:
        return f"pairing {self.version} of {self.event}"


class Pairing(models.Model):
    """Two players of an event at one table, and the result for the event."""

    class Ending(models.TextChoices):
        LIVE = "", "being played"
        PLAYED = "played", "played"
        GIVEN_UP = "given_up", "given up"
        NO_SHOW = "no_show", "not begun"
        VOID = "void", "counts for nobody"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pairings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="pairing")
    # Whether it ended by the loser's disqualification instead of absence.
    was_disqualified = models.BooleanField(default=False, db_default=False)
    # Whether a director has corrected the result, so that it is no longer that of the game.
    is_corrected = models.BooleanField(default=False, db_default=False)
    # The first dealer and the opponent.
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    opened_at = models.DateTimeField()
    # Its stage and its place within the stage in a bracket or a round robin, from 0. Over shared decks the
    # stage is the round, from 0.
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
    """A player's seat at a table of an event: its number among their tables, and whether it is live.

    The database allows an entry one live seat, so a player cannot be at two tables of an event.
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
    """An invitation of one club to another for a duel, open until it is answered or its time has passed."""

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
    # The players per team over the same decks, or 0 for a night of all members.
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
    """A suspension from events for a player who missed tables twice in an event."""

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
    """An action of a host or a director on an event, with its reason. Rows never change."""

    class Kind(models.TextChoices):
        PAUSE = "pause", "paused"
        RESUME = "resume", "resumed"
        EXTEND = "extend", "extended"
        END = "end", "ended"
        VOID = "void", "voided"
        DISQUALIFY = "disqualify", "disqualified"
        EDIT = "edit", "edited"
        MESSAGE = "message", "wrote to the players"
        CORRECT = "correct", "corrected a result"
        REINSTATE = "reinstate", "took back a disqualification"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="actions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    minutes = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=500)
    # The changes of an edit or a correction: each field with its values before and after, and the game.
    details = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["event", "at"], name="actions_of_an_event")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by}: {self.reason}"


class Series(models.Model):
    """An event of a club that repeats. Each date becomes an event of its own, some weeks ahead."""

    class Rule(models.TextChoices):
        WEEKLY = "weekly", "every week"
        MONTHLY = "monthly", "every month, on the same weekday"

    id = models.CharField(primary_key=True, max_length=16)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="series")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    rule = models.CharField(max_length=7, choices=Rule.choices)
    # The first start, and the zone whose clock all starts follow.
    starts_at = models.DateTimeField()
    zone = models.CharField(max_length=64)
    # The other fields of `EventSettings`.
    settings = models.JSONField()

    class Meta:
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return f"{self.settings['title']}, {self.get_rule_display()}"


class CalendarFeed(models.Model):
    """The secret address of a player's calendar."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    token = models.CharField(max_length=32, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.player}"
