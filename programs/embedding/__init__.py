"""Finished games on other sites: the board for an iframe, and oEmbed, which tells others of it."""
