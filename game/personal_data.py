"""The personal data that accounts, games, chat and rulings store about a player."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from common.personal_data import Section, Stays, register
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
    MoveMail,
    Player,
    Report,
    Ruling,
    Scoresheet,
    Seek,
    Vacation,
)
from game.shared_decks.barrier import OPEN, without_hidden

DELETED_TEXT = "(deleted)"
SIDES = {"player_a": "seat_a__username", "player_b": "seat_b__username"}
OPPONENTS_TOO = Stays("It is the opponent’s game as well, and anyone can check that it was fair.")


def register_sections() -> None:
    _register_account()
    _register_games()
    _register_chat_and_rulings()


def _register_account() -> None:
    register(
        "profile",
        export=Section(
            lambda me: Player.objects.filter(pk=me.pk),
            "username nickname email is_private is_staff date_joined last_login seen_at muted_until"
            " banned_until look bot_pause wants_move_mail",
        ),
        erase=Stays("Games refer to it. Its name is replaced, and what was personal in it is emptied."),
    )
    register("addresses", export=Section(lambda me: EmailAddress.objects.filter(user=me), "email verified"))
    register(
        "second_factors",
        export=Section(lambda me: Authenticator.objects.filter(user=me), "type created_at last_used_at"),
    )
    register(
        "blocked",
        export=Section(lambda me: Block.objects.filter(by=me), "", {"name": "blocked__username"}),
        erase=lambda me: Block.objects.filter(Q(by=me) | Q(blocked=me)).delete(),
    )
    register("vacations", export=Section(lambda me: Vacation.objects.filter(player=me), "begins_at ends_at"))
    register(
        "changed_in_the_admin",
        export=Section(
            lambda me: LogEntry.objects.filter(user=me),
            "action_time action_flag change_message",
            {"kind_of_row": "content_type__model"},
        ),
        erase=_erase_name_in_admin_log,
    )


def _register_games() -> None:
    register(
        "finished_games",
        export=Section(
            lambda me: without_hidden(Game.objects.with_player(me).exclude(finished_at=None), me),
            "id created_at finished_at voided_at clock rated params tip commitment_a commitment_b secret_a"
            " secret_b transcript score_a score_b winner value ended",
            SIDES,
        ),
        erase=OPPONENTS_TOO,
    )
    # Without its record: no export may contain what its table still hides.
    register(
        "games_in_progress",
        export=Section(
            lambda me: Game.objects.with_player(me).unfinished(),
            "id created_at clock rated score_a score_b",
            SIDES,
        ),
        erase=Stays("They end as lost or void, and are finished games then."),
    )
    # Also without games whose cards others still play.
    register(
        "games_whose_cards_are_still_played",
        export=Section(
            lambda me: Game.objects.with_player(me).filter(
                pk__in=OPEN.filter(was_shown=False).values("game"), finished_at__isnull=False
            ),
            "id created_at finished_at clock rated score_a score_b winner value ended",
            SIDES,
        ),
        erase=OPPONENTS_TOO,
    )
    register(
        "scoresheets",
        export=Section(
            lambda me: without_hidden(Scoresheet.objects.filter(player=me), me, "game"),
            "game seat at rated voided won value ended dealt_first points points_against deals_as_dealer"
            " deals_as_pone pegged_as_dealer pegged_as_pone pegged hands hand_points best_hand cribs"
            " crib_points",
            {"against": "opponent__username"},
        ),
        erase=OPPONENTS_TOO,
    )
    register("cards_dealt", export=Section(lambda me: DealtTotal.objects.filter(player=me), "better worse"))
    register(
        "learnt_by_halscrib",
        export=Section(
            lambda me: LearntHabits.objects.filter(player=me),
            "games led_pairs lead_chances paired_leads reply_chances",
        ),
    )
    # Only finished games: the playing style stays hidden until the end.
    register(
        "finished_games_with_halscrib",
        export=Section(
            lambda me: HalscribGame.objects.filter(game__seat_a=me).exclude(ended_at=None),
            "game brain won ended_at led_pairs lead_chances paired_leads reply_chances",
        ),
        erase=Stays("HALSCRIB’s moves in the game can be checked only with what it knew when it began."),
    )
    register(
        "seeks",
        export=Section(
            lambda me: Seek.objects.filter(player=me),
            "id target counting clock rated created_at expires_at declined",
            {"asked": "to__username"},
        ),
        erase=Stays("An open one is withdrawn, and deleted after a day. Others are the other player’s too."),
    )
    register(
        "mail_of_moves",
        export=Section(lambda me: MoveMail.objects.filter(player=me), "game ply tried_at sent"),
    )
    register(
        "advice_asked_next_to_my_games",
        export=Section(lambda me: AdviceNote.objects.filter(player=me), "game kind at"),
    )
    register(
        "forgotten_games", export=Section(lambda me: ForgottenGames.objects.filter(player=me), "games at")
    )


def _register_chat_and_rulings() -> None:
    register(
        "said",
        export=Section(lambda me: Chat.objects.filter(player=me), "game phrase text at"),
        erase=lambda me: Chat.objects.filter(player=me).exclude(text="").update(text=DELETED_TEXT),
    )
    register(
        "reported",
        export=Section(lambda me: Report.objects.filter(by=me), "why at", {"line": "said__text"}),
        erase=lambda me: Report.objects.filter(by=me).update(why=""),
    )
    register(
        "rulings_about_me",
        export=Section(lambda me: Ruling.objects.filter(player=me), "kind reason game at until read_at"),
        erase=Stays("Hosts answer for what they decided."),
    )
    # Without the player it is about.
    register(
        "rulings_made",
        export=Section(lambda me: Ruling.objects.filter(by=me), "kind reason at until"),
        erase=Stays("A host’s decision and its reason belong to the player it is about."),
    )
    register(
        "appeals",
        export=Section(lambda me: Appeal.objects.filter(player=me), "text at"),
        erase=_erase_appeals,
    )


def _erase_name_in_admin_log(player: Player) -> None:
    """Erase the player's name from admin log entries. Hosts remain responsible for their own changes."""
    own_type = ContentType.objects.get_for_model(Player)
    about = LogEntry.objects.filter(content_type=own_type, object_id=str(player.pk))
    about.update(object_repr=DELETED_TEXT)


def _erase_appeals(player: Player) -> None:
    Appeal.objects.filter(player=player, ruling=None).delete()
    Appeal.objects.filter(player=player).update(text=DELETED_TEXT)
