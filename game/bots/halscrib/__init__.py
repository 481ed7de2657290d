"""HALSCRIB, the player of Hal Mueller's paper (1987), as the paper describes it.

The paper says what to do and leaves some of the how; each decision of ours is explained where it is made.
`strategy` decides when to be safe, optimal or risky, `throwing` has the seven ways to value a throw,
`playing` how a card is weighed, `mixing` when the sound card is forgone, and `adaptive` what the paper left
to further research.
"""

from game.bots.halscrib.adaptive import adaptive_pair_rate
from game.bots.halscrib.brain import build_brain
from game.bots.halscrib.mixing import described_pair_rate, reported_pair_rate, unmixed_pair_rate

BRAINS = {
    "halscrib": build_brain(described_pair_rate),
    "halscrib-adaptive": build_brain(adaptive_pair_rate),
    "halscrib-65-80-50": build_brain(reported_pair_rate),
    "halscrib-pure": build_brain(unmixed_pair_rate),
}
