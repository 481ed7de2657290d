"""Moderation by hosts and moderators: one function per action, each recorded."""
