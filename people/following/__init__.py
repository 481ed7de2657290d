"""Following players: the page of followed players, and its feed."""
