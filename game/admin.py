"""Django's admin imports this module by name; the admin pages are in game.moderation.admin."""

from game.moderation import admin as admin
