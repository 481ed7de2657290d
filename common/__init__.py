"""Tools that know nothing of cribbage: clock, rate limits, client address, commands, progress, refusals."""
