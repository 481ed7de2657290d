"""The judge of finished games. It is pure, so that the same game gets the same review."""
