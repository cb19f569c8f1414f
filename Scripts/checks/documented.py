"""Checks that every public symbol of a module has a documentation comment: documented.py MODULE GRAPHS

GRAPHS is the folder of all modules' symbol graphs, which the compiler writes, so that no symbol is missed. Symbols that the
compiler synthesizes, and those that only satisfy a documented protocol requirement, are exempt.

A comment names symbols of lower modules as the source does, `AuthError` or `KeyfobCore/AuthError`; DocC requires
`/KeyfobCore/AuthError`. A symbol that is not public has no page: its name stays, without a link. The graphs are rewritten
accordingly.
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


def linked(text, module, own, others, paths):
    """Returns the comment's line with absolute links into other modules, and without links to what is not public."""

    def absolute(match):
        parts = match[1].split("/")
        names = [re.split(r"[-(]", part, maxsplit=1)[0] for part in parts]
        plain = "`" + ".".join(parts) + "`"
        if names[0] in others:
            return f"``/{match[1]}``" if len(names) == 1 or names[1] in others[names[0]] else plain
        if len(names) > 1 and "/".join(names[:2]) not in paths:
            return plain
        if names[0] in own or names[0] == module:
            return match[0]
        home = next((other for other, known in others.items() if names[0] in known), None)
        return f"``/{home}/{match[1]}``" if home else plain

    return LINK.sub(absolute, text)


def top_level(graph):
    return {symbol["pathComponents"][0].split("(")[0] for symbol in graph["symbols"]}


def pairs(graph):
    """Yields each symbol's name after that of its type, as a link writes them."""
    for symbol in graph["symbols"]:
        names = [part.split("(")[0] for part in symbol["pathComponents"]]
        yield from ("/".join(names[at - 1:at + 1]) for at in range(1, len(names)))


if __name__ == "__main__":
    module, folder = sys.argv[1:3]
    faults, own, others, paths = set(), set(), {}, set()
    for other in sorted(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name))):
        # A graph named Module@Other contains the module's extensions of another module's types.
        names = {name for path, graph in graphs(folder, other) if "@" not in path for name in top_level(graph)}
        paths |= {pair for _, graph in graphs(folder, other) for pair in pairs(graph)}
        if other == module:
            own = names
        elif names:
            others[other] = names
    for path, graph in graphs(folder, module):
        faults |= set(undocumented(module, graph))
        members = {symbol["pathComponents"][-1].split("(")[0] for symbol in graph["symbols"]} | own
        for symbol in graph["symbols"]:
            for line in symbol.get("docComment", {}).get("lines", []):
                line["text"] = linked(line["text"], module, members, others, paths)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(graph, file)
    if faults:
        print("\n".join(sorted(faults)))
    sys.exit(1 if faults else 0)
