"""Forbids words that mark unfinished work, and calls that trap, in the code."""

import re

import tree

UNFINISHED = (re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"), "unfinished work belongs in an issue")
TRAP = (re.compile(r"\btry!|\bas!|\bfatalError\(|\bpreconditionFailure\("), "traps; throw, or return nil")
SLEEP = (
    re.compile(r"\bTask\.sleep\b|\b(?:u|nano)?sleep\(|\.sleep\(|\bThread\.sleep"),
    "tests move the clock or await an event, they do not sleep",
)
PLACES = {"Sources": [UNFINISHED, TRAP], "Tests": [UNFINISHED, SLEEP], "Benchmarks": [UNFINISHED], "Examples": [UNFINISHED, TRAP], "Tools": [UNFINISHED, TRAP]}


def faults_in(path, rules):
    for number, line in enumerate(tree.read(path).splitlines(), 1):
        # Calls are searched only in code, words for unfinished work also in comments.
        code = re.sub(r"(^|\s)//.*", "", line)
        for rule, why in rules:
            match = rule.search(line if rule is UNFINISHED[0] else code)
            if match:
                yield f"{path}:{number}: {match[0].strip()}: {why}"


if __name__ == "__main__":
    tree.finish([f for p in tree.swift(*PLACES) for f in faults_in(p, PLACES[p.split("/", 1)[0]])])
