"""Signs of engine use or of gifted games in events. A moderator reviews them; no sanction is automatic."""

NEEDS = ("tournaments", "study")
