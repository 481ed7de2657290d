"""Creates the decks of a set: publish the tip, collect commitments, collect secrets, fix all decks."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext

from common import clock
from common.database.compiled_query import CompiledModelQuery
from common.refusal import Refusal
from game.log.identity import log_signer
from game.log.leaves import DECKS, ROOT, add_leaf
from game.models import Player
from game.runtime.player_ids import player_id
from game.shared_decks.models import DeckSet, Entrant
from game.table.record.sealed_secrets import seal_chain
from rng import entropy, shared_decks

Stage = DeckSet.Stage

# Entrants who have not revealed by then are excluded.
REVEAL_WITHIN = timedelta(seconds=60)
# With a delay: a page vouches for decks only if it sees their mix some seconds after it revealed
# (MOST_WAIT in static/js/game/fairness/take-part.js).
REVEAL_BEFORE_DELAY_WITHIN = timedelta(seconds=8)

_PART = CompiledModelQuery(
    Entrant, lambda deck_set, player: Entrant.objects.filter(deck_set=deck_set, player=player), "", 1
)
_STAGE = "SELECT stage, reveals_at_once FROM shared_decks_deckset WHERE id = %s"
HOLD_STAGE = {"sqlite": _STAGE, "postgresql": f"{_STAGE} FOR SHARE"}


@transaction.atomic
def announce(
    params: Mapping[str, Any], rounds: int, *, reveals_at_once: bool = False, delay: int = 0
) -> DeckSet:
    """Announce a set of decks, as `build_set` builds it."""
    return save_set(build_set(params, rounds, reveals_at_once=reveals_at_once, delay=delay))


def build_set(
    params: Mapping[str, Any], rounds: int, *, reveals_at_once: bool = False, delay: int = 0
) -> DeckSet:
    """Build an unsaved set of decks: its use, its number of rounds, and the tip of its chain.

    `params` is the JSON data that is fixed in advance: rules, closing time, versions. Entrants reveal after
    all have committed. With `reveals_at_once`, each reveals right after committing, as they come and go over
    a day. `delay` is the number of steps in a segment of the delay; 0 means that there is none.
    """
    deck_set, x0 = entropy.game_id(), entropy.secret()
    named: dict[str, Any] = {"reveals": "at-once" if reveals_at_once else "after-all"}
    if not params.get("sample"):
        named["log"] = log_signer().verifier_key
    if delay:
        named["delay"] = delay
    return DeckSet(
        id=deck_set,
        params=shared_decks.canonical_set_params(deck_set, rounds, {**params, **named}),
        rounds=rounds,
        tip=shared_decks.chain_tip(deck_set, rounds, x0).hex(),
        sealed=seal_chain(x0, deck_set),
        reveals_at_once=reveals_at_once,
        announced_at=clock.now(),
    )


def save_set(deck_set: DeckSet) -> DeckSet:
    """Save a built set, and log its announcement."""
    deck_set.save(force_insert=True)
    if not is_sample(deck_set):
        add_leaf(DECKS, {"set": deck_set.pk, "params": deck_set.params, "tip": deck_set.tip})
    return deck_set


def is_sample(deck_set: DeckSet) -> bool:
    """Return whether only sample players play a set, so that the public log leaves it out."""
    return bool(json.loads(deck_set.params).get("sample"))


def commit(deck_set: str, player: Player, commitment: str, secret: str = "") -> Entrant:
    """Save a player's commitment. A resend changes nothing.

    If entrants reveal at once, the secret may come with it.
    """
    entrant = find_part(deck_set, player)
    if entrant is None:
        try:
            return _take_part(deck_set, player, commitment, secret)
        except IntegrityError:  # a simultaneous resend
            entrant = find_part(deck_set, player)
            if entrant is None:
                raise
    if entrant.commitment != commitment:
        says = gettext("You’ve already committed to another secret, perhaps on another device.")
        raise Refusal("committed", says)
    return reveal(deck_set, player, secret) if secret else entrant


def find_part(deck_set: str, player: Player) -> Entrant | None:
    """Return a player's part in a set, if they have committed."""
    return _PART.fetch(deck_set, player.pk)


@transaction.atomic
def _take_part(deck_set: str, player: Player, commitment: str, secret: str) -> Entrant:
    stage, reveals_at_once = _hold_stage(deck_set)
    if stage != Stage.ANNOUNCED:
        raise Refusal("too_late", gettext("It’s too late to commit to a secret for these decks."))
    number = player_id(player.pk)
    entrant = Entrant(
        deck_set_id=deck_set, player=player, number=number, commitment=commitment, secret=secret
    )
    if secret:
        _check_secret(entrant, secret, is_time=reveals_at_once)
    entrant.save(force_insert=True)
    return entrant


