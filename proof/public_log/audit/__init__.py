"""Follows a public log from anywhere, as somebody who does not trust it."""
