"""Compares docs/man/man1 with the commands' own help, after a build: manual.py [--write] [--only NAME]

Each command that a user types has a page there, as git's have: keyfob-login(1). keyfob(1) is written by hand. The others
come from what the executables say about their commands, from the sections of keyfob(1) about the environment, files and the
exit status, and from docs/man/parts.txt, which has the examples.
"""

import difflib
import glob
import os
import platform
import sys

import tree

sys.path.insert(0, os.path.join(tree.ROOT, "Scripts", "manpages"))

from commands import OPTIONAL, described
from overview import Overview
from page import page
from parts import read

FOLDER = os.path.join(tree.ROOT, "docs", "man", "man1")


def pages(only):
    """Returns {file name: text}."""
    overview = Overview(tree.read("docs/man/man1/keyfob.1"))
    parts = read(tree.read("docs/man/parts.txt"))
    found = described(os.path.join(tree.ROOT, ".build", os.environ.get("CONFIG", "debug")), only)
    texts = {}
    for name, (title, command) in found.items():
        part = parts.get(name.removeprefix("keyfob-"))
        if part is None or not part.examples:
            raise SystemExit(f"docs/man/parts.txt has no example for {name}")
        texts[f"{name}.1"] = page(command, name, title, part, overview)
    return texts


if __name__ == "__main__":
    if platform.system() != "Linux":
        print("docs/man has the help of Linux: not compared here")
        sys.exit(0)
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
    expected = pages(only)
    present = {os.path.basename(path) for path in glob.glob(f"{FOLDER}/keyfob-*.1")}
    # Without its executable the page of keyfob-migrate is not compared; `make migrate-test` does that.
    superfluous = present - set(expected) - {f"{OPTIONAL}.1"} if only is None else set()
    faults = [f"docs/man/man1/{name}: there is no such command" for name in sorted(superfluous)]
    for name, new in sorted(expected.items()):
        path = os.path.join(FOLDER, name)
        if "--write" in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
            continue
        old = open(path, encoding="utf-8").read() if name in present else ""
        changed = list(difflib.unified_diff(
            old.splitlines(), new.splitlines(), f"docs/man/man1/{name}", "the build", lineterm="", n=0))
        if changed:
            faults.append("\n".join(changed))
    if "--write" in sys.argv:
        for name in superfluous:
            os.remove(os.path.join(FOLDER, name))
        faults = []
    if faults:
        faults.append("The manual pages are not those of the build. Run `make manual`.")
    tree.finish(faults)
