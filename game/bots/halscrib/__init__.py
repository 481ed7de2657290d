"""HALSCRIB, the player of Hal Mueller's paper (1987), as the paper describes it.

The paper says what to do and leaves some of the how; each decision of ours is explained where it is made.
`strategy` decides when to be safe, optimal or risky, `throwing` has the seven ways to value a throw,
`playing` how a card is weighed, `mixing` when the sound card is forgone, `adaptive` what the paper left to
further research, `snac` what its references suggest, and `plans` what it is without one part or another.
"""

from game.bots.halscrib.adaptive import adaptive_pair_rate
from game.bots.halscrib.brain import build_brain
from game.bots.halscrib.mixing import forgoing_pair_rate, leading_pair_rate, unmixed_pair_rate
from game.bots.halscrib.plans import REDUCED
from game.bots.halscrib.snac import SMOOTH, blended_pair_rate

BRAINS = {
    "halscrib": build_brain(leading_pair_rate),
    "halscrib-adaptive": build_brain(adaptive_pair_rate),
    "halscrib-forgoing": build_brain(forgoing_pair_rate),
    "halscrib-pure": build_brain(unmixed_pair_rate),
    "halscrib-snac": build_brain(blended_pair_rate, SMOOTH),
}
REDUCED_BRAINS = {f"halscrib-{name}": build_brain(leading_pair_rate, plan) for name, plan in REDUCED.items()}
