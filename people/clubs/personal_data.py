"""The personal data that clubs store about a player."""

from common.lazy_import import lazy_import
from common.personal_data import Section, Stays, register
from people.clubs.models import ClubReport, ClubRuling, JoinRequest, Membership


def register_sections() -> None:
    register(
        "clubs",
        export=Section(
            lambda me: Membership.objects.filter(player=me),
            "role since",
            {"name": "club__name", "about": "club__about"},
        ),
        erase=lazy_import("people.clubs.roles.withdraw_from_clubs"),
    )
    register(
        "asked_to_join",
        export=Section(
            lambda me: JoinRequest.objects.filter(player=me), "at declined_at", {"name": "club__name"}
        ),
    )
    register(
        "reported_clubs",
        export=Section(lambda me: ClubReport.objects.filter(by=me), "why at", {"name": "club__name"}),
        erase=lambda me: ClubReport.objects.filter(by=me).update(why=""),
    )
    register(
        "rulings_on_clubs_made",
        export=Section(
            lambda me: ClubRuling.objects.filter(by=me), "kind reason at name_before about_before"
        ),
        erase=Stays("A host’s decision and its reason belong to the club it is about."),
    )
