"""What hosts and moderators do about players and games: a function for each thing, and each on record."""
