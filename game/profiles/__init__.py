"""A player's page: where he stands, how he came there, and how he plays."""
