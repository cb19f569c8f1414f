"""Forbids words that mark unfinished work and calls that trap in the code, and some words in its prose.

The prose is comments, strings with more than one word, and pages. The words say less than the ones that
CONTRIBUTING.md lists under Words.
"""

import re

import tree

UNFINISHED = (re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"), "unfinished work belongs in an issue")
TRAP = (re.compile(r"\btry!|\bas!|\bfatalError\(|\bpreconditionFailure\("), "traps; throw, or return nil")
SLEEP = (
    re.compile(r"\bTask\.sleep\b|\b(?:u|nano)?sleep\(|\.sleep\(|\bThread\.sleep"),
    "tests move the clock or await an event, they do not sleep",
)
VAGUE = re.compile(
    r"\b(?:whoever|whomever|nobody|somebody|everybody|anybody|vouch\w*|mend(?:s|ed|ing)?|told|hears?|heard|anew"
    r"|heed\w*|befalls?|thereby|whence|lest|likewise)\b",
    re.IGNORECASE,
)
WHY = "name the user, the caller or the process, and use the field's verb (CONTRIBUTING.md, Words)"
PLACES = {"Sources": [UNFINISHED, TRAP], "Tests": [UNFINISHED, SLEEP], "Benchmarks": [UNFINISHED], "Examples": [UNFINISHED, TRAP], "Tools": [UNFINISHED, TRAP]}
COMMENT = re.compile(r"(?:^|\s)//.*")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
INTERPOLATION = re.compile(r"\\\([^)]*\)+")
NAME = re.compile(r"\b[Ff]unc `([^`]*)`")


def faults_in(path, rules):
    for number, line in enumerate(tree.read(path).splitlines(), 1):
        # Calls are searched only in code, words for unfinished work also in comments.
        code = COMMENT.sub("", line)
        for rule, why in rules:
            match = rule.search(line if rule is UNFINISHED[0] else code)
            if match:
                yield f"{path}:{number}: {match[0].strip()}: {why}"
        comment = COMMENT.search(STRING.sub('""', line))
        texts = [re.sub(r"`[^`]*`", "", comment[0])] if comment else []
        texts += [text for text in STRING.findall(code) if " " in text] + NAME.findall(code)
        for text in texts:
            # A name in backticks, in an interpolation or in an example address is not prose.
            match = VAGUE.search(re.sub(r"\S+@\S+|\S+\.test\b", "", INTERPOLATION.sub("", text)))
            if match:
                yield f"{path}:{number}: {match[0]}: {WHY}"


def faults_in_page(path):
    is_code = False
    for number, line in enumerate(tree.read(path).splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        match = None if is_code else VAGUE.search(re.sub(r"`[^`]*`|\]\([^)]*\)", "", line))
        if match:
            yield f"{path}:{number}: {match[0]}: {WHY}"


if __name__ == "__main__":
    faults = [f for p in tree.swift(*PLACES) for f in faults_in(p, PLACES[p.split("/", 1)[0]])]
    # The requirements are quoted as they were agreed.
    pages = [p for p in tree.paths() if p.endswith(".md") and p != "docs/requirements.md"]
    tree.finish(faults + [f for p in pages for f in faults_in_page(p)])
