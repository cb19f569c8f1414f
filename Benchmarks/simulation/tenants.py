"""Tenants of very different size on partitions: how uneven the load becomes.

The share of the tenant at rank r is proportional to 1/r, as sizes of companies are.
"""

import hashlib
import heapq

from .tables import table

TENANTS, PARTITIONS = 100_000, (2, 4, 8, 16, 64)


def shares():
    weights = [1 / rank for rank in range(1, TENANTS + 1)]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def by_hash(found, count):
    """A tenant's partition is a hash of its id."""
    load = [0.0] * count
    for rank, share in enumerate(found):
        digest = hashlib.sha256(f"tenant {rank}".encode()).digest()
        load[int.from_bytes(digest[:8], "big") % count] += share
    return max(load)


def by_size(found, count):
    """The next largest tenant goes where the load is least; a table says where each tenant is."""
    load = [0.0] * count
    for share in found:
        heapq.heapreplace(load, load[0] + share)
    return max(load)


def result(measured):
    found = shares()
    lines = []
    for count in PARTITIONS:
        hottest = [place(found, count) for place in (by_hash, by_size)]
        lines.append([
            str(count), f"{1 / count:.1%}", *(f"{load:.1%} ({load * count:.1f}x)" for load in hottest), f"{found[0]:.1%}"])
    return table(["partitions", "mean share", "hottest, by hash", "hottest, by size", "largest tenant alone"], lines)
