"""The worlds that journeys take place in: servers, clocks and crowds, one file for each area."""
