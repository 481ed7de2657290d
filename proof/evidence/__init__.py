"""Evidence of games that anyone can check: transcripts, and the programs that verify them."""
