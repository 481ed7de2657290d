"""Notices by push: the devices, and messages that are encrypted, signed and sent to them."""
