"""The pages of .crib: the file of a game, and any that is pasted."""
