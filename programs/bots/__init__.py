"""Bots of players: their accounts, pages, trials and ladder."""
