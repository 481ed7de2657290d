from django.urls import path

from game.web.games import join, make_game, rematch
from game.web.head_start import head_start
from game.web.people import block, report, unblock
from game.web.seeks import accept, cancel, commit_ahead, decline

urlpatterns = [
    path("api/players/<str:name>/head-start", head_start, name="head_start"),
    path("api/games", make_game, name="make_game"),
    path("api/games/<slug:game_id>/rematch", rematch, name="rematch"),
    path("api/join/<slug:code>", join, name="join_game"),
    path("api/seeks/<slug:seek_id>/accept", accept, name="accept"),
    path("api/seeks/<slug:seek_id>/commitment", commit_ahead, name="commit_ahead"),
    path("api/seeks/<slug:seek_id>/decline", decline, name="decline"),
    path("api/seeks/<slug:seek_id>/cancel", cancel, name="cancel"),
    path("api/block", block, name="block"),
    path("api/unblock", unblock, name="unblock"),
    path("api/report", report, name="report"),
]
