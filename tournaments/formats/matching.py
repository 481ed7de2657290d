"""Find the largest set of pairs at the least cost."""

from collections.abc import Mapping

Costs = Mapping[tuple[int, int], int]
"""The cost of each allowed pair of places i < j, at least 0. Pairs without a cost are not allowed."""
Matching = frozenset[tuple[int, int]]

FEW = 12
"""Up to this many players, all subsets are searched."""


def best_matching(n: int, costs: Costs) -> Matching:
    """Return the largest set of pairs among the places 0 to n - 1 and, of the largest sets, the cheapest."""
    return match_by_subsets(n, costs) if n <= FEW else match_by_blossoms(costs)


def match_by_subsets(n: int, costs: Costs) -> Matching:
    """Match by dynamic programming over subsets: the best result of a set follows from smaller ones."""
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
    """Match with Edmonds' blossom algorithm, which is exact for integers of any size."""
    from networkx import Graph, max_weight_matching  # the import takes as long as pairing a hundred players

    graph = Graph()
    graph.add_weighted_edges_from((i, j, gain) for (i, j), gain in _gains(costs).items())
    return frozenset((min(pair), max(pair)) for pair in max_weight_matching(graph))


def _gains(costs: Costs) -> dict[tuple[int, int], int]:
    """Return the costs as gains so large that one more pair outweighs any cost."""
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
