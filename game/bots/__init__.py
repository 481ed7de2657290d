"""The bots' brains. All of them are loaded by `registry` alone, because that takes a while."""
