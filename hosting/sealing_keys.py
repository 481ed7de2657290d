"""The sealing keys: how many secrets are under which, and resealing all of them with the newest."""

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

# A batch holds SQLite for a few milliseconds, and then all others have a turn.
BATCH_SIZE = 50
PAUSE_SECONDS = 0.005

Progress = Callable[[int], None]


def count_by_key() -> Counter[str]:
    """Count the secrets under each key, by its id."""
    of_games = Secrets.objects.annotate(key=Left("sealed", seal.ID_LENGTH)).values("key")
    counts = Counter({each["key"]: each["many"] for each in of_games.annotate(many=Count("pk")).order_by()})
    if DeckSet._meta.db_table in connection.introspection.table_names():  # not yet, while a site is upgraded
        of_sets = DeckSet.objects.annotate(key=Left("sealed", seal.ID_LENGTH)).values("key")
        counted = of_sets.annotate(many=Count("pk")).order_by()
        counts += Counter({each["key"]: each["many"] for each in counted})
    for kept in Authenticator.objects.values_list("data", flat=True).iterator():
        counts.update(seal.sealing_key_id(sealed) for sealed in sealed_values(kept))
    return counts


def newest_key_id() -> str:
    """The id of the key that seals from now on."""
    return sealing_keys()[0][0]


def reseal_all(progress: Progress) -> int:
    """Reseal all that can be unsealed with the newest key, while people play; returns how many rows."""
    done = 0
    for many in _reseal_batches():
        done += many
        progress(done)
    return done


def _reseal_batches() -> Iterator[int]:
    """Reseal batch after batch: read without a lock, written only where nobody has written since."""
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
    """Reseal under a lock, so that a code which is used at this moment is recorded too."""
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
    """Check that all sealed values can be opened; run by `check --database default`, and by `migrate`."""
    if not databases or not _has_tables(databases):
        return []
    message = "{} secrets are sealed with the key {}, which is not here."
    hint = "Add it to SEALING_KEYS, behind the newest. docs/deploy.md, Keys, has the rest."
    counted = count_by_key()
    lost = sorted(seal.missing_key_ids(counted, sealing_keys()))
    return [Warning(message.format(counted[key], key), hint=hint, id="game.W001") for key in lost]


def _has_tables(databases: Sequence[str]) -> bool:
    tables = connections[databases[0]].introspection.table_names()
    return {Secrets._meta.db_table, Authenticator._meta.db_table} <= set(tables)
