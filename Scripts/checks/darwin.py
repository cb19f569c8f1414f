"""Refuses, in code that Apple's platforms compile, names of the C library that those platforms lack.

A compiler on Linux accepts them. Their table is darwin-names.txt, which Scripts/darwin-names writes; EXTRA has those that the
table lacks or that differ in their types, each with what Darwin has instead. Conditions are evaluated as on macOS and on iOS;
one of which only a build knows the value, such as a trait, may be true. A method and a declaration of ours may have such a
name; a call and a constant may not.
"""

import os
import re
import sys

import tree

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "darwin-names.txt")
EXTRA = {
    "linux": {
        # Man pages of Linux, section STANDARDS.
        "memfd_create": "an unlinked file", "pidfd_open": "kqueue", "pidfd_send_signal": "kill", "gettid": "pthread_threadid_np",
        "__errno_location": "errno", "program_invocation_name": "getprogname",
    },
    "macos": {
        # https://github.com/rust-lang/libc/issues/5409: sys/random.h is in the SDK of macOS only.
        "getentropy": "arc4random_buf",
    },
}
# Linux's forms of what Darwin has under the same name with another type, or as another member.
FORMS = [
    # xnu, bsd/sys/stat.h
    (re.compile(r"\bst_([mac])tim\b"), "st_mtimespec, st_atimespec and st_ctimespec"),
    # xnu, libsyscall/wrappers/spawn/spawn.h: `void *`
    (re.compile(r"\b(posix_spawn_file_actions_t|posix_spawnattr_t)\(\)"), "an optional of that type, which is a pointer"),
    # glibc, bits/socket_type.h: an enumeration there
    (re.compile(r"\b(SOCK_\w+)\.rawValue"), "the number itself"),
    (re.compile(r"\bimport (Glibc|Musl)\b"), "the module Darwin"),
]
PLATFORMS = {
    "macOS": {"os(macOS)", "canImport(Darwin)", "canImport(AppKit)"},
    "iOS": {"os(iOS)", "canImport(Darwin)", "canImport(UIKit)"},
}
EVERYWHERE = {"canImport(Security)", "canImport(WebKit)", "canImport(AuthenticationServices)", "canImport(ObjectiveC)"}
ATOM = re.compile(r"(?:os|canImport)\(\w+\)|\w+(?:\([^)]*\))?")
TOKEN = re.compile(r"(?P<before>\b(?:Glibc|Musl|Darwin|Foundation)\.|[.\w`])?(?<![\w`])(?P<name>[A-Za-z_]\w*)(?P<call>\()?")
DECLARED = re.compile(r"\b(?:func|var|let|case|struct|class|enum|typealias)\s+`?([A-Za-z_]\w*)")
STRING = re.compile(r'"(?:\\.|[^"\\])*"')
CODE = ["Sources", "Tests", "Benchmarks/Sources", "Examples/Sources", "Tools"]


def table():
    """Returns, for "linux" and "macos", the names that only it has."""
    with open(TABLE, encoding="utf-8") as file:
        found = {name for line in file if not line.startswith("#") for name in line.split()}
    return {"linux": found | EXTRA["linux"].keys(), "macos": set(EXTRA["macos"])}


def holds(condition, platform):
    """Returns a condition's value on a platform: True, False, or None if only a build knows it."""
    def value(found):
        atom = found[0]
        if atom.startswith(("os(", "canImport(")):
            known = atom in PLATFORMS[platform] or atom in EVERYWHERE
            linux = atom.startswith("os(") or atom in {"canImport(Glibc)", "canImport(Musl)", "canImport(Android)"}
            darwin = any(atom in atoms for atoms in PLATFORMS.values())
            return "T" if known else "F" if linux or darwin else "U"
        return {"true": "T", "false": "F"}.get(atom, "U")

    text = ATOM.sub(value, condition).replace(" ", "")
    while len(text) > 1:
        reduced = re.sub(r"!([TFU])", lambda found: {"T": "F", "F": "T", "U": "U"}[found[1]], text)
        reduced = re.sub(r"\(([TFU])\)", r"\1", reduced)
        reduced = re.sub(r"([TFU])&&([TFU])", lambda found: min(found[1], found[2], key="FUT".index), reduced)
        if reduced == text:
            reduced = re.sub(r"([TFU])\|\|([TFU])", lambda found: max(found[1], found[2], key="FUT".index), text)
        if reduced == text:
            return None
        text = reduced
    return {"T": True, "F": False, "U": None}[text]


def compiled(text, platform):
    """Yields the numbers and the code of the lines that a platform may compile, without comments and strings."""
    # Of each open condition: whether this branch may be compiled, and whether an earlier one certainly was.
    open_conditions, in_text = [], False
    for number, line in enumerate(text.splitlines(), 1):
        quotes = line.count('"""')
        was_in_text, in_text = in_text, in_text ^ (quotes % 2 == 1)
        if was_in_text or quotes:
            continue
        code = STRING.sub('""', line).split("//")[0].strip()
        directive = re.match(r"#(if|elseif|else|endif)\b(.*)", code)
        if not directive:
            if code and all(may for may, _ in open_conditions):
                yield number, code
            continue
        kind = directive[1]
        if kind == "endif":
            open_conditions.pop()
            continue
        taken = False if kind == "if" else open_conditions.pop()[1]
        value = True if kind == "else" else holds(directive[2], platform)
        open_conditions.append((not taken and value is not False, taken or value is True))


def faults(path, text, names):
    own, seen = set(DECLARED.findall(text)), set()
    for platform in PLATFORMS:
        lacking = names["linux"] if platform == "macOS" else names["linux"] | names["macos"]
        for number, code in compiled(text, platform):
            for found in TOKEN.finditer(code):
                name = found["name"]
                qualified = (found["before"] or "").startswith(("Glibc.", "Musl.", "Darwin.", "Foundation."))
                is_constant = name.upper() == name and len(name) > 3
                if name not in lacking or not (found["call"] or is_constant or qualified):
                    continue
                if not qualified and (found["before"] or name in own):
                    continue
                seen.add((number, f"{name} is not on {platform}"))
            for form, instead in FORMS:
                if form.search(code):
                    seen.add((number, f"{form.search(code)[0]} is Linux's; Darwin has {instead}"))
    reported = set()
    for number, fault in sorted(seen, reverse=True):
        # Of two platforms one line is enough: macOS's.
        if (number, fault.split()[0]) not in reported:
            reported.add((number, fault.split()[0]))
            yield f"{path}:{number}: {fault}"


if __name__ == "__main__":
    known = table()
    swift = [path for path in tree.paths() if path.endswith(".swift") and path.startswith(tuple(place + "/" for place in CODE))]
    tree.finish([fault for path in swift for fault in sorted(faults(path, tree.read(path), known))])
