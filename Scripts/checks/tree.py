"""Shared by the checks: the tracked paths, the manifest, and the report of faults."""

import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def paths():
    """Returns every tracked or addable path or, outside a clone, every file outside hidden and build folders."""
    git = ["git", "-c", "safe.directory=*", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, capture_output=True)
    if listed.returncode == 0:
        names = {name for name in listed.stdout.decode().split("\0") if name}
        return sorted(name for name in names if os.path.exists(os.path.join(ROOT, name)))
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name != "build" and not name.startswith(".")]
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in files]
    return sorted(found)


def swift(*folders):
    """Returns the Swift files under these folders."""
    return [p for p in paths() if p.endswith(".swift") and p.split("/", 1)[0] in folders]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def manifest(faults):
    """Returns the contents of Package.swift, or None, with the reason among the faults."""
    dump = subprocess.run(["swift", "package", "--package-path", ROOT, "dump-package"], capture_output=True, text=True)
    if dump.returncode != 0:
        faults.append("Package.swift cannot be read: " + dump.stderr.strip())
        return None
    return json.loads(dump.stdout)


def finish(faults, warnings=()):
    """Prints warnings and faults, and exits with 1 if there are faults."""
    for warning in warnings:
        print("warning: " + warning)
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)
