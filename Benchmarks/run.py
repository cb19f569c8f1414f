"""Runs the measurements and prints the table: run.py [silent] [token] [store] [start] [refresh] [broker] [postgresql], all of them by default."""

import platform
import subprocess
import sys
import time

from harness import broker, postgresql, processes, refresh, report, silent, start, store, token

ALL = {"silent": silent.run, "token": token.run, "store": store.run, "start": start.run, "refresh": refresh.run,
       "broker": broker.run, "postgresql": postgresql.run}


def main():
    chosen = sys.argv[1:] or list(ALL)
    unknown = [name for name in chosen if name not in ALL]
    if unknown:
        sys.exit(__doc__)
    commit = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", processes.ROOT, "describe", "--always", "--dirty"],
        capture_output=True, text=True).stdout.strip()
    print(f"{time.strftime('%Y-%m-%d')}, commit {commit or 'unknown'}, {platform.machine()}, {platform.system()} {platform.release()}")
    for name in chosen:
        print(f"{name}:", flush=True)
        ALL[name]()
    print("\n" + report.table())


main()
