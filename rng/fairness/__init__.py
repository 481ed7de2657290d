"""What is known of a shuffle from its decks: exact laws, tests, evidence that grows, and pictures."""
