"""The admin for hosts and moderators: lists and actions, without anything that a live game hides."""

from people.moderation.admin import accounts, chance, chat, games, people, pins, queues

__all__ = ["accounts", "chance", "chat", "games", "people", "pins", "queues"]
