"""The Fisher-Yates shuffle."""

from rng.twister import Twister


def shuffle(r: Twister, n: int = 52) -> tuple[int, ...]:
    """Return the numbers 0 to n-1 in a random order drawn from r. All orders are equally likely."""
    places = list(range(n))
    # Not random.shuffle: the protocol fixes each draw, and Python's library may change its own.
    for i in range(n - 1, 0, -1):
        bits = (i + 1).bit_length()
        j = r.getrandbits(bits)
        while j > i:
            j = r.getrandbits(bits)
        places[i], places[j] = places[j], places[i]
    return tuple(places)
