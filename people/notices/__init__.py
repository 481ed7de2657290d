"""Tells a player what concerns them: by the bell on every page, by push to their devices, by mail."""
