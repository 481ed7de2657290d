"""Count the secrets under each sealing key, and reseal them with the newest."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from time import sleep

from allauth.mfa.models import Authenticator
from django.core.checks import CheckMessage, Warning
from django.db import connection, connections, transaction
from django.db.models import Count
from django.db.models.functions import Left

from game.models import Secrets
from game.shared_decks.models import DeckSet
from game.table.record.sealed_secrets import reseal, reseal_chain, sealing_keys
from people.settings.two_factor import reseal_data, sealed_values
from rng import seal
from rng.seal import SealError

# A batch locks SQLite for a few milliseconds. Other writers get their turn between batches.
BATCH_SIZE = 50
PAUSE_SECONDS = 0.005

Progress = Callable[[int], None]


def count_by_key() -> Counter[str]:
    """Count the secrets under each key, by its id."""
    of_games = Secrets.objects.annotate(key=Left("sealed", seal.ID_LENGTH)).values("key")
    counts = Counter({each["key"]: each["many"] for each in of_games.annotate(many=Count("pk")).order_by()})
    if DeckSet._meta.db_table in connection.introspection.table_names():  # missing during an upgrade
        of_sets = DeckSet.objects.annotate(key=Left("sealed", seal.ID_LENGTH)).values("key")
        counted = of_sets.annotate(many=Count("pk")).order_by()
        counts += Counter({each["key"]: each["many"] for each in counted})
    for kept in Authenticator.objects.values_list("data", flat=True).iterator():
        counts.update(seal.sealing_key_id(sealed) for sealed in sealed_values(kept))
    return counts


def newest_key_id() -> str:
    """Return the id of the key that new seals use."""
    return sealing_keys()[0][0]


def reseal_all(progress: Progress) -> int:
    """Reseal everything that can be opened with the newest key, while games run.

    Return the number of rows.
    """
    done = 0
    for many in _reseal_batches():
        done += many
        progress(done)
    return done


def _reseal_batches() -> Iterator[int]:
    """Reseal in batches. Rows are read without a lock and written only if they have not changed since."""
    last = ""
    older = Secrets.objects.exclude(sealed__startswith=f"{newest_key_id()}.").order_by("pk")
    while batch := list(older.filter(pk__gt=last)[:BATCH_SIZE]):
        yield _reseal_games(batch)
        last = batch[-1].pk
        sleep(PAUSE_SECONDS)
    older_sets = DeckSet.objects.exclude(sealed__startswith=f"{newest_key_id()}.").order_by("pk")
    last = ""
    while sets := list(older_sets.filter(pk__gt=last)[:BATCH_SIZE]):
        yield sum(map(_reseal_set, sets))
        last = sets[-1].pk
        sleep(PAUSE_SECONDS)
    person = 0
    while factors := list(Authenticator.objects.filter(pk__gt=person).order_by("pk")[:BATCH_SIZE]):
        older_ones = [each.pk for each in factors if any(map(_is_older, sealed_values(each.data)))]
        if older_ones:
            yield _reseal_factors(older_ones)
            sleep(PAUSE_SECONDS)
        person = factors[-1].pk


def _is_older(sealed: str) -> bool:
    return seal.sealing_key_id(sealed) != newest_key_id()


def _reseal_games(batch: Sequence[Secrets]) -> int:
    anew = [(each, new) for each in batch if (new := _try_reseal(each)) is not None]
    with transaction.atomic():
        return sum(
            Secrets.objects.filter(pk=each.pk, sealed=each.sealed).update(sealed=new) for each, new in anew
        )


def _reseal_set(deck_set: DeckSet) -> int:
    try:
        anew = reseal_chain(deck_set.sealed, deck_set.pk)
    except SealError:
        return 0
    return DeckSet.objects.filter(pk=deck_set.pk, sealed=deck_set.sealed).update(sealed=anew)


def _try_reseal(secrets: Secrets) -> str | None:
    try:
        return reseal(secrets.sealed, secrets.pk)
    except SealError:
        return None


def _reseal_factors(batch: Sequence[int]) -> int:
    """Reseal under a lock, so that a code used at the same moment is also recorded."""
    done = 0
    with transaction.atomic():
        for factor in Authenticator.objects.select_for_update().filter(pk__in=batch).order_by("pk"):
            try:
                factor.data = reseal_data(factor.data)
            except SealError:
                continue
            factor.save(update_fields=["data"])
            done += 1
    return done


def check_keys_present(databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """Check that all sealed values can be opened. `check --database default` and `migrate` run this."""
    if not databases or not _has_tables(databases):
        return []
    message = "{} secrets are sealed with the key {}, which is not here."
    hint = "Add it to SEALING_KEYS, after the newest. See Keys in docs/how-to/backup.md."
    counted = count_by_key()
    lost = sorted(seal.missing_key_ids(counted, sealing_keys()))
    return [Warning(message.format(counted[key], key), hint=hint, id="game.W001") for key in lost]


def _has_tables(databases: Sequence[str]) -> bool:
    tables = connections[databases[0]].introspection.table_names()
    return {Secrets._meta.db_table, Authenticator._meta.db_table} <= set(tables)
