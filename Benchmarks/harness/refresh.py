"""Refresh grants per CPU-second of the server beside what openssl signs on the same core, and how long single ones take."""

import subprocess
import tempfile

from . import processes
from .openssl import Limit
from .report import figure, row

SECONDS, CLIENTS, SIGN_INS = 10, (1, 8, 64), 20
# The load that the share of openssl is taken from: enough clients that the server never waits for one.
FULL = 64
GOALS = {"RS256": 0.85, "ES256": 0.15}


def run(seconds=SECONDS, clients=CLIENTS):
    for algorithm in GOALS:
        with tempfile.TemporaryDirectory() as data:
            provider = processes.Provider(
                data, core=processes.SERVER_CORE, arguments=("--signing-algorithm", algorithm))
            try:
                measure(provider, algorithm, seconds, clients)
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


def measure(provider, algorithm, seconds, clients):
    limit = Limit(algorithm)
    limit.measure()
    found = load(provider, seconds, clients, "--sign-ins", str(SIGN_INS))
    limit.measure()
    sign_ins = next(result for result in found if "sign_ins" in result)
    results = [result for result in found if "grants" in result]
    for result in results:
        count = result["signatures_per_grant"]
        rate = result["grants"] / result["server_cpu_seconds"]
        signed = rate * count
        figure(
            "grants", algorithm=algorithm, signatures=count, clients=result["clients"], grants_per_cpu_second=rate,
            grants_per_second=result["grants"] / result["wall_seconds"], p50_us=result["p50_us"],
            p99_us=result["p99_us"], signatures_per_cpu_second=signed, openssl_per_second=limit.plain,
            openssl_native_per_second=limit.native)
        if result["clients"] == FULL:
            share = signed / limit.plain
            goal = f"signatures at least {GOALS[algorithm]:.0%} of openssl's" if count == 2 else ""
            row(
                f"refresh grants a CPU-second, {kind(algorithm, count)}",
                f"{rate:,.0f}: {signed:,.0f} signatures, {share:.1%} of openssl", str(limit), goal,
                share >= GOALS[algorithm] if goal else None)
    for count in sorted({result["signatures_per_grant"] for result in results}, reverse=True):
        of_kind = [result for result in results if result["signatures_per_grant"] == count]
        row(
            f"time of a grant, {kind(algorithm, count)}, {' / '.join(str(r['clients']) for r in of_kind)} connections",
            f"p50 {' / '.join(milliseconds(r['p50_us']) for r in of_kind)} ms, "
            f"p99 {' / '.join(milliseconds(r['p99_us']) for r in of_kind)} ms",
            f"{' / '.join(format(r['grants'] / r['wall_seconds'], ',.0f') for r in of_kind)} grants/s", "", None)
    cost = sign_ins["server_cpu_seconds"] / sign_ins["sign_ins"] * 1000
    figure("sign_in", algorithm=algorithm, cpu_ms=cost, wall_ms=sign_ins["wall_seconds"] / sign_ins["sign_ins"] * 1000)
    row(f"sign-in with a password, {algorithm}, pages and code included", f"{cost:.0f} ms of CPU", "", "", None)


def kind(algorithm, count):
    return f"{'two' if count == 2 else 'one'} {algorithm} signature{'s' if count == 2 else ''} each"


def milliseconds(microseconds):
    return f"{microseconds / 1000:.2f}" if microseconds < 10_000 else f"{microseconds / 1000:.0f}"
