"""Sign-ins with a password around nine o'clock.

Each node checks two passwords at once and lets 64 wait, none for longer than three seconds; others get 503, and the
user's next attempt comes five seconds later, as the response says, with some spread.
"""

import heapq
import math
import random

from . import parameters as p
from .tables import count, percentile, table, time

CASES = [(1_000, (1,)), (10_000, (1, 2)), (100_000, (1, 2, 3, 4))]
MOST_ATTEMPTS = 20


def simulate(users, nodes, check, seed):
    """The waits of those who got in, refusals, and how many gave up."""
    draw = random.Random(seed)
    arrivals = [(draw.gauss(0, p.SIGN_IN_SIGMA), 0, index) for index in range(int(users * p.SIGN_IN_SHARE))]
    first = {index: moment for moment, _, index in arrivals}
    heapq.heapify(arrivals)
    free = [[-math.inf] * p.PASSWORD_THREADS for _ in range(nodes)]
    queued = [[] for _ in range(nodes)]
    taken, refused, given_up, turn = [], 0, 0, 0
    while arrivals:
        moment, attempts, index = heapq.heappop(arrivals)
        node, turn = turn, (turn + 1) % nodes
        while queued[node] and queued[node][0] <= moment:
            heapq.heappop(queued[node])
        start = max(moment, free[node][0])
        if len(queued[node]) >= p.PASSWORD_PLACES or start - moment > p.PASSWORD_PATIENCE:
            refused += 1
            if attempts + 1 >= MOST_ATTEMPTS:
                given_up += 1
            else:
                heapq.heappush(arrivals, (moment + p.RETRY_AFTER * (1 + draw.random()), attempts + 1, index))
            continue
        finish = start + check
        heapq.heapreplace(free[node], finish)
        heapq.heappush(queued[node], finish)
        taken.append(finish - first[index])
    return taken, refused, given_up


def result(measured):
    lines = []
    for users, some in CASES:
        for nodes in some:
            taken, refused, given_up = simulate(users, nodes, measured.sign_in, seed=users + nodes)
            rate = users * p.SIGN_IN_SHARE / (p.SIGN_IN_SIGMA * math.sqrt(2 * math.pi))
            lines.append([
                count(users), str(nodes), f"{rate:.1f}", f"{rate * measured.sign_in / (nodes * p.PASSWORD_THREADS):.0%}",
                time(percentile(taken, 50)), time(percentile(taken, 99)), f"{refused:,}", f"{given_up:,}"])
    return table([
        "users", "nodes", "passwords a second at the top", "load of the checks", "median", "p99, attempts included",
        "503", "gave up after 20"], lines)
