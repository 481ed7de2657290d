"""Bots that play by the API: owners, engines and permissions."""
