"""What a refresh grant costs PostgreSQL: processor time, transactions, statements, WAL and disk.

The server's settings are PostgreSQL's own but for `shared_buffers`; it syncs to the disk as a server in use does.
"""

import os
import sys
import tempfile

from . import processes, refresh
from .report import figure, row

sys.path.insert(0, os.path.join(processes.ROOT, "Scripts"))

SECONDS, CLIENTS, ROWS = 10, 8, 200_000
COUNTED = ["shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track=all"]
TABLES = {
    # A row's own columns, and what makes each copy another one.
    "refresh_token": {"token_hash": "sha256(i::text::bytea)", "grant_id": "gen_random_uuid()::text",
                      "user_id": "gen_random_uuid()::text", "session_id": "gen_random_uuid()::text"},
    '"user"': {"object_id": "gen_random_uuid()::text", "name_key": "'copy' || i || '@contoso.test'",
               "user_principal_name": "'copy' || i || '@contoso.test'"},
    "consent": {"user_id": "gen_random_uuid()::text"},
}


def run(seconds=SECONDS, rows=ROWS):
    from postgresql_server import Server

    server = Server(["shared_buffers=256MB", *COUNTED])
    try:
        server.start()
        with tempfile.TemporaryDirectory() as data:
            arguments = ("--signing-algorithm", "ES256", "--database", server.database())
            provider = processes.Provider(data, core=processes.SERVER_CORE, arguments=arguments)
            try:
                measure(server, provider, seconds, rows)
            finally:
                provider.stop()
    finally:
        server.remove()


def measure(server, provider, seconds, rows):
    # Counting the statements costs a little, so that it has a run of its own.
    server.execute("CREATE EXTENSION pg_stat_statements; SELECT pg_stat_statements_reset()")
    counted = grants(provider, 5)
    calls = int(server.execute("SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'"))
    server.stop()
    server.settings = [setting for setting in server.settings if setting not in COUNTED]
    server.start()
    # Until pages were written once after a checkpoint, WAL contains them whole.
    grants(provider, seconds)
    before = state(server)
    done = grants(provider, seconds)
    after = state(server)
    number = done["grants"] + 3 * CLIENTS
    cost = {name: (after[name] - before[name]) / number for name in before}
    counted_grants = counted["grants"] + 3 * CLIENTS
    trips = calls / counted_grants
    node = done["server_cpu_seconds"] / done["grants"]
    sizes = {table: row_bytes(server, table, rows) for table in TABLES}
    token, user = sizes["refresh_token"], sizes['"user"'] + sizes["consent"]
    figure(
        "database", node_cpu_us=node * 1e6, database_cpu_us=cost["cpu"] * 1e6, transactions=cost["transactions"],
        round_trips=trips, wal_bytes=cost["wal"], token_row_bytes=token, user_row_bytes=user,
        grants_per_second=done["grants"] / done["wall_seconds"])
    row("refresh grant on PostgreSQL, two ES256 signatures, CPU",
        f"node {node * 1e6:,.0f} us, database {cost['cpu'] * 1e6:,.0f} us",
        f"{done['grants'] / done['wall_seconds']:,.0f} grants/s with {CLIENTS} clients, node and database on 2 cores", "", None)
    row("what the database does for it",
        f"{cost['transactions']:.1f} transactions, {trips:.1f} statements, {cost['wal']:,.0f} bytes of WAL", "", "", None)
    row("disk of a refresh token's row / of a user and a consent, indexes included",
        f"{token:,.0f} bytes / {user:,.0f} bytes", f"{rows:,} rows each, written in random order", "", None)


def grants(provider, seconds):
    return refresh.load(provider, seconds, [CLIENTS], "--scopes", "msal")[0]


def state(server):
    """The server's counters; statistics of a connection that is busy arrive with some delay."""
    transactions, wal = server.execute(
        "SELECT (SELECT sum(xact_commit) FROM pg_stat_database WHERE datname = 'postgres'), "
        "pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')").strip().split("|")
    return {"transactions": int(transactions), "wal": int(wal), "cpu": tree_seconds(server.pid)}


def tree_seconds(pid):
    """What a process and its children have used."""
    ticks = os.sysconf("SC_CLK_TCK")
    total, waiting = 0, [pid]
    while waiting:
        one = waiting.pop()
        try:
            with open(f"/proc/{one}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            # Its own, and that of children that have ended.
            total += sum(int(field) for field in fields[11:15])
            with open(f"/proc/{one}/task/{one}/children") as file:
                waiting += [int(child) for child in file.read().split()]
        except OSError:
            continue
    return total / ticks


def row_bytes(server, table, rows):
    """The growth of a table and its indexes by one row, copied many times in random order."""
    size = f"SELECT pg_total_relation_size('keyfob_idp.{table}')"
    name = table.strip('"')
    columns = server.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = 'keyfob_idp' "
        f"AND table_name = '{name}' AND column_name <> 'position' ORDER BY ordinal_position").split()
    values = ", ".join(TABLES[table].get(column, f"one.{column}") for column in columns)
    before = int(server.execute(size))
    server.execute(
        f"INSERT INTO keyfob_idp.{table} ({', '.join(columns)}) SELECT {values} "
        f"FROM generate_series(1, {rows}) AS i, (SELECT * FROM keyfob_idp.{table} ORDER BY position DESC LIMIT 1) AS one")
    return (int(server.execute(size)) - before) / rows
