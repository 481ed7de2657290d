"""The migrations of django-oauth-toolkit's tables, instead of its own.

Its 22 would double the time that a new database takes, and a later one could remove what the release before
still uses. A new version of the toolkit that changes its models needs a new one: `makemigrations` writes it.
"""
