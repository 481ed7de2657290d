"""Evenings of many games: Night, Hour, bracket, round robin, duels, and those over shared decks.

Pages, the lobby and the front page read events by these functions alone, each some few queries however large
the event, and draw on nothing but the JSON they give (`common.formats.json.Json`):

    tournaments.events.show.snapshot
        load_event_page(event_id, viewer)   the event, my entry and table, standings, tables: Refusal if none
        load_standings(event_id)            the order, as in `load_event_page`
        load_pairings(event_id)             every pairing with what went in; the root once it is revealed
        load_upcoming(limit, viewer)        what runs and what comes next, for the lobby and the front page
        load_events_of(player, limit)       the events a player was in, with place and points, newest first

What a player or a director does, each with a Refusal that says why not:

    tournaments.events.manage.entering
        join, leave, pause, resume
    tournaments.events.manage.creating
        create_event
    tournaments.events.manage.actions
        void_event, pause_event, resume_event, extend_event, end_event, disqualify
"""
