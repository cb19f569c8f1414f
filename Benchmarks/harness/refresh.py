"""Refresh grants per CPU-second of the server, beside what openssl signs on the same core."""

import os
import subprocess
import tempfile

from . import processes
from .report import row

SECONDS, CLIENTS = 10, 16
SERVER_CORE, LOAD_CORE = 0, 1
# Leaf 7, EBX bit 21: what openssl 3 has a path of its own for and BoringSSL, which swift-crypto carries, has not.
WITHOUT_IFMA = {"OPENSSL_ia32cap": ":~0x200000"}


def openssl_signatures(algorithm, environment=None):
    """Signatures in one second of one core."""
    command = processes.pinned(SERVER_CORE, ["openssl", "speed", "-seconds", "3", algorithm])
    said = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
        env={**os.environ, **(environment or {})}).stdout
    head, figures = (line.split() for line in said.strip().splitlines()[-2:])
    return float(figures[head.index("sign/s") - len(head)])


def run(seconds=SECONDS, clients=CLIENTS):
    for algorithm, name in (("RS256", "rsa2048"), ("ES256", "ecdsap256")):
        with tempfile.TemporaryDirectory() as data:
            provider = processes.Provider(data, core=SERVER_CORE, arguments=("--signing-algorithm", algorithm))
            try:
                measure(provider, data, algorithm, name, seconds, clients)
            finally:
                provider.stop()


def measure(provider, data, algorithm, name, seconds, clients):
    authority = subprocess.run(
        [processes.product("keyfob-idp"), "ca", "--data", data], capture_output=True, text=True, check=True).stdout.strip()
    limit = openssl_signatures(name)
    reference = f"openssl {name} {limit:,.0f} signatures/s"
    if algorithm == "RS256":
        plain = openssl_signatures(name, WITHOUT_IFMA)
        if plain < 0.9 * limit:
            reference += f", {plain:,.0f} without AVX512-IFMA"
    load = processes.pinned(LOAD_CORE, [
        processes.product("refresh-load"), "--base", provider.base, "--ca", authority, "--pid",
        str(provider.process.pid), "--seconds", str(seconds), "--clients", str(clients)])
    for result in processes.lines(load):
        rate = result["grants"] / result["server_cpu_seconds"]
        signatures = result["signatures_per_grant"]
        share = rate * signatures / limit
        goal, passed = "", None
        if signatures == 2 and algorithm == "RS256":
            goal, passed = "signatures at least 60 % of openssl", share >= 0.6
        elif signatures == 2:
            goal, passed = "at least 4,000 grants", rate >= 4000
        row(
            f"refresh grants per CPU-second, {signatures} {algorithm} signature{'s' if signatures > 1 else ''} each",
            f"{rate:,.0f} grants ({share:.0%} of openssl)", reference, goal, passed)
