"""Tools independent of cribbage: clock, rate limits, client address, commands, progress, refusals."""
