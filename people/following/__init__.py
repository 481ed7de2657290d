"""Players who follow others: the page of those who are here, and its feed."""
