"""Fisher-Yates."""

from rng.twister import Twister


def shuffle(r: Twister, n: int = 52) -> tuple[int, ...]:
    """The numbers 0..n-1 in an order drawn from r, every order as likely as any other."""
    places = list(range(n))
    # Written out, not random.shuffle: the protocol fixes each draw, Python's library may change its own.
    for i in range(n - 1, 0, -1):
        bits = (i + 1).bit_length()
        j = r.getrandbits(bits)
        while j > i:
            j = r.getrandbits(bits)
        places[i], places[j] = places[j], places[i]
    return tuple(places)
