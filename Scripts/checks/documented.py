"""Checks that every public symbol of a module has a documentation comment: documented.py MODULE GRAPHS

GRAPHS is the folder of all modules' symbol graphs, which the compiler writes, so that no symbol is missed. Symbols that the
compiler synthesizes, and those that only satisfy a documented protocol requirement, are exempt.

A comment names symbols of lower modules as the source does, `AuthError` or `KeyfobCore/AuthError`; DocC requires
`/KeyfobCore/AuthError`. The graphs are rewritten accordingly.
"""

import glob
import json
import os
import re
import sys

LINK = re.compile(r"``([A-Za-z_][^`]*)``")


def graphs(folder, module):
    for path in sorted(glob.glob(os.path.join(folder, module, "*.symbols.json"))):
        with open(path, encoding="utf-8") as file:
            yield path, json.load(file)


def undocumented(module, graph):
    """Yields symbols that are declared in the module without a comment and satisfy no protocol requirement."""
    implied = {r["source"] for r in graph["relationships"] if "sourceOrigin" in r or r["kind"] == "overrides"}
    implied |= {r["source"] for r in graph["relationships"] if r["kind"] == "defaultImplementationOf"}
    for symbol in graph["symbols"]:
        comment, place = symbol.get("docComment"), symbol.get("location")
        if not place or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        if comment and comment["lines"] and comment.get("module", module) == module:
            continue
        if symbol["identifier"]["precise"] not in implied:
            path = place["uri"].split("/Sources/", 1)[-1]
            name = ".".join(symbol["pathComponents"])
            yield f"Sources/{path}:{place['position']['line'] + 1}: {name} is not documented"


def linked(text, module, own, others):
    """Returns the comment's line with absolute links into other modules."""

    def absolute(match):
        first, rest = (match[1].split("/", 1) + [""])[:2]
        if first in others:
            return f"``/{match[1]}``"
        name = re.split(r"[-(]", first, maxsplit=1)[0]
        if name in own or name == module:
            return match[0]
        home = next((other for other, names in others.items() if name in names), None)
        return f"``/{home}/{match[1]}``" if home else match[0]

    return LINK.sub(absolute, text)


def top_level(graph):
    return {symbol["pathComponents"][0].split("(")[0] for symbol in graph["symbols"]}


if __name__ == "__main__":
    module, folder = sys.argv[1:3]
    faults, own, others = set(), set(), {}
    for other in sorted(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name))):
        # A graph named Module@Other contains the module's extensions of another module's types.
        names = {name for path, graph in graphs(folder, other) if "@" not in path for name in top_level(graph)}
        if other == module:
            own = names
        elif names:
            others[other] = names
    for path, graph in graphs(folder, module):
        faults |= set(undocumented(module, graph))
        members = {symbol["pathComponents"][-1].split("(")[0] for symbol in graph["symbols"]} | own
        for symbol in graph["symbols"]:
            for line in symbol.get("docComment", {}).get("lines", []):
                line["text"] = linked(line["text"], module, members, others)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(graph, file)
    if faults:
        print("\n".join(sorted(faults)))
    sys.exit(1 if faults else 0)
