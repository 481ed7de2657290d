"""The watch over our own deals: bets against the shuffle, counted from the record deal by deal."""
