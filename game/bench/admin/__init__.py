"""How soon the host's pages open where much has been played."""
