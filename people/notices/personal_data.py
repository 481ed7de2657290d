"""The personal data that notifications, push and mail store about a player."""

from django.db.models import Q

from common.personal_data import Section, register
from people.notices.models import Digest, Notice, PushSubscription, Switch


def register_sections() -> None:
    register(
        "notices",
        export=Section(
            lambda me: Notice.objects.filter(player=me),
            "kind about parts at read_at pushed_at waits_for_mail",
        ),
        # Notifications of other players that have the player's name are erased too.
        erase=lambda me: Notice.objects.filter(Q(player=me) | Q(by=me)).delete(),
    )
    register(
        "notices_switched", export=Section(lambda me: Switch.objects.filter(player=me), "kind way is_on")
    )
    register(
        "devices_pushed_to",
        export=Section(lambda me: PushSubscription.objects.filter(player=me), "endpoint language at"),
    )
    register("mail_of_notices", export=Section(lambda me: Digest.objects.filter(player=me), "tried_at sent"))
