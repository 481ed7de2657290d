"""The complete words that a shuffle draws. The shuffle itself uses only their upper bits."""

import sys
from array import array

from rng.shuffle import shuffle
from rng.twister import Twister, twister


def shuffle_words(key: bytes) -> bytes:
    """Return the words of a deal's shuffle in order, each little-endian."""
    r = RecordingTwister(twister(key))
    shuffle(r)  # type: ignore[arg-type]  # all it asks of a twister is bits
    if sys.byteorder == "big":
        r.words.byteswap()
    return r.words.tobytes()


class RecordingTwister:
    """A twister that records every word from which bits are requested."""

    def __init__(self, r: Twister) -> None:
        self._word = r.getrandbits
        self.words = array("I")

    def getrandbits(self, k: int) -> int:
        word = self._word(32)
        self.words.append(word)
        return word >> (32 - k)
