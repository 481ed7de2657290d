"""What pages, sockets and the lobby show of events: plain data, in few queries however large they are."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Q

from common import clock
from game.clubs.models import Club, Membership
from game.events.berger import berger_table
from game.events.bracket import Bracket, Match, Side, Unknown
from game.events.directing import is_host, may_direct
from game.events.encounters_on_record import encounter_of
from game.events.locking import load_event
from game.events.models import Entry, Event, Pairing, Round, Suspension
from game.events.plan import load_bracket
from game.events.rules import GRACE, joins_until
from game.events.scoring import Score
from game.events.standings import club_score, rank, standings
from game.models import Player
from game.table.wire import Json

State = Event.State
PLAYER_COLUMNS = ("username", "nickname", "is_guest", "brain", "is_private", "is_sample")
SHOWN_AFTER = timedelta(hours=12)  # an event that is over stays among the upcoming for so long
ENTRY_COLUMNS = [f"player__{column}" for column in PLAYER_COLUMNS]


def load_event_page(event_id: str, viewer: Player | None) -> Json:
    """All that a page and the socket of an event show one viewer."""
    event = load_event(event_id)
    entries = load_entries(event)
    pairings = load_ordered_pairings(event)
    is_director = may_direct(viewer, event)
    return event_json(event) | {
        "may_direct": is_director,
        "is_host": is_host(viewer),
        "standings": standings_json(event, entries, pairings),
        "sides": sides_json(event, entries, pairings),
        "tables": tables_json(entries, pairings),
        "plan": plan_json(event, entries, pairings),
        "me": viewer and load_mine(entries, pairings, [viewer.pk])[viewer.pk],
        "actions": load_actions(event) if is_director else [],
    }


def load_standings(event_id: str) -> list[Json]:
    """The order of an event."""
    event = load_event(event_id)
    return standings_json(event, load_entries(event), load_ordered_pairings(event))


def load_own_line(event_id: str, player: Player) -> tuple[Event, Json | None]:
    """An event, and a player's line in its order; none for who has not entered."""
    event = load_event(event_id)
    entries = load_entries(event)
    own = next((entry.pk for entry in entries if entry.player_id == player.pk), None)
    lines = standings_json(event, entries, load_ordered_pairings(event)) if own else []
    line = next((line for line in lines if line["entry"] == own), None)
    return event, line


def load_pairings(event_id: str) -> Json:
    """Every pairing of an event with what went into it, by entries; and the root, once it is over.

    Whom a block keeps apart is told to nobody: where it mattered, a pairing can be checked by a host alone.
    """
    event = load_event(event_id)
    games: dict[int, list[Json]] = {}
    for pairing in load_ordered_pairings(event):
        games.setdefault(pairing.round_id, []).append(pairing_json(pairing))
    return {
        "event": event.pk,
        "commitment": event.root_commitment,
        "root": event.root or None,
        "entries": [
            {"entry": entry.pk, "player": entry.player.username, "joined": ms(entry.joined_at)}
            for entry in load_entries(event)
        ],
        "pairings": [
            {
                "number": each.version,
                "at": ms(each.at),
                "draw": _without_blocks(json.loads(each.draw)),
                "tables": each.tables,
                "games": games.get(each.pk, []),
            }
            for each in Round.objects.filter(event=event).order_by("version")
        ],
    }


def load_upcoming(limit: int = 5, viewer: Player | None = None) -> list[Json]:
    """The events that run, then those that come, then those that have just ended."""
    now = clock.now()
    lasting = Q(due_at__isnull=False) | Q(state=State.OVER, ended_at__gt=now - SHOWN_AFTER)
    events = list(
        Event.objects.filter(lasting & is_shown_to(viewer))
        .select_related("by", "club", "rival")
        .annotate(entrants=Count("entries", filter=Q(entries__left_at=None)))
        .order_by(F("ended_at").asc(nulls_first=True), "starts_at", "pk")[:limit]
    )
    mine = set()
    if viewer is not None:
        theirs = Entry.objects.filter(player=viewer, left_at=None, event__in=events)
        mine = set(theirs.values_list("event_id", flat=True))
    return [event_json(event) | {"entrants": event.entrants, "joined": event.pk in mine} for event in events]


