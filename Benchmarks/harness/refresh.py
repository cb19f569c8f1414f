"""Refresh grants per CPU-second of the server beside what openssl signs on the same core, and how long single ones take."""

import statistics
import subprocess
import tempfile

from . import processes
from .openssl import Limit
from .report import figure, row

# Enough clients that the server never waits for one.
FULL, SECONDS, ROUNDS = 64, 3, 5
CLIENTS, CLIENT_SECONDS, SIGN_INS = (1, 8, 64), 5, 20
GOALS = {"RS256": 0.85, "ES256": 0.15}


def run(seconds=SECONDS, rounds=ROUNDS, clients=CLIENTS):
    for algorithm in GOALS:
        with tempfile.TemporaryDirectory() as data:
            provider = processes.Provider(
                data, core=processes.SERVER_CORE, arguments=("--signing-algorithm", algorithm))
            try:
                shares(provider, algorithm, seconds, rounds)
                times(provider, algorithm, clients)
            finally:
                provider.stop()


def load(provider, seconds, clients, *more):
    """The figures of refresh-load, which runs on the other core."""
    authority = subprocess.run(
        [processes.product("keyfob-idp"), "ca", "--data", provider.data],
        capture_output=True, text=True, check=True).stdout.strip()
    return processes.lines(processes.pinned(processes.LOAD_CORE, [
        processes.product("refresh-load"), "--base", provider.base, "--ca", authority, "--pid",
        str(provider.process.pid), "--seconds", str(seconds), "--clients", ",".join(map(str, clients)), *more]))


def shares(provider, algorithm, seconds, rounds):
    """Signatures as a share of openssl's, in turns with it."""
    limit, found = Limit(algorithm), {}
    limit.measure()
    for _ in range(rounds):
        for scopes, count in (("msal", 2), ("access", 1)):
            result, = load(provider, seconds, [FULL], "--scopes", scopes)
            limit.measure()
            rate = result["grants"] / result["server_cpu_seconds"]
            found.setdefault(count, []).append((rate, rate * count / limit.beside))
    for count, results in found.items():
        # Of the rates and of their shares: a slow moment of the machine is in both parts of a share.
        rate, share = (statistics.median(values) for values in zip(*results))
        figure(
            "grants", algorithm=algorithm, signatures=count, grants_per_cpu_second=rate, share=share,
            openssl_per_second=limit.plain, openssl_native_per_second=limit.native)
        goal = f"signatures at least {GOALS[algorithm]:.0%} of openssl's" if count == 2 else ""
        row(
            f"refresh grants a CPU-second, {kind(algorithm, count)}",
            f"{rate:,.0f}: {rate * count:,.0f} signatures, {share:.1%} of openssl "
            f"({min(s for _, s in results):.1%} to {max(s for _, s in results):.1%})", str(limit), goal,
            share >= GOALS[algorithm] if goal else None)


def times(provider, algorithm, clients):
    found = load(provider, CLIENT_SECONDS, clients, "--scopes", "msal", "--sign-ins", str(SIGN_INS))
    sign_ins, *results = found
    for result in results:
        figure(
            "times", algorithm=algorithm, clients=result["clients"], p50_us=result["p50_us"], p99_us=result["p99_us"],
            grants_per_second=result["grants"] / result["wall_seconds"])
    row(
        f"time of a grant, {kind(algorithm, 2)}, {' / '.join(str(r['clients']) for r in results)} connections",
        f"p50 {' / '.join(milliseconds(r['p50_us']) for r in results)} ms, "
        f"p99 {' / '.join(milliseconds(r['p99_us']) for r in results)} ms",
        f"{' / '.join(format(r['grants'] / r['wall_seconds'], ',.0f') for r in results)} grants/s", "", None)
    cost = sign_ins["server_cpu_seconds"] / sign_ins["sign_ins"] * 1000
    figure("sign_in", algorithm=algorithm, cpu_ms=cost, wall_ms=sign_ins["wall_seconds"] / sign_ins["sign_ins"] * 1000)
    row(f"sign-in with a password, {algorithm}, pages and code included", f"{cost:.0f} ms of CPU", "", "", None)


def kind(algorithm, count):
    return f"{'two' if count == 2 else 'one'} {algorithm} signature{'s' if count == 2 else ''} each"


def milliseconds(microseconds):
    return f"{microseconds / 1000:.2f}" if microseconds < 10_000 else f"{microseconds / 1000:.0f}"
