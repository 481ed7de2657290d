"""The most pairs that can be made of some players, at the least cost."""

from collections.abc import Mapping

Costs = Mapping[tuple[int, int], int]
"""What each allowed pair of places i < j costs, from 0 on; a pair that is not in it is not allowed."""
Matching = frozenset[tuple[int, int]]

FEW = 12
"""Up to so many, all sets of players are gone through."""


def best_matching(n: int, costs: Costs) -> Matching:
    """Of all sets of pairs among the places 0 to n - 1 the largest, and of those the cheapest."""
    return match_by_subsets(n, costs) if n <= FEW else match_by_blossoms(costs)


def match_by_subsets(n: int, costs: Costs) -> Matching:
    """By going through all sets of players: what is best for a set follows from what is best for less."""
    gains = _gains(costs)
    partners = [[(j, gains[i, j]) for j in range(i + 1, n) if (i, j) in gains] for i in range(n)]
    best, chosen = [0] * (1 << n), [-1] * (1 << n)
    for players in range(1, 1 << n):
        lowest = _lowest(players)
        others = players ^ (1 << lowest)
        best[players] = best[others]
        for partner, gain in partners[lowest]:
            if others >> partner & 1 and gain + best[others ^ (1 << partner)] > best[players]:
                best[players] = gain + best[others ^ (1 << partner)]
                chosen[players] = partner
    return _read_back(n, chosen)


def match_by_blossoms(costs: Costs) -> Matching:
    """By Edmonds' algorithm, which is exact in whole numbers of any size."""
    from networkx import Graph, max_weight_matching  # importing it takes as long as pairing a hundred

    graph = Graph()
    graph.add_weighted_edges_from((i, j, gain) for (i, j), gain in _gains(costs).items())
    return frozenset((min(pair), max(pair)) for pair in max_weight_matching(graph))


def _gains(costs: Costs) -> dict[tuple[int, int], int]:
    """The same as gains: each so great that one pair more is worth whatever it costs."""
    more_than_all = 1 + sum(costs.values())
    return {pair: more_than_all - cost for pair, cost in costs.items()}


def _lowest(players: int) -> int:
    return (players & -players).bit_length() - 1


def _read_back(n: int, chosen: list[int]) -> Matching:
    pairs, players = set(), (1 << n) - 1
    while players:
        lowest, partner = _lowest(players), chosen[players]
        players ^= 1 << lowest
        if partner >= 0:
            pairs.add((lowest, partner))
            players ^= 1 << partner
    return frozenset(pairs)
