"""Hosts' decisions about players' engines."""
