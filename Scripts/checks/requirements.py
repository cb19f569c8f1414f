"""Joins docs/requirements.tsv with the ids found in the names of tests, and holds docs/requirements.md to the result.

A test whose name bears `R5` performs that requirement whole; one that bears `R1-part` performs a part, and the line
stays open. A disabled test keeps nothing. With --write the page is written instead of compared.
"""

import os
import re
import sys

import tree

SOURCE, PAGE, LAST = "docs/requirements.tsv", "docs/requirements.md", 162
TEST = re.compile(r'@Test\s*\(\s*"((?:[^"\\]|\\.)*)"|\bfunc\s+`([^`]+)`')
ID = re.compile(r"\bR(\d+)(-part)?\b")
HEAD = """# Requirements

What Keyfob has to keep, one sentence a line, and the tests that keep it. This page is generated from
`requirements.tsv` and from the names of the tests (`make requirements`); `make lint` fails where it is stale.

*kept*: a test performs the whole requirement. *in part*: tests perform some of it, and the line stays open. A test
counts where it is enabled, run and passed; `make test` says whether it was.

"""


def promises(faults):
    found = {}
    for number, line in enumerate(tree.read(SOURCE).splitlines(), 1):
        parts = line.split("\t")
        if len(parts) != 2 or not re.fullmatch(r"R\d+", parts[0]) or not parts[1].strip().endswith("."):
            faults.append(f"{SOURCE}:{number}: expected an id, a tab and one sentence")
        elif parts[0] in found:
            faults.append(f"{SOURCE}:{number}: {parts[0]} stands there twice")
        else:
            found[parts[0]] = parts[1].strip()
    for number in range(1, LAST + 1):
        if f"R{number}" not in found:
            faults.append(f"{SOURCE}: R{number} is missing")
    return found


def is_disabled(text, start):
    """Whether the @Test attribute that begins here carries an unconditional `.disabled(`."""
    depth, position = 0, text.index("(", start)
    for position in range(position, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            break
    return ".disabled(" in text[start:position] and "if:" not in text[start:position]


def proofs(known, faults):
    whole, part = {}, {}
    for path in tree.swift("Tests"):
        text = tree.read(path)
        for match in TEST.finditer(text):
            name = match[1] or match[2]
            if match[1] and is_disabled(text, match.start()):
                continue
            for number, partial in ID.findall(name):
                if f"R{number}" not in known:
                    faults.append(f"{path}: a test names R{number}, which {SOURCE} does not know")
                (part if partial else whole).setdefault(f"R{number}", []).append(path)
    return whole, part


def page(known, whole, part):
    kept, partly = [i for i in known if i in whole], [i for i in known if i in part and i not in whole]
    lines = [f"{len(kept)} of {len(known)} kept, {len(partly)} more in part.", "", "| id | requirement | state | tests |"]
    lines.append("|---|---|---|---|")
    for name in sorted(known, key=lambda i: int(i[1:])):
        state = "**kept**" if name in whole else "in part" if name in part else ""
        files = sorted({os.path.splitext(os.path.basename(p))[0] for p in whole.get(name, []) + part.get(name, [])})
        sentence = known[name].replace("|", "\\|")
        lines.append(f"| {name} | {sentence} | {state} | {', '.join(f'`{f}`' for f in files)} |")
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    faults = []
    known = promises(faults)
    whole, part = proofs(known, faults)
    text = page(known, whole, part)
    target = os.path.join(tree.ROOT, PAGE)
    if "--write" in sys.argv[1:]:
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
    elif not os.path.exists(target) or tree.read(PAGE) != text:
        faults.append(f"{PAGE} is stale: run make requirements")
    tree.finish(faults)
