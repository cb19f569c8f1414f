"""`keyfob token` with a cached token, as a whole process, beside an MSAL Python script."""

import json
import os
import statistics
import tempfile

from . import processes
from .report import figure, row

ROUNDS, PAIRS = 20, 200
CLIENT, TENANT = "aaaaaaaa-0000-4000-8000-000000000001", "11111111-1111-4111-8111-111111111111"
HOST = "login.microsoftonline.com"


def run(rounds=ROUNDS):
    with tempfile.TemporaryDirectory() as home:
        seeded = processes.lines([processes.product("silent-acquisition"), "seed", home, "1"])[0]
        account = seeded["account"]
        cache = os.path.join(home, "msal.json")
        with open(cache, "w") as file:
            json.dump(python_cache(account), file)
        ours = [
            processes.product("keyfob"), "token", "--client-id", CLIENT, "--authority", f"https://{HOST}/{TENANT}",
            "--scope", "api://files/Files.Read", "--account", account,
        ]
        reference = [processes.PYTHON, os.path.join(processes.HERE, "reference", "cached_token.py"), cache, account]
        configuration = os.path.join(home, "config.yaml")
        with open(configuration, "w") as file:
            file.write(profiles())
        environment = {**os.environ, "KEYFOB_HOME": home, "KEYFOB_CONFIG": configuration}
        profile = [processes.product("keyfob"), "token", "p7", "--account", account]
        measured = {"ours": [], "reference": []}
        for _ in range(rounds + 1):
            measured["ours"].append(processes.cost(ours, environment))
            measured["reference"].append(processes.cost(reference, environment))
        # The first round warms the disk's cache.
        (cpu, wall), (other_cpu, other_wall) = (
            [statistics.median(values) for values in zip(*measured[who][1:])] for who in ("ours", "reference"))
        figure("token", program="keyfob token", cpu_ms=cpu, wall_ms=wall)
        figure("token", program="MSAL Python", cpu_ms=other_cpu, wall_ms=other_wall)
        row("keyfob token, cached, CPU of the process", f"{cpu:.1f} ms", f"MSAL Python {other_cpu:.1f} ms",
            "under 10 ms", cpu < 10)
        share = 100 * (added(ours, profile, environment) - 1)
        row("keyfob token, cached, CPU that a profile adds", f"{share:.1f} %", "flags", "at most 5 %", share <= 5)
        row("keyfob token, cached, wall", f"{wall:.1f} ms", f"MSAL Python {other_wall:.1f} ms",
            "under 25 ms", wall < 25)


def added(flags, profile, environment):
    """The CPU of a run with a profile, as a part of that with flags: medians of pairs, in turns, since it is less than
    what one run differs from the next."""
    costs = {0: [], 1: []}
    for number in range(PAIRS):
        for which in ((0, 1), (1, 0))[number % 2]:
            costs[which].append(processes.cost((flags, profile)[which], environment)[0])
    return statistics.median(costs[1]) / statistics.median(costs[0])


def profiles():
    """A configuration of ten profiles; the eighth is the client's."""
    return "profiles:\n" + "".join(
        f"  p{number}:\n    authority: https://{HOST}/{TENANT}\n    client-id: {CLIENT}\n"
        "    scopes:\n      - api://files/Files.Read\n" for number in range(10))


def python_cache(account):
    """The same sign-in as the seeded store's, in MSAL Python's form."""
    common = {"home_account_id": account, "environment": HOST, "client_id": CLIENT, "realm": TENANT}
    access = {
        **common, "credential_type": "AccessToken", "secret": "a" * 900, "target": "api://files/Files.Read",
        "token_type": "Bearer", "cached_at": "1700000000", "expires_on": "4000000000",
        "extended_expires_on": "4000000000",
    }
    return {
        "AccessToken": {f"{account}-{HOST}-accesstoken-{CLIENT}-{TENANT}-api://files/files.read": access},
        "IdToken": {f"{account}-{HOST}-idtoken-{CLIENT}-{TENANT}-": {
            **common, "credential_type": "IdToken", "secret": "i" * 900}},
        "Account": {f"{account}-{HOST}-{TENANT}": {
            **common, "local_account_id": "user", "username": "user0@contoso.test", "authority_type": "MSSTS"}},
    }
