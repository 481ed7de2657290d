"""The settings of a player, and the pages by which accounts begin, change and end."""
