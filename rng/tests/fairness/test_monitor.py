"""The monitor counts every recorded deal once, with any number of processes and in any case of failure."""

import logging
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import numpy as np
import pytest
from django.core.management import call_command
from django.db import connections

from rng.fairness.statistics import beginnings
from rng.fairness.watch import monitor, seat_bets
from rng.fairness.watch.evidence import JOINED_SHARES, Evidence, add_decks
from rng.fairness.watch.monitor import current_averages, load_watch, unwatched_deals, watch_deals
from rng.fairness.watch.recount import recount
from rng.lab.dealers import dealt_batches
from rng.models import Deal, Watch
from tests.worlds.deals import NOON, create_deals, shuffled_decks

pytestmark = pytest.mark.django_db(transaction=True)

WATCHERS = 4


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor, "BATCH", 16)


def watch_all() -> int:
    return sum(iter(lambda: watch_deals(NOON), 0))


@pytest.mark.slow
@pytest.mark.rows
def test_the_monitor_continues_where_it_stopped(caplog: pytest.LogCaptureFixture):
    decks = shuffled_decks("fair", 50)
    create_deals(decks[:20], "one")
    assert watch_all() == 20
    create_deals(decks[20:], "two")
    assert watch_all() == 30
    assert watch_deals(NOON) == 0
    kept, known = load_watch(), add_decks(Evidence(), decks)
    assert (kept.deals, kept.alarmed_at, kept.alarmed_after) == (50, None, None)
    assert kept.evidence == pytest.approx(known.worth)
    assert kept.highest == pytest.approx(known.highest)
    assert tuple(kept.starters) == known.starters
    assert not caplog.records


@pytest.mark.rows
def test_deals_that_are_committed_late_are_watched_too():
    create_deals(shuffled_decks("fair", 3), "late")
    early = Deal.objects.get(number=1)
    early.delete()
    watch_all()
    early.save(force_insert=True)  # with the lowest id of all
    assert watch_all() == 1
    assert not unwatched_deals().exists()


@pytest.mark.slow
@pytest.mark.rows
def test_each_deal_counts_once_with_many_processes():
    """All processes begin each batch at the same moment, while deals are recorded."""
    decks = shuffled_decks("fair", 600)
    create_deals(decks[:200], "before")
    begin = Barrier(WATCHERS + 1, timeout=30)

    def work(number: int) -> int:
        chance, watched = Random(number), 0
        try:
            for _ in range(40):
                begin.wait()
                watched += watch_deals(NOON) if chance.random() < 0.9 else 0
            return watched
        except Exception:
            begin.abort()
            raise
        finally:
            connections.close_all()

    def deal() -> int:
        try:
            for at in range(200, 600, 10):
                begin.wait()
                create_deals(decks[at : at + 10], f"at {at}")
            return 0
        except Exception:
            begin.abort()
            raise
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WATCHERS + 1) as pool:
        dealing = pool.submit(deal)
        watched = sum(pool.map(work, range(WATCHERS)))
        dealing.result()
    watched += watch_all()
    assert watched == load_watch().deals == Deal.objects.filter(watched=True).count() == 600
    assert sum(load_watch().starters) == 600
    assert recount(lambda deals: None).differences == ()


@pytest.mark.slow
@pytest.mark.rows
@pytest.mark.parametrize("dies_at", ["the deals", "the end"])
def test_a_process_that_dies_loses_and_repeats_no_deals(dies_at: str, monkeypatch: pytest.MonkeyPatch):
    class Died(BaseException):
        """Raised to simulate the death of the process."""

    def die(*args: object, **kwargs: object) -> None:
        raise Died

    create_deals(shuffled_decks("fair", 40))
    watch_deals(NOON)
    with monkeypatch.context() as patched:
        if dies_at == "the deals":
            patched.setattr(monitor.Deal.objects, "filter", _after_one_call(Deal.objects.filter, die))
        else:
            patched.setattr(monitor.transaction, "set_rollback", die)
        with pytest.raises(Died):
            watch_deals(NOON)
    assert (load_watch().deals, Deal.objects.filter(watched=True).count()) == (16, 16)
    assert watch_all() == 24
    assert recount(lambda deals: None).differences == ()


def _after_one_call(first, then):
    """Return a function that calls the first function once, and then the other."""
    calls = iter([first])
    return lambda *args, **kwargs: next(calls, then)(*args, **kwargs)


