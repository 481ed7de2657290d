"""The pages of invitations to play a game's cards, and of two boards side by side."""
