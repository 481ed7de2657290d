"""A bot in twenty lines: EVERYOTHER_TOKEN=eo_... python twenty_lines.py http://127.0.0.1:8000"""

import os
import random
import sys

from every_other_client import Brain, Memory, Play, Site, Throw, View, pips, score_hand, ways_to_throw


class Twenty(Brain):
    def choose(self, view: View, memory: Memory, chance: random.Random) -> Throw | Play:
        if view.phase == "throw":
            return Throw(max(ways_to_throw(view.hand), key=lambda way: score_hand(way[0]))[1])
        return Play(max(view.playable, key=pips))


site = Site(sys.argv[1], os.environ["EVERYOTHER_TOKEN"])
game = site.play(site.call("POST", "/challenges", {"against": "novice", "target": 61})["game"], Twenty())
print(game.summary)
sys.exit(game.fault)
