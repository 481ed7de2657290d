"""What the lobby and the front page show."""
