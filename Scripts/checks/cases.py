"""Forbids paths, and targets, that differ by letter case alone: some file systems ignore it.

The same applies to products, except for one known pair: the library `Keyfob` and the tool `keyfob`
(docs/decisions/0004-product-names.md explains why that is safe).
"""

import tree

KNOWN_PRODUCTS = {"Keyfob", "keyfob"}


def collisions(names):
    seen = {}
    for name in names:
        seen.setdefault(name.lower(), set()).add(name)
    return [sorted(group) for group in seen.values() if len(group) > 1]


def with_folders(paths):
    for path in paths:
        parts = path.split("/")
        for length in range(1, len(parts) + 1):
            yield "/".join(parts[:length])


if __name__ == "__main__":
    faults = ["paths differ by letter case alone: " + ", ".join(g) for g in collisions(with_folders(tree.paths()))]
    manifest = tree.manifest(faults)
    if manifest:
        for group in collisions(target["name"] for target in manifest["targets"]):
            faults.append("targets differ by letter case alone: " + ", ".join(group))
        for group in collisions(product["name"] for product in manifest["products"]):
            if set(group) != KNOWN_PRODUCTS:
                faults.append("products differ by letter case alone: " + ", ".join(group))
    tree.finish(faults)
