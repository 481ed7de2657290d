"""Actions on events: players enter and withdraw, hosts create and direct."""
