"""Cheaters who try to climb the ladder, and what each gains in an hour: `manage.py cheaters`."""
