"""Every address of a socket, with its consumer."""

from game.consumers.ladder import LadderConsumer
from game.consumers.lobby import LobbyConsumer
from game.consumers.table import TableConsumer
from people.following.web.consumer import FollowingConsumer
from people.notices.consumer import SiteConsumer
from tournaments.event_pages.consumer import EventConsumer

SOCKETS = {
    "ws/table/<slug:game_id>": TableConsumer,
    "ws/lobby": LobbyConsumer,
    "ws/ladder": LadderConsumer,
    "ws/site": SiteConsumer,
    "ws/following": FollowingConsumer,
    "ws/event/<slug:event_id>": EventConsumer,
}