def _hold_stage(deck_set: str) -> tuple[str, bool]:
    """Return a set's stage, and whether entrants reveal at once. The stage can't change in this transaction.

    Parts don't block each other; only `lock_set` waits for them. SQLite runs one transaction at a time.
    """
    with connection.cursor() as cursor:
        cursor.execute(HOLD_STAGE[connection.vendor], [deck_set])
        found = cursor.fetchone()
    if found is None:
        raise Refusal("no_decks", gettext("There are no such decks."))
    return found[0], bool(found[1])


@transaction.atomic
def start_collecting(deck_set: str) -> None:
    """Close commitments, and give all entrants a minute to reveal. Repeating this changes nothing."""
    found = lock_set(deck_set)
    if found.stage == Stage.ANNOUNCED:
        found.stage, found.collecting_since = Stage.COLLECTING, clock.now()
        found.save(update_fields=["stage", "collecting_since"])


@transaction.atomic
def reveal(deck_set: str, player: Player, secret: str) -> Entrant:
    """Save the secret that a player committed to. A resend changes nothing."""
    found = lock_set(deck_set)
    entrant = Entrant.objects.filter(deck_set=found, player=player).first()
    if entrant is None:
        raise Refusal("too_early", gettext("You haven’t committed to a secret for these decks."))
    if entrant.secret == secret:
        return entrant
    if found.stage not in (Stage.ANNOUNCED, Stage.COLLECTING):
        raise Refusal("too_late", gettext("Your part of the shuffle came too late: the decks are fixed."))
    _check_secret(entrant, secret, is_time=found.stage != Stage.ANNOUNCED or found.reveals_at_once)
    entrant.secret = secret
    entrant.save(update_fields=["secret"])
    return entrant


def _check_secret(entrant: Entrant, secret: str, *, is_time: bool) -> None:
    if not is_time:
        raise Refusal("too_early", gettext("Secrets are revealed once all players have committed."))
    own = shared_decks.entrant_commitment(entrant.deck_set_id, entrant.number, bytes.fromhex(secret))
    if own.hex() != entrant.commitment:
        raise Refusal("other_secret", gettext("This isn’t the secret you committed to."))


def may_fix_root(deck_set: DeckSet) -> bool:
    """Return whether all entrants have revealed or their minute is up."""
    if deck_set.stage != Stage.COLLECTING or deck_set.collecting_since is None:
        return False
    within = REVEAL_WITHIN if delay_steps(deck_set) is None else REVEAL_BEFORE_DELAY_WITHIN
    is_time_up = clock.now() >= deck_set.collecting_since + within
    return is_time_up or not deck_set.entrants.filter(secret="").exists()


@transaction.atomic
def fix_root(deck_set: str) -> DeckSet:
    """Fix every deck of a set, once all have revealed or their time is up.

    The root of a set with a delay is known at the end of the delay. Repeating this changes nothing.
    """
    found = lock_set(deck_set)
    if found.stage in (Stage.DELAYING, Stage.STARTED, Stage.CLOSED):
        return found
    if not may_fix_root(found):
        raise Refusal("too_early", gettext("Some players haven’t revealed their part of the shuffle yet."))
    shown = found.params, bytes.fromhex(found.tip), load_entrants(found)
    if delay_steps(found) is None:
        start(found, shared_decks.root(*shown).hex())
    else:
        found.mix, found.stage = shared_decks.mix(*shown).hex(), Stage.DELAYING
        found.save(update_fields=["mix", "stage"])
    return found


def delay_steps(deck_set: DeckSet) -> int | None:
    """Return the number of steps in a segment of a set's delay. None for a set without a delay."""
    return shared_decks.delay_steps(json.loads(deck_set.params))


def start(found: DeckSet, root: str) -> None:
    """Start a locked set whose root is known."""
    found.root, found.stage, found.fixed_at = root, Stage.STARTED, clock.now()
    found.save(update_fields=["root", "stage", "fixed_at"])
    if is_sample(found):
        return
    entrants = load_entrants(found)
    mixed = [one.player for one in entrants if one.secret is not None]
    add_leaf(
        ROOT,
        {"set": found.pk, "root": found.root, "mixed": mixed, "absent": [*shared_decks.absent(entrants)]},
    )


@transaction.atomic
def call_off(deck_set: str) -> None:
    """Stop a set: no further round begins. Open rounds continue until they are done."""
    DeckSet.objects.filter(pk=deck_set).exclude(stage=Stage.CLOSED).update(stage=Stage.VOID)


def load_entrants(deck_set: DeckSet) -> list[shared_decks.Entrant]:
    """Return all parts of a set, by player id."""
    return [
        shared_decks.Entrant(
            one.number, bytes.fromhex(one.commitment), bytes.fromhex(one.secret) if one.secret else None
        )
        for one in deck_set.entrants.order_by("number")
    ]


def lock_set(deck_set: str) -> DeckSet:
    """Return a set, locked for this transaction. Raise Refusal if there is none."""
    found = DeckSet.objects.select_for_update(of=("self",), no_key=True).filter(pk=deck_set).first()
    if found is None:
        raise Refusal("no_decks", gettext("There are no such decks."))
    return found
