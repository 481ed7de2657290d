"""HALSCRIB, the player of Hal Mueller's paper (1987), as the paper has it.

The paper says what to do and leaves some of the how; each decision of ours is told where it is made.
`strategy` has when to be safe, optimal or risky, `throwing` the seven ways to value a throw, `playing` how
a card is weighed, `mixing` when the sound card is forgone, and `adaptive` what the paper left to further
research.
"""

from game.bots.halscrib.adaptive import adapt
from game.bots.halscrib.brain import player
from game.bots.halscrib.mixing import forgo, never, select

BRAINS = {
    "halscrib": player(forgo),
    "halscrib-adaptive": player(adapt),
    "halscrib-65-80-50": player(select),
    "halscrib-pure": player(never),
}
