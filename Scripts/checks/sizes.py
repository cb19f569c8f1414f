"""Limits the size of files: an error above 600 lines, a warning above 400."""

import tree

LIMIT, NOTICE = 600, 400

if __name__ == "__main__":
    lines = {path: tree.read(path).count("\n") for path in tree.swift("Sources", "Tests", "Benchmarks", "Examples", "Tools")}
    tree.finish(
        [f"{path}: {count} lines, above {LIMIT}" for path, count in lines.items() if count > LIMIT],
        [f"{path}: {count} lines, above {NOTICE}" for path, count in lines.items() if NOTICE < count <= LIMIT],
    )
