"""Runs measurements, prints their table, and writes their figures as data.

usage: run.py [--note TEXT] [silent] [token] [store] [processes] [start] [refresh] [directory] [database]
              [postgresql] [broker]

By default it runs all of them. Each writes build/benchmarks/NAME.json, which Scripts/render-benchmarks copies into the
pages; the note is a sentence about the run, such as what else the machine did meanwhile.
"""

import json
import os
import platform
import subprocess
import sys
import time

from harness import broker, database, directory, postgresql, processes, refresh, report, sharing, silent, start, store, token

ALL = {"silent": silent.run, "token": token.run, "store": store.run, "processes": sharing.run, "start": start.run,
       "refresh": refresh.run, "directory": directory.run, "database": database.run,
       "postgresql": postgresql.run, "broker": broker.run}
FIGURES = os.path.join(processes.ROOT, "build", "benchmarks")


def heading(name, commit):
    return {
        "measurement": name, "date": time.strftime("%Y-%m-%d"), "commit": commit or "unknown",
        "command": f"Scripts/bench {name}", "load_before": round(os.getloadavg()[0], 1),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release().split('-')[0]}",
    }


def main():
    arguments, note = sys.argv[1:], ""
    if arguments[:1] == ["--note"] and len(arguments) > 1:
        note, arguments = arguments[1], arguments[2:]
    chosen = arguments or list(ALL)
    if any(name not in ALL for name in chosen):
        sys.exit(__doc__)
    commit = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", processes.ROOT, "describe", "--always", "--dirty"],
        capture_output=True, text=True).stdout.strip()
    os.makedirs(FIGURES, exist_ok=True)
    failed = []
    for name in chosen:
        head = heading(name, commit)
        print(f"{name}: {head['date']}, commit {head['commit']}, {head['machine']}, load {head['load_before']}", flush=True)
        report.begin(name)
        try:
            ALL[name]()
        except SystemExit as end:
            # Something is missing on this machine, or failed: the others are measured all the same.
            print(f"  {name} was not measured: {end}", flush=True)
            failed.append(name)
            continue
        # The load of this run is in the second figure, other work's in both.
        head["load_after"] = round(os.getloadavg()[0], 1)
        with open(os.path.join(FIGURES, name + ".json"), "w") as file:
            json.dump({**head, "note": note, **report.measured(name)}, file, indent=1)
            file.write("\n")
    print("\n" + report.table())
    if failed:
        sys.exit("Not measured: " + ", ".join(failed))


main()
