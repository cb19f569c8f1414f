"""How long the identity provider takes from its start to its first 200, on fresh and on existing data."""

import os
import tempfile

from .processes import Provider
from .report import figure, percentile, row

STARTS = 20


def run(starts=STARTS):
    with tempfile.TemporaryDirectory() as folder:
        fresh = [start_once(os.path.join(folder, f"fresh-{number}")) for number in range(starts)]
        kept = os.path.join(folder, "fresh-0")
        existing = [start_once(kept) for _ in range(starts)]
    for name, taken, goal in (("existing", existing, 300), ("fresh", fresh, 1500)):
        p95 = percentile(taken, 95)
        figure("start", data=name, p50_ms=percentile(taken, 50), p95_ms=p95)
        row(
            f"provider start, {name} data, p95 of {starts}", f"{p95:.0f} ms (p50 {percentile(taken, 50):.0f} ms)",
            "oidc-provider-mock 495 ms (recorded)", f"under {goal:,} ms", p95 < goal)


def start_once(data):
    provider = Provider(data)
    provider.stop()
    return provider.ready_ms
