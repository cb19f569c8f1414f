"""Several processes that add accounts to one store at once, beside msal-extensions: adds a second, and how many are lost.

An add that a library acknowledged and that is not in the store at the end is lost.
"""

import os
import tempfile

from . import processes
from .report import figure, row

COUNTS, SECONDS, SEEDED = (1, 2, 4, 8, 16), 4, 100
KINDS = {"keyfob": "Keyfob", "exclusive": "msal-extensions", "portalocker": "msal-extensions with portalocker"}


def run(counts=COUNTS, seconds=SECONDS):
    measured = {kind: [] for kind in KINDS}
    for count in counts:
        for kind in KINDS:
            with tempfile.TemporaryDirectory() as home:
                os.chmod(home, 0o700)
                result = race(kind, home, count, seconds)
            measured[kind].append(result)
            figure("processes", library=KINDS[kind], processes=count, **result)
    listed = " / ".join(map(str, counts))
    for kind, name in KINDS.items():
        found = measured[kind]
        lost = " / ".join(f"{each['lost']:,}" for each in found)
        row(
            f"{listed} processes adding, {name}", f"{' / '.join(format(each['per_second'], ',.0f') for each in found)} adds/s",
            f"lost {lost}; failed {' / '.join(format(each['failed'], ',') for each in found)}",
            "none lost" if kind == "keyfob" else "", all(each["lost"] == 0 for each in found) if kind == "keyfob" else None)


def race(kind, home, count, seconds):
    program(kind, "seed", home, SEEDED)
    figures = processes.at_once(
        [command(kind, "add", home, f"p{number}", seconds, 1 if kind == "keyfob" else kind) for number in range(count)],
        KINDS[kind])
    adds = sum(each["adds"] for each in figures)
    left = program(kind, "list" if kind == "keyfob" else "count", home)["accounts"]
    return {
        "per_second": adds / seconds, "added": adds, "lost": adds + SEEDED - left,
        "failed": sum(each.get("failed", 0) for each in figures),
        "p99_us": max(each["p99_us"] for each in figures), "longest_us": max(each["longest_us"] for each in figures)}


def command(kind, *arguments):
    ours, theirs = [processes.product("store-writing")], [processes.PYTHON, os.path.join(processes.HERE, "reference", "adding.py")]
    return [*(ours if kind == "keyfob" else theirs), *map(str, arguments)]


def program(kind, *arguments):
    return processes.lines(command(kind, *arguments))[0]
