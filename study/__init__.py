"""Study: lessons, reviews, replays, exercises, and games with the same cards for all players."""