@pytest.mark.slow
@pytest.mark.rows
def test_an_alarm_is_raised_and_logged_once(caplog: pytest.LogCaptureFixture):
    decks = np.concatenate([shuffled_decks("fair", 20), shuffled_decks("naive", 1500)])
    create_deals(decks)
    watch_all()
    kept, known = load_watch(), add_decks(Evidence(), decks)
    assert kept.alarmed_at == NOON
    assert kept.alarmed_after == known.alarmed_after < 1000
    assert kept.highest >= 100
    (told,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert told.getMessage().startswith(
        f"the evidence against the shuffle reached 100 at deal {kept.alarmed_after}, "
    )


def test_hands_are_counted_as_dealt_and_in_the_show():
    """Pone's first four cards of an ordered deck, A A 2 2 with a four, are worth 8; the dealer's, A A 2 2,
    too.
    """
    deck = np.arange(52, dtype=np.uint8)[None]
    create_deals(deck, "shown", pone_hand=12, dealer_hand=2, crib=0)
    create_deals(deck, "left")
    Deal.objects.create(game="cut", number=0, at=NOON, deck=deck.tobytes())
    watch_all()
    found = {one.name: (one.deals, one.mean) for one in current_averages()}
    assert found["pone_hand"] == (1, 12)
    assert found["dealer_hand"] == (1, 2)
    assert found["crib"] == (1, 0)
    assert found["pone_dealt"][0] == found["dealer_dealt"][0] == 2


def test_a_recount_detects_a_changed_record(capsys: pytest.CaptureFixture[str]):
    create_deals(shuffled_decks("fair", 40))
    watch_all()
    call_command("fairness_watch", again=True)
    assert "All agrees." in capsys.readouterr().out
    first, second = Deal.objects.order_by("pk")[:2]
    Deal.objects.filter(pk=first.pk).update(deck=bytes(first.deck)[::-1])
    Deal.objects.filter(pk=second.pk).update(watched=False)
    with pytest.raises(SystemExit) as exit_:
        call_command("fairness_watch", again=True)
    assert exit_.value.code == 1
    told = capsys.readouterr().out
    assert "the number of deals" in told
    assert "the bets of the beginning" in told


def test_before_the_first_deal_there_is_no_evidence():
    assert watch_deals(NOON) == 0
    assert recount(lambda deals: None).differences == ()
    assert all(one.mean is None for one in current_averages())
    assert Watch.objects.get().evidence == 1


def test_a_favoured_seat_is_detected_in_the_record_and_in_a_recount():
    """The bot always has the better six; the rest of the deck is fair."""
    for number, (decks, about) in enumerate(dealt_batches("better-six", bytes(64), 60)):
        Deal.objects.bulk_create(
            [
                Deal(
                    game=f"game {number} {row // 10}",
                    number=row % 10 + 1,
                    at=NOON,
                    deck=deck.tobytes(),
                    dealer=int(dealer),
                    seats="ab",
                    rated=True,
                    beginning=int(beginning),
                )
                for row, (deck, dealer, beginning) in enumerate(
                    zip(decks, about.dealer, beginnings(decks), strict=True)
                )
            ]
        )
    watch_all()
    kept = load_watch()
    assert kept.alarmed_after is not None
    assert kept.alarmed_after < 60
    worse, better = kept.seats["bot v person"]
    assert (worse, better > 40) == (0, True)
    assert recount(lambda deals: None).differences == ()


def create_games_with_scores(dealer: str, deals: int, name: str, seed: int = 0) -> None:
    """Deals of a simulated dealer on record, as a game records them."""
    for decks, about in dealt_batches(dealer, bytes([seed]) * 64, deals):
        game = 0
        rows = zip(decks, beginnings(decks), about.dealer, about.kinds, about.scores, strict=True)
        for number, (deck, beginning, deals_, kinds, scores) in enumerate(rows, 1):
            game += not scores.any()
            Deal.objects.create(
                game=f"{name} {game}",
                number=number,
                at=NOON,
                deck=deck.tobytes(),
                dealer=int(deals_),
                seats="".join("bag"[kind] for kind in kinds),
                rated=False,
                beginning=int(beginning),
                score_a=int(scores[0]),
                score_b=int(scores[1]),
                target=121,
            )


@pytest.mark.rows
def test_a_chosen_starter_is_found_in_the_record_and_found_again():
    create_games_with_scores("starter", 60, "chosen")
    watch_all()
    kept = load_watch()
    assert kept.alarmed_after is not None
    assert kept.alarmed_after < 60
    worse, better = kept.seats["starter: second seat v first"]
    assert worse < 10 < 30 < better
    assert sum(kept.seats["behind v ahead"]) > 20
    assert recount(lambda deals: None).differences == ()


@pytest.mark.rows
def test_bets_join_a_record_that_was_watched_without_them():
    """An earlier release watched deals without scores, and stored nothing of the newer bets."""
    create_games_with_scores("fair", 40, "old")
    Deal.objects.update(score_a=None, score_b=None, target=None)
    watch_all()
    kept = load_watch()
    joined = {name for names in JOINED_SHARES for name in names}
    kept.bets = {name: stakes for name, stakes in kept.bets.items() if name not in joined}
    kept.seats = {name: counts for name, counts in kept.seats.items() if name in seat_bets.QUESTIONS}
    kept.save()
    assert recount(lambda deals: None).differences == ()
    create_games_with_scores("fair", 60, "new", seed=1)
    assert watch_all() == 60
    kept = load_watch()
    assert joined <= kept.bets.keys()
    assert sum(kept.seats["starter: dealer v pone"]) > 40
    assert recount(lambda deals: None).differences == ()


def test_a_repeated_beginning_raises_an_alarm_at_once():
    decks = shuffled_decks("fair", 30)
    (number,) = beginnings(decks[:1]).tolist()
    create_deals(decks, "one", beginning=number + 1)
    Deal.objects.filter(number=1).update(beginning=number)
    Deal.objects.exclude(number=1).update(beginning=None)
    watch_all()
    assert load_watch().alarmed_after is None
    create_deals(decks[:1], "other", beginning=number)
    watch_all()
    assert load_watch().alarmed_after == 31
    assert recount(lambda deals: None).differences == ()


def test_a_recount_includes_deals_from_before_people_were_recorded():
    create_deals(shuffled_decks("fair", 40))
    watch_all()
    assert load_watch().seats["dealer v pone"] == [0, 0]
    assert recount(lambda deals: None).differences == ()
