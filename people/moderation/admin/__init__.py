"""The host's admin: what is there, and what can be done; nothing that a live game hides is in it."""

from people.moderation.admin import accounts, chance, chat, games, people, pins, queues

__all__ = ["accounts", "chance", "chat", "games", "people", "pins", "queues"]
