"""Refresh grants per CPU-second of the server, beside what openssl signs on the same core."""

import subprocess
import tempfile

from . import processes
from .report import row

SECONDS, CLIENTS = 10, 16
SERVER_CORE, LOAD_CORE = 0, 1


def openssl_signatures(algorithm):
    """Signatures in one second of one core."""
    command = processes.pinned(SERVER_CORE, ["openssl", "speed", "-seconds", "3", algorithm])
    said = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    head, figures = (line.split() for line in said.strip().splitlines()[-2:])
    return float(figures[head.index("sign/s") - len(head)])


def run(seconds=SECONDS, clients=CLIENTS):
    with tempfile.TemporaryDirectory() as data:
        provider = processes.Provider(data, core=SERVER_CORE)
        try:
            measure(provider, data, seconds, clients)
        finally:
            provider.stop()


def measure(provider, data, seconds, clients):
    authority = subprocess.run(
        [processes.product("keyfob-idp"), "ca", "--data", data], capture_output=True, text=True, check=True).stdout.strip()
    limit = openssl_signatures("rsa2048")
    load = processes.pinned(LOAD_CORE, [
        processes.product("refresh-load"), "--base", provider.base, "--ca", authority, "--pid",
        str(provider.process.pid), "--seconds", str(seconds), "--clients", str(clients)])
    for result in processes.lines(load):
        rate = result["grants"] / result["server_cpu_seconds"]
        signatures = result["signatures_per_grant"]
        share = rate * signatures / limit
        row(
            f"refresh grants per CPU-second, {signatures} RS256 signature{'s' if signatures > 1 else ''} each",
            f"{rate:,.0f} grants ({share:.0%} of openssl)", f"openssl rsa2048 {limit:,.0f} signatures/s",
            "signatures at least 60 % of openssl" if signatures == 2 else "",
            share >= 0.6 if signatures == 2 else None)
