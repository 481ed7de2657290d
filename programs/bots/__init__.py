"""Players' bots: their accounts, pages, trials and ladder."""
