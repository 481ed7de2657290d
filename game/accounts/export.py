"""Exports everything that is kept about a player, as one JSON object, row by row."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Q, QuerySet

from common import clock
from game.bot_accounts.models import BotAccount, Trial
from game.clubs.models import ClubReport, JoinRequest, Membership
from game.daily.models import DailyEntry, MonthLine
from game.desk.models import Evening
from game.engines.models import RemoteEngine
from game.following.models import Follow
from game.models import (
    AdviceNote,
    Appeal,
    Block,
    Chat,
    DealtTotal,
    ForgottenGames,
    Game,
    HalscribGame,
    LearntHabits,
    Player,
    Report,
    Ruling,
    Scoresheet,
    Seek,
    Vacation,
)
from game.notices.models import Digest, Notice, PushSubscription, Switch
from game.platform.models import Token
from game.same_cards.models import Invitation
from game.shared_decks.barrier import OPEN, without_hidden
from game.shared_decks.models import Entrant
from game.strength.models import PlayerStrength, Title, WeighedGame
from game.throws.models import Vote
from game.trainer.models import Exercise, Trainee
from ranking.models import Change, Standing

BATCH_SIZE = 200


@dataclass(frozen=True, slots=True)
class Section:
    """Rows about a player, and which of their fields the file holds."""

    query: Callable[[Player], QuerySet[Any]]
    fields: str
    aliases: Mapping[str, str] = field(default_factory=dict)

    def rows(self, player: Player) -> QuerySet[Any]:
        """The rows of a player, in the order they are kept."""
        names = {name: F(source) for name, source in self.aliases.items()}
        return self.query(player).order_by("pk").values(*self.fields.split(), **names)


SIDES = {"player_a": "seat_a__username", "player_b": "seat_b__username"}

SECTIONS = {
    "profile": Section(
        lambda me: Player.objects.filter(pk=me.pk),
        "username nickname email is_private is_staff date_joined last_login seen_at muted_until banned_until",
    ),
    "addresses": Section(lambda me: EmailAddress.objects.filter(user=me), "email verified"),
    "second_factors": Section(
        lambda me: Authenticator.objects.filter(user=me), "type created_at last_used_at"
    ),
    "standings": Section(
        lambda me: Standing.objects.filter(player=me), "kind points wins losses unfinished recent last_at"
    ),
    "changes_of_points": Section(
        lambda me: Change.objects.filter(player=me),
        "game kind bot won unfinished rules own opponents change after why terms newcomer even at",
        {"against": "opponent__username"},
    ),
    "strength": Section(lambda me: PlayerStrength.objects.filter(player=me), "strength variance games"),
    "games_without_luck": Section(
        lambda me: WeighedGame.objects.filter(Q(game__seat_a=me) | Q(game__seat_b=me), number__isnull=False),
        "game number adjusted strength_a variance_a strength_b variance_b anchor_a precision_a anchor_b"
        " precision_b formula",
    ),
    "titles": Section(lambda me: Title.objects.filter(player=me), "name at lost_percent"),
    "finished_games": Section(
        lambda me: without_hidden(Game.objects.with_player(me).exclude(finished_at=None), me),
        "id created_at finished_at voided_at clock rated params tip commitment_a commitment_b secret_a"
        " secret_b transcript score_a score_b winner value ended",
        SIDES,
    ),
    # Without its record: no file may hold what its table still hides.
    "games_in_progress": Section(
        lambda me: Game.objects.with_player(me).unfinished(),
        "id created_at clock rated score_a score_b",
        SIDES,
    ),
    # Nor what others still play, at tables with the same cards.
    "games_whose_cards_are_still_played": Section(
        lambda me: Game.objects.with_player(me).filter(
            pk__in=OPEN.filter(was_shown=False).values("game"), finished_at__isnull=False
        ),
        "id created_at finished_at clock rated score_a score_b winner value ended",
        SIDES,
    ),
    "parts_in_shared_decks": Section(
        lambda me: Entrant.objects.filter(player=me),
        "number commitment secret",
        {"decks": "deck_set_id"},
    ),
    "dailies": Section(
        lambda me: DailyEntry.objects.filter(player=me), "game margin lost place", {"day": "daily_id"}
    ),
    "invitations_to_play_my_cards": Section(
        lambda me: Invitation.objects.filter(by=me), "code game made_at good_until withdrawn_at answer"
    ),
    "months_of_dailies": Section(lambda me: MonthLine.objects.filter(player=me), "month days total"),
    "scoresheets": Section(
        lambda me: without_hidden(Scoresheet.objects.filter(player=me), me, "game"),
        "game seat at rated voided won value ended dealt_first points points_against deals_as_dealer"
        " deals_as_pone pegged_as_dealer pegged_as_pone hands hand_points best_hand cribs crib_points",
        {"against": "opponent__username"},
    ),
    "cards_dealt": Section(lambda me: DealtTotal.objects.filter(player=me), "better worse"),
    "learnt_by_halscrib": Section(
        lambda me: LearntHabits.objects.filter(player=me),
        "games led_pairs lead_chances paired_leads reply_chances",
    ),
    # As the other games: what its lot is stays hidden until the end.
    "finished_games_with_halscrib": Section(
        lambda me: HalscribGame.objects.filter(game__seat_a=me).exclude(ended_at=None),
        "game brain won ended_at led_pairs lead_chances paired_leads reply_chances",
    ),
    "seeks": Section(
        lambda me: Seek.objects.filter(player=me),
        "id target counting clock rated created_at expires_at declined",
        {"asked": "to__username"},
    ),
    "said": Section(lambda me: Chat.objects.filter(player=me), "game phrase text at"),
    "blocked": Section(lambda me: Block.objects.filter(by=me), "", {"name": "blocked__username"}),
    # Only whom they follow: who follows them is for nobody to know.
    "followed": Section(lambda me: Follow.objects.filter(by=me), "at", {"name": "followed__username"}),
    # Without who played: that is about others.
    "evenings_directed": Section(
        lambda me: Evening.objects.filter(director=me), "id name games best_of stage created_at"
    ),
    "clubs": Section(lambda me: Membership.objects.filter(player=me), "role since", {"name": "club__name"}),
    "asked_to_join": Section(
        lambda me: JoinRequest.objects.filter(player=me), "at declined_at", {"name": "club__name"}
    ),
    "reported_clubs": Section(lambda me: ClubReport.objects.filter(by=me), "why at", {"name": "club__name"}),
    "reported": Section(lambda me: Report.objects.filter(by=me), "why at", {"line": "said__text"}),
    "rulings_about_me": Section(
        lambda me: Ruling.objects.filter(player=me), "kind reason game at until read_at"
    ),
    "advice_asked_next_to_my_games": Section(lambda me: AdviceNote.objects.filter(player=me), "game kind at"),
    "forgotten_games": Section(lambda me: ForgottenGames.objects.filter(player=me), "games at"),
    "vacations": Section(lambda me: Vacation.objects.filter(player=me), "begins_at ends_at"),
    "throws_of_the_day": Section(lambda me: Vote.objects.filter(player=me), "throw thrown points counts at"),
    "trained": Section(
        lambda me: Exercise.objects.filter(player=me),
        "game ply added_at judged_at is_dropped seat view lines made tags box due_on tried right",
    ),
    "trained_until": Section(lambda me: Trainee.objects.filter(player=me), "searched_until"),
    "notices": Section(
        lambda me: Notice.objects.filter(player=me), "kind about parts at read_at pushed_at waits_for_mail"
    ),
    "notices_switched": Section(lambda me: Switch.objects.filter(player=me), "kind way is_on"),
    # Without what is kept of their text: that is for the site alone.
    "tokens": Section(
        lambda me: Token.objects.filter(player=me), "name scopes created_at expires_at used_on"
    ),
    "bots_owned": Section(
        lambda me: BotAccount.objects.filter(owner=me),
        "engine version source since version_since",
        {"name": "account__username"},
    ),
    "is_a_bot_of": Section(
        lambda me: BotAccount.objects.filter(account=me),
        "engine version source since version_since",
        {"of": "owner__username"},
    ),
    "trials_of_this_bot": Section(
        lambda me: Trial.objects.filter(bot=me), "id against pairs engine version begun_at ended_at"
    ),
    "engine_registered": Section(
        lambda me: RemoteEngine.objects.filter(owner=me), "name version state registered_at"
    ),
    "devices_pushed_to": Section(
        lambda me: PushSubscription.objects.filter(player=me), "endpoint language at"
    ),
    "mail_of_notices": Section(lambda me: Digest.objects.filter(player=me), "tried_at sent"),
    "appeals": Section(lambda me: Appeal.objects.filter(player=me), "text at"),
}


async def export_player(player: Player) -> AsyncIterator[str]:
    """Yield the file in pieces, so that a thousand games need no more memory than one."""
    yield f'{{"written_at": {_to_json(clock.now())}'
    for name, section in SECTIONS.items():
        yield f',\n"{name}": ['
        comma = "\n"
        async for row in section.rows(player).aiterator(BATCH_SIZE):
            yield comma + _to_json(row)
            comma = ",\n"
        yield "]"
    yield "}\n"


def _to_json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
