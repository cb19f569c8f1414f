"""A provider with 100,000 users and 1,000,000 refresh tokens: memory, start, and the cost of a grant beside an empty one.

The users and tokens are written into the provider's SQLite database as copies of those that a sign-in has made, each
with its own identifiers, so that they are what the provider itself writes.
"""

import hashlib
import os
import sqlite3
import statistics
import tempfile
import time

from . import processes, refresh
from .report import figure, row

USERS, TOKENS = 100_000, 1_000_000
# The empty directory's tokens: one user's.
FEW = 64
STARTS, ROUNDS, SECONDS, CLIENTS = 5, 4, 8, 8
MEGABYTE = 1 << 20


def run(users=USERS, tokens=TOKENS, starts=STARTS, rounds=ROUNDS, seconds=SECONDS):
    with tempfile.TemporaryDirectory() as folder:
        small, large = (os.path.join(folder, name) for name in ("small", "large"))
        prepare(small, 1, FEW)
        began = time.monotonic()
        prepare(large, users, tokens)
        size = sum(os.path.getsize(os.path.join(large, name)) for name in os.listdir(large))
        print(f"  {users:,} users and {tokens:,} tokens written in {time.monotonic() - began:.0f} s, {size / MEGABYTE:,.0f} MB")
        taken = [start_once(large) for _ in range(starts)]
        compare(small, large, users, tokens, rounds, seconds)
        slowest = max(taken)
        figure("start", users=users, tokens=tokens, milliseconds=statistics.median(taken), slowest_ms=slowest)
        row(
            f"start until the first 200, {users:,} users, {tokens:,} tokens",
            f"{statistics.median(taken):.0f} ms, slowest of {starts} {slowest:.0f} ms", "", "under 1,000 ms", slowest < 1000)


def start_once(data):
    provider = processes.Provider(data)
    provider.stop()
    return provider.ready_ms


def compare(small, large, users, tokens, rounds, seconds):
    """Grants on both directories in turns, so that both get the machine's good and bad moments."""
    providers = {}
    try:
        for name, data in (("small", small), ("large", large)):
            providers[name] = processes.Provider(data, core=processes.SERVER_CORE)
        started = processes.resident(providers["large"].process.pid)
        figures = {"small": [], "large": []}
        for _ in range(rounds):
            for name, count in (("small", FEW), ("large", tokens)):
                figures[name] += refresh.load(
                    providers[name], seconds, [CLIENTS], "--scopes", "msal", "--tokens", str(count))
        after, peak = (processes.resident(providers["large"].process.pid, which) for which in ("VmRSS", "VmHWM"))
    finally:
        for provider in providers.values():
            provider.stop()
    cost = {name: [r["server_cpu_seconds"] / r["grants"] * 1e6 for r in found] for name, found in figures.items()}
    ratio = statistics.median(big / little for big, little in zip(cost["large"], cost["small"]))
    little, big = (statistics.median(cost[name]) for name in ("small", "large"))
    figure(
        "directory", users=users, tokens=tokens, cpu_us=big, empty_cpu_us=little, ratio=ratio,
        resident_start_mb=started / MEGABYTE, resident_after_mb=after / MEGABYTE, resident_peak_mb=peak / MEGABYTE)
    row(
        f"CPU of a grant, two ES256 signatures, {users:,} users, {tokens:,} tokens", f"{big:,.0f} us: {ratio:.2f}x",
        f"empty directory {little:,.0f} us, in turns", "at most 1.3x", ratio <= 1.3)
    row(
        "resident memory of the provider with them",
        f"{started / MEGABYTE:.0f} MB after the start, {after / MEGABYTE:.0f} MB after {sum(r['grants'] for r in figures['large']):,} "
        f"grants, at most {peak / MEGABYTE:.0f} MB", "", "under 300 MB", peak < 300 * MEGABYTE)


def prepare(data, users, tokens):
    """A data directory in which a user has signed in once, and the copies."""
    # With RS256 the signatures would hide what the directory costs.
    provider = processes.Provider(data, arguments=("--signing-algorithm", "ES256"))
    try:
        refresh.load(provider, 1, [1], "--scopes", "msal")
    finally:
        provider.stop()
    write(os.path.join(data, "idp.sqlite"), users, tokens)


def write(path, users, tokens):
    """Copies the user, the consents and one refresh token of the sign-in."""
    database = sqlite3.connect(path)
    database.create_function("token_hash", 1, lambda number: hashlib.sha256(token(number).encode()).digest(), deterministic=True)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("PRAGMA cache_size = -400000")
    user, = database.execute("SELECT user_id FROM refresh_token LIMIT 1").fetchone()
    numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count) "
    user_id = "printf('10ad0000-0000-4000-8000-%012x', {})"
    with database:
        copy(database, numbers, "user", "object_id = :user", {
            "object_id": user_id.format("i"), "name_key": "printf('load%d@contoso.test', i)",
            "user_principal_name": "printf('load%d@contoso.test', i)"}, user, users)
        copy(database, numbers, "consent", "user_id = :user", {"user_id": user_id.format("i")}, user, users)
        # Ten tokens of a user are far apart, as in a database that has been in use.
        copy(database, numbers, "refresh_token", "position = (SELECT max(position) FROM refresh_token)", {
            "token_hash": "token_hash(i)", "user_id": user_id.format(f"i % {users}"),
            "grant_id": "printf('10ad0000-0000-4000-9000-%012x', i)", "session_id": "printf('10ad0000-0000-4000-a000-%012x', i)",
            "parent_hash": "NULL"}, user, tokens)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def token(number):
    """The token of refresh-load with that number (Sources/RefreshLoad/TokenSupply.swift)."""
    return f"load-{number:059d}"


def copy(database, numbers, table, condition, replaced, user, count):
    columns = [line[1] for line in database.execute(f"PRAGMA table_info({table})") if line[1] != "position"]
    values = ", ".join(replaced.get(column, column) for column in columns)
    database.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) {numbers} SELECT {values} FROM n, (SELECT * FROM {table} WHERE {condition})",
        {"count": count, "user": user})
