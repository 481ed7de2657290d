"""The words that a shuffle draws, whole: of each it uses the upper bits alone."""

import sys
from array import array

from rng.shuffle import shuffle
from rng.twister import Twister, twister


def shuffle_words(key: bytes) -> bytes:
    """The words that a deal's shuffle draws, in their order, each with its lowest byte first."""
    r = RecordingTwister(twister(key))
    shuffle(r)  # type: ignore[arg-type]  # all it asks of a twister is bits
    if sys.byteorder == "big":
        r.words.byteswap()
    return r.words.tobytes()


class RecordingTwister:
    """A twister that keeps every word of which it is asked for bits."""

    def __init__(self, r: Twister) -> None:
        self._word = r.getrandbits
        self.words = array("I")

    def getrandbits(self, k: int) -> int:
        word = self._word(32)
        self.words.append(word)
        return word >> (32 - k)
