"""Checks that every relative link in the documents leads to a file. (`make picture` creates the demo's picture.)"""

import os
import re

import tree

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")

if __name__ == "__main__":
    faults = []
    for path in tree.paths():
        if not path.endswith(".md") or path.startswith("Sources/"):
            continue
        text = re.sub(r"```.*?```", "", tree.read(path), flags=re.S)
        for target in LINK.findall(text):
            if re.match(r"[a-z]+:|#", target):
                continue
            place = os.path.normpath(os.path.join(tree.ROOT, os.path.dirname(path), target.split("#")[0]))
            if not os.path.exists(place):
                faults.append(f"{path}: links to {target}, which does not exist")
    tree.finish(faults)
