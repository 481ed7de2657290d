"""The habits of groups of players and of bots, and the parameters of a bot that errs as often."""
