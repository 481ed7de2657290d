"""The judge of finished games: pure, so that the same game gets the same review."""
