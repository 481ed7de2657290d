"""OAuth 2.1: players let apps of others act for them, without giving them a password or a token by hand."""
