"""The arena: brains against each other, the same cards played twice with the seats swapped."""
