"""Paths and connected parts of an undirected graph of names. PURE."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping


def neighbours(links: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Who is linked to whom, both ways."""
    near: dict[str, set[str]] = {}
    for first, second in links:
        near.setdefault(first, set()).add(second)
        near.setdefault(second, set()).add(first)
    return near


def shortest_path(
    near: Mapping[str, Iterable[str]], start: str, goal: str
) -> tuple[tuple[str, ...], int] | None:
    """A shortest path and how many there are of that length; None if the two are not connected.

    Of several the first in the order of names is given.
    """
    distance, ways = {start: 0}, {start: 1}
    before: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == goal:
            continue
        for there in sorted(near.get(here, ())):
            if there not in distance:
                distance[there], ways[there], before[there] = distance[here] + 1, 0, here
                waiting.append(there)
            if distance[there] == distance[here] + 1:
                ways[there] += ways[here]
    if goal not in distance:
        return None
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    return tuple(reversed(path)), ways[goal]


def components(near: Mapping[str, set[str]]) -> list[list[str]]:
    """The people of each connected part, largest first, names sorted."""
    left = set(near)
    parts: list[list[str]] = []
    while left:
        part, waiting = set[str](), [min(left)]
        while waiting:
            here = waiting.pop()
            if here not in part:
                part.add(here)
                waiting.extend(near[here])
        left -= part
        parts.append(sorted(part))
    return sorted(parts, key=lambda part: (-len(part), part))
