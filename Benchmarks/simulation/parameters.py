"""The figures that everything else is computed from: the measured ones are read from docs/benchmarks, the rest is assumed."""

import json
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Assumed.
USERS_PER_GRANT = 2_000  # at the busiest hour a user's apps refresh a token once in so many seconds
PEAK = 3  # the busiest hour beside the mean of the day
NODE_USE, DATABASE_USE = 0.6, 0.5  # the share of its processors that a node and a database are planned to use
DATABASE_CORES = 32  # of one database server
SIGN_IN_SHARE, SIGN_IN_SIGMA = 0.4, 600  # the users who sign in with a password at nine, and the spread in seconds
STEPS = [  # who it is, and users
    ("one laptop", 10), ("a team", 1_000), ("a company", 100_000), ("a large company", 1_000_000),
    ("many companies", 10_000_000), ("a public cloud", 100_000_000)]

# The provider's own limits, from its source.
KEPT_SECONDS = 97 * 86_400  # a refresh token's row, after its last use
LOG_ENTRIES, LOG_SECONDS = 100_000, 30 * 86_400
CONNECTIONS = 8  # of a node to PostgreSQL
PASSWORD_MEMORY = 32 << 20
PASSWORD_THREADS, PASSWORD_PLACES, PASSWORD_PATIENCE, RETRY_AFTER = 2, 64, 3.0, 5.0


class Measured:
    """The newest measured figures."""

    def __init__(self, folder=os.path.join(ROOT, "docs", "benchmarks")):
        def read(name):
            with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
                return json.load(file)

        refresh, directory, database = read("refresh"), read("directory"), read("database")
        self.runs = [refresh, directory, database]
        # Seconds of a processor for a grant with two signatures, as MSAL's libraries request it.
        self.grant = {
            row["algorithm"]: 1 / row["grants_per_cpu_second"] for row in refresh["figures"]["grants"]
            if row["signatures"] == 2}
        self.sign_in = max(row["cpu_ms"] for row in refresh["figures"]["sign_in"]) / 1000
        self.node_memory = max(row["resident_peak_mb"] for row in directory["figures"]["directory"])
        found = database["figures"]["database"][0]
        # The same on PostgreSQL, ES256: of a node, and of the database's processes.
        self.grant_over_postgresql = found["node_cpu_us"] / 1e6
        self.database_grant = found["database_cpu_us"] / 1e6
        self.wal, self.round_trips = found["wal_bytes"], found["round_trips"]
        self.token_row, self.user_row = found["token_row_bytes"], found["user_row_bytes"]
        # RS256 differs by its signatures only.
        self.extra_for_rs256 = self.grant["RS256"] - self.grant["ES256"]
