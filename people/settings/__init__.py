"""A player's settings, and the pages to create, change and delete accounts."""
