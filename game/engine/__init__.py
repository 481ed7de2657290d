"""The rules of cribbage, pure: no I/O, no clock, and no chance but what it is dealt."""
