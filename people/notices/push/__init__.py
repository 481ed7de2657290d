"""Notifications by push: devices, and encrypted and signed messages to them."""
