"""Finds the tests in a Swift file as the compiler would: without comments, text literals and inactive branches.

It recognizes the attribute `@Test` with its display name and traits, the function after it, and the enclosing suites. It
reads one file at a time and supports no other macros.
"""

import re
from dataclasses import dataclass

ATTRIBUTE = re.compile(r"@(Test|Suite)\b(?!\w)")
FUNCTION = re.compile(r"\bfunc\s+(`[^`\n]*`|\w+)")
TYPE = re.compile(r"\b(?:struct|class|enum|actor|extension)\s+([\w.]+|`[^`\n]*`)")
OFF = re.compile(r"\.disabled\s*\((?!\s*if\s*:)|\.disabled\s*\(\s*if\s*:\s*true\b|\.enabled\s*\(\s*if\s*:\s*false\b")
# `.disabled` before the parenthesis of another trait, or as the last one.
BARE_OFF = re.compile(r"\.disabled\s*(?=[,)])")


@dataclass(frozen=True)
class Found:
    """One test: its place, its function, and whether it can run."""

    path: str
    line: int
    suites: tuple
    function: str
    name: str
    off: bool

    @property
    def module(self):
        return self.path.split("/")[1]

    @property
    def key(self):
        """Its name in a test report: module, suites, function."""
        return (".".join((self.module,) + self.suites), self.function)


def masked(text):
    """Returns the text with comments and literals blanked, line for line, and the literals by their start."""
    out, literals = list(text), {}

    def blank(start, end):
        for index in range(start, end):
            if out[index] != "\n":
                out[index] = " "

    def comment(position):
        depth, position = 1, position + 2
        while position < len(text) and depth:
            pair = text[position : position + 2]
            depth += {"/*": 1, "*/": -1}.get(pair, 0)
            position += 2 if pair in ("/*", "*/") else 1
        return position

    def literal(start):
        """Returns the end of the literal that begins here, including interpolations."""
        hashes = len(text[start:]) - len(text[start:].lstrip("#")) if text[start] == "#" else 0
        position = start + hashes
        quote = '"""' if text.startswith('"""', position) else '"'
        position += len(quote)
        closing, escape = quote + "#" * hashes, "\\" + "#" * hashes
        while position < len(text):
            if text.startswith(closing, position):
                return position + len(closing)
            if text.startswith(escape + "(", position):
                position = interpolation(position + len(escape) + 1)
            elif text.startswith(escape, position):
                position += len(escape) + 1
            elif quote == '"' and text[position] == "\n":
                return position
            else:
                position += 1
        return position

    def interpolation(position):
        depth = 1
        while position < len(text) and depth:
            if text[position] == '"' or re.match(r'#+"', text[position : position + 8]):
                position = literal(position)
                continue
            depth += {"(": 1, ")": -1}.get(text[position], 0)
            position += 1
        return position

    position = 0
    while position < len(text):
        if text.startswith("//", position):
            end = text.find("\n", position)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", position):
            end = comment(position)
        elif text[position] == '"' or re.match(r'#+"', text[position : position + 8]):
            end = literal(position)
            literals[position] = text[position:end].strip("#").strip('"')
        elif text[position] == "`":
            end = text.find("`", position + 1)
            position = len(text) if end < 0 else end + 1
            continue
        else:
            position += 1
            continue
        blank(position, end)
        position = end
    return without_dead_branches("".join(out)), literals


def without_dead_branches(code):
    """Returns the code with the contents of `#if false` blanked."""
    lines, open_branches = code.split("\n"), []
    for number, line in enumerate(lines):
        said = line.strip()
        if re.match(r"#if\b", said):
            open_branches.append(re.fullmatch(r"#if\s+(false|0)", said) is not None)
        elif re.match(r"#else", said) and open_branches:
            open_branches[-1] = False
        elif re.match(r"#endif", said) and open_branches:
            open_branches.pop()
        elif any(open_branches):
            lines[number] = " " * len(line)
    return "\n".join(lines)


def balanced(code, start):
    """Returns the position at which the parenthesis that opens here closes."""
    depth = 0
    for position in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[position], 0)
        if depth == 0:
            return position
    return len(code)


def is_off(arguments):
    return bool(OFF.search(arguments) or BARE_OFF.search(arguments + ")"))


def scopes(code):
    """Returns each type's name, start and end. Other braces only nest."""
    opening, found, waiting = [], [], None
    for match in re.finditer(r"`[^`\n]*`|\b(?:struct|class|enum|actor|extension)\s+(?:[\w.]+|`[^`\n]*`)|[{}]", code):
        word = match[0]
        if word == "{":
            opening.append((waiting, match.start()))
            waiting = None
        elif word == "}":
            if opening:
                name, start = opening.pop()
                if name:
                    found.append((name, start, match.start()))
        elif TYPE.match(word):
            waiting = TYPE.match(word)[1].strip("`")
    return found


def tests(path, text):
    code, literals = masked(text)
    types, off_suites, found = scopes(code), [], []
    for match in ATTRIBUTE.finditer(code):
        position, arguments, name = match.end(), "", None
        while position < len(code) and code[position] in " \n":
            position += 1
        if position < len(code) and code[position] == "(":
            end = balanced(code, position)
            arguments = code[position + 1 : end]
            first = position + 1
            while first < end and text[first] in " \n":
                first += 1
            name = literals.get(first)
            position = end + 1
        if match[1] == "Suite":
            kind = TYPE.search(code, position)
            if kind and is_off(arguments):
                off_suites.append(kind[1].strip("`"))
            continue
        function = FUNCTION.search(code, position)
        if not function:
            continue
        around = sorted((s, n) for n, s, e in types if s < match.start() < e)
        suites = tuple(part for _, n in around for part in n.split("."))
        own = function[1].strip("`")
        off = is_off(arguments) or any(suite in off_suites for suite in suites)
        line = text.count("\n", 0, match.start()) + 1
        found.append(Found(path, line, suites, own, name if name is not None else own, off))
    return found
