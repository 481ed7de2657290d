"""Study: lessons, reviews, replays, exercises, and games that all players get alike."""
