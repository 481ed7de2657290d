"""The decisions of hosts about the engines of players."""
