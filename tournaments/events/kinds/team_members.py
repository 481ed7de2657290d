"""The two teams of a duel over the same decks: invitations, and the team that a player joins."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext

from common.refusal import Refusal
from game.accounts.blocks import blocked_pairs, check_not_blocked, load_player_by_name
from game.models import Player
from people.clubs.models import Club
from rng import entropy
from tournaments.events.models import Entry, Event, Team
from tournaments.events.record.load_teams import load_teams
from tournaments.events.record.notify import invite_players
from tournaments.formats.team_boards import RESERVES


def make_teams(event: Event, names: Sequence[str], invited: Sequence[Collection[Player]]) -> None:
    """Make both teams of an event, and notify the players invited by name."""
    clubs: Sequence[Club | None] = (event.club, event.rival) if event.rival else (None, None)
    teams = Team.objects.bulk_create(
        [
            Team(
                event=event,
                number=number,
                name=name,
                club=club,
                token=entropy.club_token(),
                invited=[player.pk for player in players],
            )
            for number, (name, club, players) in enumerate(zip(names, clubs, invited, strict=True))
        ]
    )
    invite_players(event, [key for team in teams for key in team.invited])


def load_invited(by: Player, size: int, names: Sequence[Collection[str]]) -> list[list[Player]]:
    """Return the named players for each team. Refuse a player in both teams, and a team that is too large."""
    found = [[load_player_by_name(name) for name in own] for own in names]
    everybody = [player for own in found for player in own]
    if len({player.pk for player in everybody}) < len(everybody):
        raise Refusal("bad_request", gettext("Name each player once, and in one team."))
    for player in everybody:
        check_not_blocked(by, player)
    if any(len(own) > size + RESERVES for own in found):
        raise _full(size)
    return found


def find_team(
    event: Event, player: Player, *, club: Club | None, entry: Entry | None = None, token: str = ""
) -> Team:
    """Return the team that a player joins: by the team's link, by their club, or by an invitation."""
    teams = load_teams(event)
    for team in teams:
        if token and team.token == token and team.club_id is None:
            return team
    for team in teams:
        is_own = entry is not None and entry.team_id == team.pk
        if is_own or player.pk in team.invited or (club is not None and team.club_id == club.pk):
            return team
    says = gettext("This duel is for two teams. To play you need a team’s link or an invitation.")
    raise Refusal("not_yours", says)


def check_team_has_room(event: Event, team: Team) -> None:
    """Refuse a player if the team is full."""
    staying = Entry.objects.filter(event=event, team=team, left_at=None)
    if staying.count() >= event.team_size + RESERVES:
        raise _full(event.team_size)


def check_may_meet(event: Event, team: Team, player: Player) -> None:
    """Refuse a player whom a block separates from the other team: a board cannot keep the two apart."""
    apart = {other for pair in blocked_pairs([player.pk]) for other in pair if other != player.pk}
    others = Entry.objects.filter(event=event, player__in=apart, left_at=None).exclude(team=team)
    if others.exists():
        raise Refusal("blocked", gettext("You can’t play in this duel."))


def load_invitation(token: str) -> Team:
    """Return the team of a link, or raise a refusal."""
    of_a_duel = Team.objects.select_related("event", "club").filter(club=None)
    team = of_a_duel.filter(token=token.replace("\0", "")).first()
    if team is None:
        raise Refusal("no_event", gettext("This team link doesn’t work."))
    return team


def _full(size: int) -> Refusal:
    says = gettext("A team has at most %(most)s players: %(size)s who play, and two reserves.")
    return Refusal("full", says % {"most": size + RESERVES, "size": size})
