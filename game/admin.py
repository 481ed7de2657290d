"""Django's admin looks here for what a host may see: it stands with moderation."""

from game.moderation import admin as admin
