"""Joins docs/requirements.tsv with the ids in the names of tests, and compares docs/requirements.md with the result.

A test with `R5` in its name shows that requirement as a whole; one with `R1-part` shows a part, and the line stays open. A
test that cannot run (a comment, `#if false`, `.disabled`, `.enabled(if: false)`) must have no id. The page names every test
by its line, so that the removal of a test changes the page.

With --write the page is written instead of compared. With --results FOLDER the page's claims are compared with the reports
of a run (swift test's xunit output): each test of a kept requirement must be there, and must have passed.
"""

import os
import re
import sys
import xml.etree.ElementTree

import swift_tests
import tree

SOURCE, PAGE, LAST = "docs/requirements.tsv", "docs/requirements.md", 162
ID = re.compile(r"\bR(\d+)(-part)?\b")
HEAD = """# Requirements

Keyfob's requirements, one sentence a line, with the modules that implement each and the tests that show it. This page is
generated from `requirements.tsv` and from the names of the tests (`make requirements`); `make lint` fails if it is stale.

*kept*: a test shows the whole requirement. *in part*: tests show some of it, and the line stays open. A phase of `make test`
compares this page with the run: a line is kept only if each of its tests ran and passed.

How it was seen: with *real processes*, sockets and files; on the *simulated device*, with real processes under separate user
ids; over a *simulated keychain*, in place of Apple's; *in process*, against the provider's code without a socket, or against
functions alone; *type-checked only*, where only the compiler has checked it.

"""
# The environment of a target's tests. A file that uses the simulated keychain is recognized by its types.
SEEN = {
    "EndToEndTests": "real processes",
    "InteropTests": "real processes",
    "BrokeredTests": "simulated device",
    "KeyfobDeviceTests": "simulated device",
    "KeyfobStoreKeychainTests": "simulated keychain",
}
KEYCHAIN = re.compile(r"\b(SimulatedKeychain|FaultyKeychain|ADALKeychain)")
TYPES_ONLY = "type-checked only"


def promises(faults):
    """Returns each requirement's sentence and its modules, by id."""
    found, modules = {}, {path.split("/")[1] for path in tree.swift("Sources", "Tools")}
    for number, line in enumerate(tree.read(SOURCE).splitlines(), 1):
        parts = line.split("\t")
        if len(parts) != 3 or not re.fullmatch(r"R\d+", parts[0]) or not parts[1].strip().endswith("."):
            faults.append(f"{SOURCE}:{number}: expected an id, a tab, one sentence, a tab and the requirement's modules")
            continue
        if parts[0] in found:
            faults.append(f"{SOURCE}:{number}: {parts[0]} is a duplicate")
        keepers = parts[2].split(", ") if parts[2] else []
        for keeper in keepers:
            if keeper not in modules:
                faults.append(f"{SOURCE}:{number}: there is no module {keeper}")
        found[parts[0]] = (parts[1].strip(), keepers)
    for number in range(1, LAST + 1):
        if f"R{number}" not in found:
            faults.append(f"{SOURCE}: R{number} is missing")
    return found


def proofs(known, sources, faults):
    """Returns the tests that show a whole requirement, and those that show a part, by id."""
    whole, part = {}, {}
    for path, text in sources:
        for test in swift_tests.tests(path, text):
            for number, partial in ID.findall(test.name):
                name = f"R{number}"
                if name not in known:
                    faults.append(f"{path}:{test.line}: the test names {name}, which {SOURCE} does not have")
                elif test.off:
                    faults.append(f"{path}:{test.line}: the test of {name} is disabled, so it shows nothing")
                else:
                    (part if partial else whole).setdefault(name, []).append(test)
    return whole, part


def seen(test):
    text = tree.read(test.path)
    if "type-checked only" in text:
        return TYPES_ONLY
    return SEEN.get(test.module) or ("simulated keychain" if KEYCHAIN.search(text) else "in process")


def page(known, whole, part):
    kept, partly = [i for i in known if i in whole], [i for i in known if i in part and i not in whole]
    lines = [f"{len(kept)} of {len(known)} kept, {len(partly)} more in part.", ""]
    lines += ["| id | requirement | state | kept by | how it was seen | tests |", "|---|---|---|---|---|---|"]
    for name in sorted(known, key=lambda i: int(i[1:])):
        sentence, keepers = known[name]
        state = "**kept**" if name in whole else "in part" if name in part else ""
        ways = sorted({seen(test) for test in whole.get(name) or part.get(name, [])})
        places = [f"`{t.path}:{t.line}`" for t in whole.get(name, [])]
        places += [f"`{t.path}:{t.line}` (part)" for t in part.get(name, [])]
        cells = [name, sentence.replace("|", "\\|"), state, ", ".join(f"`{k}`" for k in keepers), ", ".join(ways)]
        lines.append("| " + " | ".join(cells + ["<br>".join(places)]) + " |")
    return HEAD + "\n".join(lines) + "\n"


def reports(folder):
    """Returns each test's state in a run: passed, failed or skipped, by module, suites and function."""
    states = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".xml"):
            continue
        for case in xml.etree.ElementTree.parse(os.path.join(folder, name)).iter("testcase"):
            function = re.sub(r"\(.*", "", case.get("name", ""), flags=re.DOTALL) or case.get("name", "")
            key = (case.get("classname", "").replace("`", ""), function.strip("`"))
            kinds = {child.tag for child in case}
            state = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
            states[key] = state if states.get(key, "passed") == "passed" else states[key]
    return states


def held_to(states, whole, faults):
    """Adds a fault for each test of a kept requirement that did not pass in the run."""
    for name in sorted(whole, key=lambda i: int(i[1:])):
        for test in whole[name]:
            state = states.get((test.key[0], raw(test.function)))
            if state != "passed":
                faults.append(f"{name}: {test.path}:{test.line} {state or 'did not run'}")


def raw(function):
    """Returns the function's name as in reports: up to the first parenthesis."""
    return re.sub(r"\(.*", "", function) or function


if __name__ == "__main__":
    faults = []
    known = promises(faults)
    whole, part = proofs(known, ((path, tree.read(path)) for path in tree.swift("Tests")), faults)
    if "--results" in sys.argv[1:]:
        held_to(reports(sys.argv[sys.argv.index("--results") + 1]), whole, faults)
        if not faults:
            print(f"{len(whole)} of {len(known)} requirements kept: each of their tests ran and passed.")
        tree.finish(faults)
    text = page(known, whole, part)
    target = os.path.join(tree.ROOT, PAGE)
    if "--write" in sys.argv[1:]:
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
    elif not os.path.exists(target) or tree.read(PAGE) != text:
        faults.append(f"{PAGE} is stale: run make requirements")
    tree.finish(faults)
