"""The cheating strategies. Each tries for an hour to climb the ladder in one way."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import count, cycle

from bench.cheaters.hands import (
    Policy,
    abort_bad_starts,
    let_lost_games_run_out,
    play_anyhow,
    play_as,
    resign_after,
    resign_at_once,
)
from bench.cheaters.site import PERSON_SECONDS, Seated, Site
from common.refusal import Refusal
from game.models import Player
from ranking.terms import FREE_ABORTS

BRAIN = "novice"  # the strength of honest players, and of cheaters in games that they must win
RING = 4
PREPARED = 3
SANDBAGS = 6


async def known(site: Site, name: str, points: int = 1500) -> Player:
    """Create a player with a long history."""
    return await site.create_account(name, days=60, games=60, points=points)


async def puppets_resign(site: Site) -> Player:
    return await _fed_by_throw_aways(site, resign_at_once)


async def puppets_resign_late(site: Site) -> Player:
    return await _fed_by_throw_aways(site, resign_after(1))


async def puppets_play(site: Site) -> Player:
    return await _fed_by_throw_aways(site, play_anyhow, winner=play_as(BRAIN))


async def _fed_by_throw_aways(site: Site, loser: Policy, winner: Policy = play_anyhow) -> Player:
    """Create account after account, each of which loses one game to the cheater's own."""
    own = await known(site, "own")
    while not site.is_over:
        puppet = await site.sign_up("puppet")
        await site.play(Seated(own, winner), Seated(puppet, loser))
    return own


async def ring(site: Site) -> Player:
    """Puppets qualify in ten games each among themselves and one with a bot, then lose to the cheater."""
    own = await known(site, "own")
    puppets = [await site.sign_up("puppet") for _ in range(RING)]
    for n in range(5):
        for one, other in zip(puppets, puppets[1:] + puppets[:1], strict=True):
            pair = (one, other) if n % 2 else (other, one)
            await site.play(Seated(pair[0], play_anyhow), Seated(pair[1], resign_after(3)))
    for puppet in puppets:
        await site.play_bot(Seated(puppet, play_anyhow), BRAIN)
    await _fed_by(site, own, puppets, resign_after(3))
    return own


async def prepared_ring(site: Site) -> Player:
    """The same with puppets that were prepared days before."""
    own = await known(site, "own")
    puppets = [await site.create_account("puppet", days=3, games=10) for _ in range(PREPARED)]
    await _fed_by(site, own, puppets, resign_after(3))
    return own


async def _fed_by(site: Site, own: Player, puppets: Sequence[Player], loser: Policy) -> None:
    for puppet in cycle(puppets):
        if site.is_over:
            return
        await site.play(Seated(own, play_anyhow), Seated(puppet, loser))


async def sandbagging(site: Site) -> Player:
    """Lose on purpose at first, and win from below for the rest of the hour."""
    own = await known(site, "own")
    for _ in range(SANDBAGS):
        friend = await known(site, "friend")
        await site.play(Seated(own, resign_after(3)), Seated(friend, play_anyhow))
    return await _play_people(site, own, play_as(BRAIN))


async def honest_people(site: Site) -> Player:
    return await _play_people(site, await known(site, "own"), play_as(BRAIN))


async def aborts_people(site: Site) -> Player:
    return await _play_people(site, await known(site, "own"), _aborting())


async def timing_out(site: Site) -> Player:
    return await _play_people(site, await known(site, "own"), let_lost_games_run_out(BRAIN))


async def advised(site: Site) -> Player:
    return await _play_people(site, await known(site, "own"), play_as("advanced"))


async def honest_advanced(site: Site) -> Player:
    return await _play_people(site, await known(site, "own"), play_as("advanced"))


async def _play_people(site: Site, own: Player, policy: Policy) -> Player:
    """Play strangers of similar points, one after another, at a person's pace."""
    while not site.is_over:
        stranger = await known(site, "stranger")
        seats = Seated(own, policy), Seated(stranger, play_as(BRAIN))
        await site.play(*seats, seconds_a_move=PERSON_SECONDS)
    return own


async def honest_bots(site: Site) -> Player:
    return await _play_bots(site, play_as(BRAIN))


async def aborts_bots(site: Site) -> Player:
    return await _play_bots(site, _aborting())


async def _play_bots(site: Site, policy: Policy) -> Player:
    own = await known(site, "own")
    while not site.is_over:
        await site.play_bot(Seated(own, policy), BRAIN, seconds_a_move=2 * PERSON_SECONDS)
    return own


def _aborting() -> Policy:
    """Resign as many bad starts as are free of penalty."""
    aborts = count()
    return abort_bad_starts(BRAIN, lambda: next(aborts) < FREE_ABORTS)


async def one_place(site: Site) -> Player:
    """Play two accounts of one household, or of one person. The game is refused."""
    own, other = await known(site, "own"), await known(site, "other")
    await site.come_from_one_place(own, other)
    with suppress(Refusal):
        await site.play(Seated(own, play_anyhow), Seated(other, resign_after(3)))
    return own
