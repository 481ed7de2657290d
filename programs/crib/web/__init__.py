"""The pages of .crib: download the file of a game, and replay a pasted one."""
