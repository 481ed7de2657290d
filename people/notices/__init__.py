"""Notifications: by the bell on every page, by push to devices, and by mail."""
