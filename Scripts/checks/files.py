"""Requires that every file at the root is one that the project knows, and that Sources/ contains sources only.

A file that a tool wrote into the working folder would otherwise be added with the next commit.
"""

import re

import tree

ROOT = {
    "AppleStubs", "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "Examples", "Fuzz", "LICENSE", "Makefile",
    "Package.swift", "README.md", "SECURITY.md", "Scripts", "Sources", "Tests", "Tools", "docs",
}
SOURCES = re.compile(r"\.(swift|c|h|md|css|js|svg|png|xcprivacy)$")
# The C targets of MSAL and ADAL, and the system libraries.
C_SOURCES = re.compile(r"Sources/(?:\w+ObjC|CLibPQ)/.*\.(h|m|modulemap)$")


def faults(paths):
    for top in sorted({path.split("/")[0] for path in paths}):
        if top not in ROOT and not top.startswith("."):
            yield f"{top}: no file that belongs at the root; remove it, or add it to {__file__.rsplit('/', 1)[1]}"
    for path in paths:
        if path.startswith("Sources/") and not SOURCES.search(path) and not C_SOURCES.match(path):
            yield f"{path}: not a source file"


if __name__ == "__main__":
    tree.finish(list(faults(tree.paths())))