def load_events_of(player: Player, limit: int = 20) -> list[Json]:
    """The events that a player has played in, newest first, with their place and points."""
    entries = Entry.objects.filter(player=player, event__state=State.OVER).exclude(place=None)
    with_clubs = entries.select_related("event__by", "event__club", "event__rival")
    newest = with_clubs.order_by("-event__starts_at", "-pk")[:limit]
    return [
        event_json(entry.event) | {"place": entry.place, "score": score_json(_score(entry))}
        for entry in newest
    ]


# An event, and who is in it.


def load_entries(event: Event) -> list[Entry]:
    """All entries of an event, with their players."""
    return list(Entry.objects.filter(event=event).select_related("player").order_by("pk"))


def load_ordered_pairings(event: Event) -> list[Pairing]:
    """All pairings of an event, in order."""
    return list(Pairing.objects.filter(event=event).order_by("pk"))


def event_json(event: Event) -> Json:
    """An event without its players."""
    return {
        "id": event.pk,
        "url": f"/events/{event.pk}",
        "kind": event.kind,
        "title": event.shown_title,
        "by": event.by and event.by.username,
        "club": club_json(event.club),
        "rival": club_json(event.rival),
        "state": event.state,
        "paused": event.paused_at is not None,
        "reason": event.reason,
        "starts": ms(event.starts_at),
        "closes": ms(event.closes_at),
        "ends": ms(event.closes_at + GRACE),
        "joins_until": ms(joins_until(event)),
        "ended": event.ended_at and ms(event.ended_at),
        "games": event.games,
        "minutes": event.minutes,
        "target": event.target,
        "counting": event.counting,
        "clock": event.clock,
        "rated": event.rated,
        "best_of": event.best_of,
        "round_days": event.round_days,
        "after": event.source_id,
        "bots": event.bots_allowed,
        "version": event.version,
        "commitment": event.root_commitment,
        "root": event.root or None,
    }


def standings_json(event: Event, entries: Sequence[Entry], pairings: Iterable[Pairing]) -> list[Json]:
    """The order of an event; who is disqualified comes last, without a place.

    Once a bracket is over, its order is who came how far, whatever points that took.
    """
    by_key = {entry.pk: entry for entry in entries}
    listed = [entry.pk for entry in entries if not entry.is_disqualified]
    lines = standings(listed, [encounter_of(pairing) for pairing in pairings])
    out = [entry for entry in entries if entry.is_disqualified]
    if event.kind == Event.Kind.BRACKET and event.state == State.OVER:
        by_tree = sorted(lines, key=lambda line: by_key[line.player].place or len(lines) + 1)
        found = [_line_json(by_key[line.player], by_key[line.player].place, line.score) for line in by_tree]
    else:
        found = [_line_json(by_key[line.player], line.place, line.score) for line in lines]
    return found + [_line_json(entry, None, _score(entry)) for entry in out]


