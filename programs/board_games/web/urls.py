"""The URLs of games over the board."""

from django.urls import URLPattern, path

from programs.board_games.web import calls, pages

urlpatterns: list[URLPattern] = [
    path("board-games", pages.board_games, name="board_games"),
    path("board-games/new", pages.new_board_game, name="new_board_game"),
    path("board-games/<slug:game_id>", pages.board_game, name="board_game"),
    path("board-games/<slug:game_id>/edit", pages.edit_board_game, name="edit_board_game"),
    path("board-games/<slug:game_id>/picture.png", pages.board_game_picture, name="board_game_picture"),
    path("board-games/<slug:game_id>/crib", pages.download_board_game, name="board_game_crib"),
    path("embed/board-game/<slug:game_id>", pages.embedded_board_game, name="embedded_board_game"),
    path("api/board-games/check", calls.check_sheet, name="check_sheet"),
    path("api/board-games/<slug:game_id>/review", calls.review, name="board_game_review"),
]
