"""Queues at nodes behind a balancer, of which one is killed for a time.

Requests arrive at random (Poisson) and go to the nodes in turn. A node works on as many as it has cores, and the others
wait in the order of their arrival. When it is killed, what it had goes to the next node, as a client repeats a request
whose connection has ended; the balancer finds a dead node by a refused connection, which costs a moment.
"""

import heapq
import random

from .tables import percentile, table, time

CORES, REQUESTS, REFUSED = 2, 24_000, 0.001
SHARES, COUNTS = (0.4, 0.6, 0.8), (2, 3, 5, 10)


class Nodes:
    def __init__(self, count):
        self.free = [[0.0] * CORES for _ in range(count)]
        self.turn, self.dead = 0, None

    def next(self, moment):
        """The next node that lives, and when the request reaches it."""
        while True:
            node = self.turn
            self.turn = (self.turn + 1) % len(self.free)
            if node != self.dead:
                return node, moment
            moment += REFUSED


def simulate(count, share, service, seed):
    """Times of requests before the kill, while the node is dead, and in the same time after it is back."""
    draw = random.Random(seed)
    rate = share * count * CORES / service
    end = REQUESTS / rate
    kill, back = end / 3, 2 * end / 3
    nodes, taken, waiting = Nodes(count), {"before": [], "dead": [], "after": []}, []
    moment, running, repeated, has_died = 0.0, [], 0, False
    for _ in range(REQUESTS):
        moment += draw.expovariate(rate)
        heapq.heappush(waiting, (moment, moment))
        while waiting and waiting[0][0] <= moment:
            sent, asked = heapq.heappop(waiting)
            if sent >= kill and not has_died:
                has_died, nodes.dead = True, 0
                lost = [(kill, asked_then) for finish, node, asked_then in running if node == 0 and finish > kill]
                repeated = len(lost)
                running = [entry for entry in running if not (entry[1] == 0 and entry[0] > kill)]
                for entry in lost:
                    heapq.heappush(waiting, entry)
                nodes.free[0] = [back] * CORES
            if sent >= back:
                nodes.dead = None
            node, reached = nodes.next(sent)
            start = max(reached, heapq.heappop(nodes.free[node]))
            # Most of a grant always costs the same.
            finish = start + service * (0.7 + 0.3 * draw.expovariate(1))
            heapq.heappush(nodes.free[node], finish)
            running.append((finish, node, asked))
    for finish, _, asked in running:
        taken["before" if asked < kill else "dead" if asked < back else "after"].append(finish - asked)
    return taken, repeated


def result(measured):
    service = measured.grant_over_postgresql
    lines = []
    for count in COUNTS:
        for share in SHARES:
            taken, repeated = simulate(count, share, service, seed=1000 * count + int(100 * share))
            left = share * count / (count - 1)
            lines.append([
                str(count), f"{share:.0%}", f"{left:.0%}", time(percentile(taken["before"], 99)),
                time(percentile(taken["dead"], 99)) + (", growing" if left >= 1 else ""),
                time(percentile(taken["after"], 99)), str(repeated)])
    return table([
        "nodes", "load of each", "load while one is dead", "p99 before", "p99 while one is dead", "p99 after",
        "requests repeated"], lines)
