"""The page on which an owner makes and manages bots, without a second account."""
