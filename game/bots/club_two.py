"""The second Club: the habits of the second Novice, with fewer mistakes.

This is `club-2`: games of the first version name `club`, and are replayed with that.
"""

from game.bots.brain import Decision, Memory, Stream
from game.bots.novice_two import SIGHT as NOVICE
from game.bots.novice_two import Leads, decide_by_habit
from game.engine.view import View

# Tuned so that it wins about six games of ten against Novice, and four against Intermediate.
SIGHT = NOVICE._replace(
    pair=0.95,
    run_of_three=0.95,
    second_run=0.8,
    fifteen_of_two=0.85,
    fifteen_of_more=0.6,
    whim=1.5,
    own_crib=0.65,
    high_card=0.15,
    pair_played=0.85,
    run_in_order=0.85,
    run_out_of_order=0.6,
    fifteen_of_two_played=0.75,
    fifteen_of_more_played=0.5,
    thirty_one=0.7,
)
LEADS = Leads(from_pair=0.5, low=0.45, avoids_five=0.85)


def decide(view: View, memory: Memory, stream: Stream) -> Decision:
    """Decide with Club's mistakes."""
    return decide_by_habit(view, stream, SIGHT, LEADS)
