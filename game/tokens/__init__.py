"""Tokens: the keys with which a program acts for an account."""
