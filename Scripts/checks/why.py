"""Checks that every test that docs/why.md quotes exists in the suite that it names."""

import os
import re

import tree

PAGE = "docs/why.md"
QUOTE = re.compile(r"“([^”]+)” \(`(\w+)`\)")

if __name__ == "__main__":
    faults, text = [], tree.read(PAGE)
    files = {}
    for path in tree.swift("Tests", "Tools"):
        files.setdefault(os.path.splitext(os.path.basename(path))[0], []).append(path)
    for name, suite in QUOTE.findall(text):
        texts = [tree.read(path) for path in files.get(suite, [])]
        if not any(f'"{name}"' in text or f"`{name}`" in text for text in texts):
            faults.append(f"{PAGE}: there is no test “{name}” in {suite}")
    if not QUOTE.search(text):
        faults.append(f"{PAGE} quotes no test")
    tree.finish(faults)
