"""Events of many games: Night, Hour, bracket, round robin, duels, and events over shared decks.

Pages, the lobby and the front page read events through these functions only. Each needs a few queries for an
event of any size, and pages draw only the JSON that it returns (`common.formats.json.Json`):

    tournaments.events.show.snapshot
        load_event_page(event_id, viewer)   event, own entry and table, standings, tables; Refusal if unknown
        load_standings(event_id)            the standings, as in `load_event_page`
        load_pairings(event_id)             every pairing with its input, and the root once it is revealed
        load_upcoming(limit, viewer)        running and next events, for the lobby and the front page

The actions of players and directors. Each raises a Refusal that explains why it is not possible:

    tournaments.events.manage.entering
        join, leave, pause, resume
    tournaments.events.manage.creating
        create_event
    tournaments.events.manage.actions
        void_event, pause_event, resume_event, extend_event, end_event, disqualify
"""
