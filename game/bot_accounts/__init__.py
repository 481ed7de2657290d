"""Bots that play over the API: whose they are, what plays for them, and what they may."""
