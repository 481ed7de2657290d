"""The rules of cribbage with pictures, and the words that players use."""
