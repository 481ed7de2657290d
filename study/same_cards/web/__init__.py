"""The pages of invitations to play somebody's cards, and of two boards beside each other."""
