"""Write a review as text for a terminal."""

from collections.abc import Iterator, Sequence

from game.engine.cards import card, english_name
from study.review.judge.schema import Decision, GameReview, Ledger, Line, Player, Sort
from study.review.judge.shares import Shares

WORST = 5  # the number of decisions listed
BAR = 40

PARTS: dict[str, str] = {
    "your_cards": "your cards",
    "their_cards": "their cards",
    "cuts": "cuts",
    "crib": "luck of the crib",
    "pegging": "luck of the pegging",
    "met": "matchup",
    "your_play": "your play",
    "their_play": "their play",
    "ended": "early end",
}
DID: dict[Sort, str] = {"throw": "threw", "card": "played", "claim": "counted", "call": "called"}


def report_lines(review: GameReview, names: Sequence[str]) -> Iterator[str]:
    """Yield the whole review: both players' luck and skill, their decisions, the costliest, and the curve."""
    for who, ledger, player in zip(names, review["ledgers"], review["players"], strict=True):
        yield from ledger_lines(who, ledger)
        yield describe_player(who, player)
        yield ""
    yield from worst_decision_lines(review, names)
    yield f"the chance of {names[0]}"
    for deal in review["deals"]:
        before, after = deal["chances"]
        bar = "#" * round(BAR * after / 1_000_000)
        yield f"  deal {deal['deal']:>2}  {format_percent(before):>6} to {format_percent(after):>6}  {bar}"


def ledger_lines(name: str, ledger: Ledger) -> Iterator[str]:
    """Yield a ledger as a sum on paper."""
    shown = Shares(**ledger["shown"])._asdict()
    yield f"luck and skill of {name}"
    yield f"  {'chance at the start':<22}{ledger['shown_start'] / 10:>8.1f}%"
    for part, label in PARTS.items():
        if value := shown[part]:
            yield f"  {label:<22}{value / 10:>+8.1f}%"
    yield f"  {'result':<22}{ledger['result'] / 10_000:>8.1f}%"


def describe_player(name: str, player: Player) -> str:
    """Return a sentence on how well a player decided."""
    if not player["decisions"]:
        return f"{name} had nothing to decide."
    grades = ", ".join(f"{count} {grade}" for grade, count in player["grades"].items() if count)
    return (
        f"{name} decided {player['decisions']} times and lost {player['average'] / 10_000:.2f}% of a game "
        f"by each: accuracy {player['accuracy'] / 10:.1f} ({grades})."
    )


def worst_decision_lines(review: GameReview, names: Sequence[str]) -> Iterator[str]:
    """Yield the costliest decisions."""
    by_cost = sorted(review["decisions"], key=lambda decision: -decision["lost"])
    worst = [decision for decision in by_cost[:WORST] if decision["grade"] != "best"]
    if worst:
        yield "the costliest decisions"
        yield from (f"  {describe_decision(decision, names)}" for decision in worst)
        yield ""


def describe_decision(decision: Decision, names: Sequence[str]) -> str:
    """Return a description of a decision with the better one."""
    made, best = describe_choice(decision["made"]), describe_choice(decision["best"])
    return (
        f"deal {decision['deal']}, {names[decision['seat']]} {DID[decision['sort']]} {made}: "
        f"{format_percent(decision['lost'])} lost, {decision['lost_points']:+.2f} points; best was {best}"
    )


def describe_choice(line: Line) -> str:
    """Return a description of a discard, a card or a claim."""
    if "claim" in line:
        return str(line["claim"]) if line["claim"] else "nothing"
    return " and ".join(f"the {english_name(card(text))}" for text in line["cards"])


def format_percent(millionths: int) -> str:
    return f"{millionths / 10_000:.1f}%"
