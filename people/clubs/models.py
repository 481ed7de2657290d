"""Clubs, their members and requests, and hosts' rulings on them."""

from django.db import models
from django.db.models import Q

from game.models import Player


class Club(models.Model):
    """A club. Lock its row before changing its members or their roles."""

    name = models.CharField(max_length=30)
    # The address of its page, and the normalized look of its name. A closed club releases both.
    slug = models.SlugField(max_length=30, unique=True, null=True)
    likeness = models.CharField(max_length=90, unique=True, null=True, editable=False)
    about = models.CharField(max_length=600, blank=True)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        permissions = [("rule_on_club", "Can rename or close a club, and answer reports of clubs")]
        indexes = [models.Index(fields=["-created_at"], name="clubs_by_beginning")]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A player in a club."""

    class Role(models.TextChoices):
        OWNER = "owner", "owner"
        DIRECTOR = "director", "director"
        MEMBER = "member", "member"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.MEMBER)
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.player}, {self.role} of {self.club}"

    @property
    def is_owner(self) -> bool:
        return self.role == self.Role.OWNER

    @property
    def may_direct(self) -> bool:
        """Return whether they may admit and remove members."""
        return self.role != self.Role.MEMBER


class Invitation(models.Model):
    """The link by which anyone can join a club, until it expires or is revoked."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="invitation")
    token = models.CharField(max_length=32, unique=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"the link of {self.club}"


class JoinRequest(models.Model):
    """A player's request for membership. A declined one is kept for a while, to prevent daily requests."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_requests")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="asked_once")]

    def __str__(self) -> str:
        return f"{self.player} asks to join {self.club}"


class ClubRuling(models.Model):
    """A host's ruling on a club, with its reason. Rows never change."""

    class Kind(models.TextChoices):
        RENAME = "rename", "renamed"
        CLOSE = "close", "closed"
        ANSWER = "answer", "report answered"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rulings")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    # Its former name and description.
    name_before = models.CharField(max_length=30)
    about_before = models.CharField(max_length=600, blank=True)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by}: {self.reason}"


class ClubReport(models.Model):
    """A player's report of a club's name or description to the host."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    ruling = models.ForeignKey(ClubRuling, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "by"], name="club_reported_once_each", condition=Q(ruling=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.by} reports {self.club}"