def sides_json(event: Event, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> list[Json]:
    """The two clubs of a duel, the better first; nothing of any other event."""
    met = [encounter_of(pairing) for pairing in pairings] if event.rival else []
    sides = [
        (club, [entry.pk for entry in entries if entry.club_id == club.pk and not entry.is_disqualified])
        for club in (event.club, event.rival)
        if club and event.rival
    ]
    scores = [(club, members, club_score(members, met)) for club, members in sides]
    ranked = sorted(scores, key=lambda side: rank(side[2]))
    return [
        {"club": club_json(club), "players": len(members), **score_json(score)}
        | {"place": 1 + sum(rank(other) < rank(score) for _, _, other in scores)}
        for club, members, score in ranked
    ]


def club_json(club: Club | None) -> Json | None:
    """A club by its name and its page; one that has closed has none."""
    return None if club is None else {"name": club.name, "slug": club.slug}


def is_shown_to(viewer: Player | None) -> Q:
    """Which events lists show somebody: those of a club to its members, all others and duels to everybody."""
    of_the_site = Q(club=None) | Q(rival__isnull=False)
    if viewer is None:
        return of_the_site
    return of_the_site | Q(club__in=Membership.objects.filter(player=viewer).values("club"))


def tables_json(entries: Iterable[Entry], pairings: Iterable[Pairing]) -> list[Json]:
    """The tables of an event, the newest first; those under way have no result yet."""
    names = {entry.pk: player_json(entry.player) for entry in entries}
    shown = [
        pairing_json(pairing) | {"players": [names[pairing.first_id], names[pairing.second_id]]}
        for pairing in pairings
    ]
    return shown[::-1]


def plan_json(event: Event, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> Json | None:
    """The tree of a bracket, or the rounds of a round robin, by entries; null elsewhere and before it starts.

    In a bracket a side is an entry, null where it is still open, and 0 where there is nobody.
    """
    seeds = sorted((entry for entry in entries if entry.seed is not None), key=lambda entry: entry.seed or 0)
    if len(seeds) < 2:
        return None
    if event.kind == Event.Kind.BRACKET:
        bracket = load_bracket(event, seeds, pairings)
        return {
            "seeds": [entry.pk for entry in seeds],
            "rounds": [
                [_match_json(bracket, match) for match in bracket.matches(number)]
                for number in range(bracket.rounds)
            ],
            "champion": _side_json(bracket.champion),
        }
    rounds = [
        [[seeds[one - 1].pk, seeds[other - 1].pk] for one, other in each] for each in berger_table(len(seeds))
    ]
    return {"seeds": [entry.pk for entry in seeds], "rounds": rounds}


def _match_json(bracket: Bracket, match: Match) -> Json:
    return {
        "sides": [_side_json(side) for side in bracket.sides(match)],
        "wins": bracket.wins(match),
        "winner": _side_json(bracket.winner(match)),
    }


def _side_json(side: Side) -> int | None:
    return {Unknown.PENDING: None, Unknown.NOBODY: 0}[side] if isinstance(side, Unknown) else side


def load_mine(
    entries: Iterable[Entry], pairings: Iterable[Pairing], viewers: Collection[int]
) -> dict[int, Json]:
    """What concerns each of these viewers: their entry and table, or until when they are suspended."""
    in_force = Suspension.objects.filter(player__in=viewers, until__gt=clock.now(), lifted_at=None)
    until = {suspension.player_id: ms(suspension.until) for suspension in in_force.order_by("until")}
    tables = {
        key: pairing
        for pairing in pairings
        if not pairing.ending
        for key in (pairing.first_id, pairing.second_id)
    }
    by_player = {entry.player_id: entry for entry in entries}
    return {
        viewer: _mine_json(by_player.get(viewer), tables) | {"suspended_until": until.get(viewer)}
        for viewer in viewers
    }


def _mine_json(entry: Entry | None, tables: Mapping[int, Pairing]) -> Json:
    if entry is None:
        return {"entry": None}
    table = tables.get(entry.pk)
    return {
        "entry": entry.pk,
        "left": entry.left_at is not None,
        "paused": entry.is_paused,
        "disqualified": entry.is_disqualified,
        "no_shows": entry.no_shows,
        "waits_since": entry.free_since and ms(entry.free_since),
        "game": table and table.game_id,
    }


def pairing_json(pairing: Pairing) -> Json:
    """One table: who deals first is named first."""
    return {
        "game": pairing.game_id,
        "entries": [pairing.first_id, pairing.second_id],
        "opened": ms(pairing.opened_at),
        "ended": pairing.ended_at and ms(pairing.ended_at),
        "ending": pairing.ending or None,
        "winner": pairing.winner,
        "scores": [pairing.score_first, pairing.score_second],
        "stage": pairing.stage,
        "place": pairing.place,
    }


def player_json(player: Player) -> Json:
    return {"name": player.username, "nickname": player.shown_nickname, "bot": player.is_bot}


def score_json(score: Score) -> Json:
    return score._asdict()


def load_actions(event: Event) -> list[Json]:
    """What hosts did to an event, newest first."""
    return [
        {
            "kind": action.kind,
            "by": action.by.username,
            "player": action.player and action.player.username,
            "minutes": action.minutes,
            "reason": action.reason,
            "at": ms(action.at),
        }
        for action in event.actions.select_related("by", "player").order_by("-at", "-pk")
    ]


def ms(at: datetime) -> int:
    """A moment as pages measure it."""
    return int(at.timestamp() * 1000)


def _line_json(entry: Entry, place: int | None, score: Score) -> Json:
    return player_json(entry.player) | {
        "entry": entry.pk,
        "place": place,
        **score_json(score),
        "here": entry.left_at is None and not entry.is_paused,
        "left": entry.left_at is not None,
        "disqualified": entry.is_disqualified,
    }


def _score(entry: Entry) -> Score:
    return Score(entry.points, entry.wins, entry.spread, entry.plus, entry.played)


def _without_blocks(draw: Any) -> Json:
    """A draw without whom a block keeps apart."""
    return {**draw, "apart": []}
