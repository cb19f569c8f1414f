"""Compares the public declarations with docs/api/, after a build: api.py [--write]

Each module with public declarations has a file there, one declaration in each line, a type's members below it: what an
app or a test may use, and what a change may break. The compiler lists them, so that none is missed. The files are those
of Linux; lint checks what Apple's platforms add, against stubs.

It also type-checks the examples of some pages as an app sees the modules, from outside the package.
"""

import concurrent.futures
import difflib
import glob
import json
import os
import platform
import re
import subprocess
import sys
import tempfile

import tree

FOLDER = os.path.join(tree.ROOT, "docs", "api")
GRAPHS = os.path.join(tree.ROOT, "build", "api")
# The pages whose examples are complete.
PAGES = ["README.md"] + [f"Sources/{module}/{module}.docc/{module}.md" for module in ("Keyfob", "KeyfobTesting")]
PUBLIC = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?!import\b)", re.M)
# What every value type conforms to by itself, or by the protocols that are listed.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype"}


def modules():
    """Returns the modules that may have public declarations."""
    found = {path.split("/")[1] for path in tree.swift("Sources") if PUBLIC.search(tree.read(path))}
    return sorted(found)


def declaration(symbol):
    return re.sub(r"\s+", " ", "".join(part["spelling"] for part in symbol["declarationFragments"])).strip()


def listing(module):
    """Returns the lines of a module's file."""
    symbols, owner, conforms = {}, {}, {}
    for path in sorted(glob.glob(os.path.join(GRAPHS, module, "*.symbols.json"))):
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        for symbol in graph["symbols"]:
            name = symbol["identifier"]["precise"]
            if "::SYNTHESIZED::" not in name:
                symbols[name] = symbol
        for link in graph["relationships"]:
            if link["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                owner[link["source"]] = link["target"]
            elif link["kind"] in ("conformsTo", "inheritsFrom"):
                title = symbols.get(link["target"], {}).get("names", {}).get("title")
                name = title or link.get("targetFallback", link["target"]).split(".")[-1]
                conforms.setdefault(link["source"], set()).add(name)
    members = {}
    for name, symbol in symbols.items():
        above = owner.get(name)
        members.setdefault(above if above in symbols else None, []).append(name)
    lines = []

    def write(name, depth):
        symbol = symbols[name]
        line = declaration(symbol)
        if depth == 0 and len(symbol["pathComponents"]) > 1:
            line = f"extension {'.'.join(symbol['pathComponents'][:-1])}: {line}"
        known = sorted(conforms.get(name, set()) - IMPLIED)
        lines.append("  " * depth + line + (f" : {', '.join(known)}" if known else ""))
        for member in sorted(members.get(name, []), key=lambda m: (declaration(symbols[m]), m)):
            write(member, depth + 1)

    for name in sorted(members.get(None, []), key=lambda m: (symbols[m]["pathComponents"], declaration(symbols[m]), m)):
        write(name, 0)
    return lines


def examples(faults):
    """Type-checks the Swift of PAGES that begins with imports, without access to `package` declarations."""
    modules = os.path.join(tree.ROOT, ".build", os.environ.get("CONFIG", "debug"), "Modules")
    flags = ["-swift-version", "6", "-I", modules]
    for pattern in ("swift-crypto/Sources/C*/include", "GRDB.swift/Sources/GRDBSQLite"):
        for folder in glob.glob(os.path.join(tree.ROOT, ".build", "checkouts", pattern)):
            if os.path.exists(os.path.join(folder, "module.modulemap")):
                flags += ["-Xcc", f"-fmodule-map-file={folder}/module.modulemap", "-Xcc", "-I", "-Xcc", folder]
    for page in PAGES:
        for code in re.findall(r"^```swift\n(import .*?)^```", tree.read(page), re.M | re.S):
            imports = "".join(re.findall(r"^import .*\n", code, re.M))
            body = re.sub(r"^import .*\n", "", code, flags=re.M)
            # A page may show the inside of a function, which returns a token.
            if re.search(r"^\s*return\b", body, re.M):
                body = "func example() async throws -> TokenResult {\n" + body + "}\n"
            with tempfile.TemporaryDirectory() as folder:
                source = os.path.join(folder, "main.swift")
                with open(source, "w", encoding="utf-8") as file:
                    file.write(imports + body)
                run = subprocess.run(["swiftc", "-typecheck", *flags, source], capture_output=True, text=True)
            if run.returncode != 0:
                faults.append(f"{page}: the example does not compile outside the package:\n{run.stderr.strip()}")


if __name__ == "__main__":
    if platform.system() != "Linux":
        print("docs/api lists the declarations of Linux: not compared here")
        sys.exit(0)
    chosen, faults = modules(), []
    chunks = [chosen[start::2] for start in range(2)]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        extract = lambda names: subprocess.run([os.path.join(tree.ROOT, "Scripts", "symbol-graphs"), GRAPHS, *names])
        if any(run.returncode != 0 for run in pool.map(extract, chunks)):
            sys.exit(1)
    expected = {f"{module}.txt": "\n".join(lines) + "\n" for module in chosen if (lines := listing(module))}
    os.makedirs(FOLDER, exist_ok=True)
    present = {os.path.basename(path) for path in glob.glob(os.path.join(FOLDER, "*.txt"))}
    if "--write" in sys.argv:
        for name in present - set(expected):
            os.remove(os.path.join(FOLDER, name))
        for name, text in expected.items():
            with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
                file.write(text)
    else:
        for name in sorted(present | set(expected)):
            path = os.path.join(FOLDER, name)
            old = open(path, encoding="utf-8").read() if name in present else ""
            new = expected.get(name, "")
            changed = list(difflib.unified_diff(
                old.splitlines(), new.splitlines(), f"docs/api/{name}", "the build", lineterm="", n=0))
            if changed:
                faults.append("\n".join(changed))
        if faults:
            faults.append("The public API has changed. If that is intended, run `make api` and say so in CHANGELOG.md.")
    examples(faults)
    tree.finish(faults)
