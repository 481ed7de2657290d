"""The models for players, games, seeks, chat and moderation."""

from game.models.advice import AdviceNote
from game.models.chat import Chat
from game.models.forgetting import ForgottenGames, IdleGame
from game.models.games import Game, GameQuerySet, Secrets
from game.models.halscrib import HalscribGame, LearntHabits
from game.models.heartbeat import Heartbeat
from game.models.lobby import Seek
from game.models.mail import MoveMail
from game.models.moderation import Appeal, Granted, Report, Ruling
from game.models.players import Block, Player
from game.models.public_log import Leaf
from game.models.scoresheets import DealtTotal, Review, Scoresheet
from game.models.vacations import Vacation, VacationRest

__all__ = [
    "AdviceNote",
    "Appeal",
    "Block",
    "Chat",
    "DealtTotal",
    "ForgottenGames",
    "Game",
    "GameQuerySet",
    "Granted",
    "HalscribGame",
    "Heartbeat",
    "IdleGame",
    "Leaf",
    "LearntHabits",
    "MoveMail",
    "Player",
    "Report",
    "Review",
    "Ruling",
    "Scoresheet",
    "Secrets",
    "Seek",
    "Vacation",
    "VacationRest",
]
