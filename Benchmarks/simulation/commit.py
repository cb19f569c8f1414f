"""The database's distance and its commits, as a node with few connections sees them.

A grant takes a connection, sends its statements one after another, each of which waits for the network, and commits. A
commit waits for the flush that runs and then for its own, which it shares with all commits that arrived meanwhile.
"""

import heapq
import random

from . import parameters as p
from .tables import count, percentile, table, time

REQUESTS = 8_000
# Where the database is, the network's round trip, and one flush with what it has to wait for; seconds.
PLACES = [
    ("same machine, flush 0.1 ms", 0.00005, 0.0001), ("same zone, flush 0.5 ms", 0.0003, 0.0005),
    ("same zone, flush 5 ms", 0.0003, 0.005), ("synchronous standby in another zone", 0.0003, 0.002),
    ("node in another zone", 0.001, 0.0005), ("node in another region", 0.020, 0.0005)]


def simulate(rate, trip, flush, work, round_trips, seed):
    """The times of grants that arrive at a rate, in seconds."""
    draw = random.Random(seed)
    free, taken, moment = [0.0] * p.CONNECTIONS, [], 0.0
    for _ in range(REQUESTS):
        moment += draw.expovariate(rate)
        start = max(moment, heapq.heappop(free))
        arrived = start + round_trips * trip + work * (0.7 + 0.3 * draw.expovariate(1))
        # Flushes follow each other without a pause; this one waits for the next to begin, and for its end.
        finish = (int(arrived / flush) + 2) * flush
        heapq.heappush(free, finish)
        taken.append(finish - moment)
    return taken


def limit(trip, flush, work, round_trips):
    """The most grants a second: every connection is always in use."""
    return p.CONNECTIONS / (round_trips * trip + work + 1.5 * flush)


def result(measured):
    work, round_trips, lines = measured.database_grant, measured.round_trips, []
    for number, (name, trip, flush) in enumerate(PLACES):
        most = limit(trip, flush, work, round_trips)
        alone = simulate(1 / (40 * (round_trips * trip + work + flush)), trip, flush, work, round_trips, 100 + number)
        busy = simulate(0.8 * most, trip, flush, work, round_trips, 200 + number)
        cores = most * measured.grant_over_postgresql
        lines.append([
            name, time(percentile(alone, 50)), count(most), time(percentile(busy, 99)),
            f"{cores:.1f}" if cores < 10 else count(cores)])
    return table([
        "database", "a grant's time in it, alone", "most grants a second of a node", "p99 in it at 80 % of that",
        "cores of the node that this feeds"], lines)
