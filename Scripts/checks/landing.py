"""Checks that every library module has a DocC landing page, and that the symbols that the page links to exist."""

import os
import re

import tree

PROGRAMS = re.compile(r"Command$|^Keyfob(?:Demo|DeviceProbe|ParserCosts)$|^Keyfob(?:Store|Keychain)Torture$")


def check(module, text, sources, faults):
    # A page of a module with public declarations is for its users; the other pages are for those who read its code.
    is_public = os.path.exists(os.path.join(tree.ROOT, "docs", "api", module + ".txt"))
    access = "(?:public|open)" if is_public else "(?:public|open|package)"
    page = f"Sources/{module}/{module}.docc/{module}.md"
    if not text.startswith(f"# ``{module}``\n"):
        faults.append(f"{page}: does not begin with # ``{module}``")
    for name in sorted(set(re.findall(r"``(\w+)``", text)) - {module}):
        declaration = rf"\b{access}\s+(?:final\s+class|class|struct|enum|protocol|actor|typealias)\s+{name}\b"
        if not re.search(declaration, sources):
            faults.append(f"{page}: links to {name}, which {module} does not declare as public, or package")


if __name__ == "__main__":
    faults, files = [], tree.swift("Sources")
    pages = set(tree.paths())
    for module in sorted({path.split("/")[1] for path in files}):
        page = f"Sources/{module}/{module}.docc/{module}.md"
        if PROGRAMS.search(module):
            continue
        if page not in pages:
            faults.append(f"{page} is missing")
            continue
        check(module, tree.read(page), "".join(tree.read(p) for p in files if p.split("/")[1] == module), faults)
    tree.finish(faults)
