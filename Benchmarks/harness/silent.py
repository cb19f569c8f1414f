"""Silent acquisition through the public call, beside MSAL Python."""

import os
import tempfile

from . import processes
from .report import figure, row

SIZES = (1, 10, 1_000, 100_000)
GOAL_US = {"hot": 5, "looked up": 5, "random": 25}


def run(sizes=SIZES):
    for size in sizes:
        with tempfile.TemporaryDirectory() as home:
            # Filled by another process, so that what is measured starts cold.
            processes.lines([processes.product("silent-acquisition"), "seed", home, str(size)])
            ours = processes.lines([processes.product("silent-acquisition"), "measure", home])
        reference = processes.lines([processes.PYTHON, os.path.join(processes.HERE, "reference", "silent.py"), str(size)])
        other = {(r["which"], r["scopes"]): r for r in reference}
        for r in ours:
            if "which" not in r:
                continue
            beside = other[(r["which"], r["scopes"])]
            figure(
                "silent", accounts=size, which=r["which"], scopes=r["scopes"], p50_us=r["p50_us"], p99_us=r["p99_us"],
                msal_p50_us=beside["p50_us"], msal_p99_us=beside["p99_us"])
            row(
                f"silent, {size:,} accounts, {r['which']}, {r['scopes']} scopes",
                f"p50 {r['p50_us']:.1f} us, p99 {r['p99_us']:.1f} us",
                f"MSAL Python p50 {beside['p50_us']:.1f} us, p99 {beside['p99_us']:.1f} us",
                f"p50 under {GOAL_US[r['which']]} us",
                r["p50_us"] < GOAL_US[r["which"]],
            )
        grown = next((r for r in ours if "resident_bytes_per_account" in r), None)
        if grown and size >= 10_000:
            figure("memory", accounts=size, bytes_per_account=grown["resident_bytes_per_account"])
            row(
                f"resident growth per account, {size:,} listed and 100 used",
                f"{grown['resident_bytes_per_account']:,.0f} bytes", "MSAL Python 13 kB (recorded)", "under 2,000 bytes",
                grown["resident_bytes_per_account"] < 2000,
            )
