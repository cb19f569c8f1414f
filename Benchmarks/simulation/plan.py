"""Arithmetic: what each step needs. A step is a number of users; the busiest hour decides."""

import math

from . import parameters as p
from .tables import count, size, table


def peak(users):
    return users / p.USERS_PER_GRANT


def sign_ins(users):
    """Passwords a second at the top of nine o'clock."""
    return users * p.SIGN_IN_SHARE / (p.SIGN_IN_SIGMA * math.sqrt(2 * math.pi))


def databases(users, measured):
    """The database servers that are needed for the processors of the grants."""
    return max(1, math.ceil(peak(users) * measured.database_grant / (p.DATABASE_CORES * p.DATABASE_USE)))


def nodes(users, measured):
    """Nodes: each checks two passwords at once, and one is to spare but on a laptop."""
    needed = max(1, math.ceil(sign_ins(users) * measured.sign_in / (p.PASSWORD_THREADS * p.NODE_USE)))
    return needed + (1 if users > p.STEPS[0][1] else 0)


def steps(measured):
    lines = []
    for name, users in p.STEPS:
        rate = peak(users)
        es256 = measured.grant_over_postgresql
        rs256 = es256 + measured.extra_for_rs256
        lines.append([
            name, count(users), count(rate), f"{cores(rate * es256)} / {cores(rate * rs256)}",
            cores(sign_ins(users) * measured.sign_in), count(nodes(users, measured)),
            size(nodes(users, measured) * (measured.node_memory * 1e6 + p.PASSWORD_THREADS * p.PASSWORD_MEMORY)),
            cores(rate * measured.database_grant, p.DATABASE_USE), size(rate * measured.wal) + "/s"])
    return table([
        "", "users", "grants a second", "cores for grants, ES256 / RS256", "cores for passwords at nine",
        "nodes", "their memory", "cores of databases", "WAL"], lines)


def storage(measured):
    lines = []
    for name, users in p.STEPS:
        rows = peak(users) / p.PEAK * p.KEPT_SECONDS
        lines.append([
            name, count(rows), size(rows * measured.token_row), size(users * measured.user_row),
            str(databases(users, measured)), seconds(min(p.LOG_SECONDS, p.LOG_ENTRIES / peak(users)))])
    return table([
        "", "refresh tokens kept", "their disk", "disk of the users", "database servers by processor",
        "time that the sign-in log covers"], lines)


def cores(used, share=p.NODE_USE):
    return count(max(1, math.ceil(used / share)))


def seconds(value):
    for limit, name in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if value >= 2 * limit:
            return f"{value / limit:,.0f} {name}"
    return f"{value:,.0f} seconds"
