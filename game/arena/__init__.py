"""The arena: matches between brains, in which the same cards are played twice with swapped seats."""
