"""API tokens, with which a program acts for an account."""
