"""Compares every import under Sources/, and every dependency in Package.swift, with the table in docs/architecture.md.

SwiftPM lets a module import any module that has been built; this check does not. A module of this package
that a file imports must also be a dependency of its target in Package.swift, or it may not have been built yet.

No product and no plain library may depend on Testing or XCTest: debug builds find them, release builds do not.
"""

import re

import tree

TEST_LIBRARIES = {"Testing", "XCTest"}
FREE = {"Swift", "Foundation", "FoundationEssentials", "Synchronization", "Dispatch", "Glibc", "Musl", "Darwin", "MachO"}
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)",
    re.MULTILINE,
)


def table(faults):
    """Returns, for each module name, the set of modules that it may import, in the page's order."""
    allowed, floor_of = {}, {}
    for line in tree.read("docs/architecture.md").splitlines():
        row = re.match(r"\| *(\d+) *\| *`(\w+)` *\|.*\|([^|]*)\|$", line)
        if not row:
            continue
        floor, module, cell = int(row[1]), row[2], row[3]
        may = set()
        for first, last in re.findall(r"floors (\d)-(\d)", cell):
            may |= {name for name, at in floor_of.items() if int(first) <= at <= int(last)}
        for name in re.findall(r"`(\w+)`", cell):
            may.add(name)
        if floor_of and floor < max(floor_of.values()):
            faults.append(f"docs/architecture.md: {module} is below a higher floor")
        allowed[module], floor_of[module] = may, floor
    for position, module in enumerate(allowed):
        for name in allowed[module] & set(list(allowed)[position:]):
            faults.append(f"docs/architecture.md: {module} names {name}, which is in no earlier row")
    return allowed


def check_release(package, sources, faults):
    """Forbids that a target other than a test imports a test library or depends on a test target, even indirectly."""
    targets = {target["name"]: target for target in package["targets"]}
    for name, target in targets.items():
        if target["type"] == "test":
            continue
        for dependency in sorted(next(iter(d.values()))[0] for d in target["dependencies"]):
            if targets.get(dependency, {}).get("type") == "test":
                faults.append(f"Package.swift: {name} depends on {dependency}, a test target: release builds lack it")
        folder = target.get("path") or f"Sources/{name}"
        for path in sources:
            if path.startswith(folder + "/"):
                for found in sorted(set(IMPORT.findall(tree.read(path))) & TEST_LIBRARIES):
                    faults.append(f"{path}: imports {found}, which a release build of {name} does not find")
    for product in package["products"]:
        for name in product["targets"]:
            if targets[name]["type"] == "test":
                faults.append(f"Package.swift: product {product['name']} contains {name}, a test target")


def check_sources(allowed, declared, faults):
    for path in tree.swift("Sources"):
        module = path.split("/")[1]
        if module not in allowed:
            faults.append(f"{path}: {module} has no row in docs/architecture.md")
            continue
        text = re.sub(r'"""(?s:.*?)"""', "", tree.read(path))
        for name in sorted(set(IMPORT.findall(text)) - FREE - allowed[module] - {module}):
            faults.append(f"{path}: {module} may not import {name}")
        for name in sorted(set(IMPORT.findall(text)) & set(allowed) - declared.get(module, set(allowed)) - {module}):
            faults.append(f"{path}: imports {name}, which is no dependency of {module} in Package.swift")


def check_manifest(package, allowed, faults):
    """Compares the manifest with the table; returns each target's dependencies by its name."""
    declared = {}
    for target in package["targets"] if package else []:
        if target["type"] == "test" or target["name"] not in allowed:
            continue
        declared[target["name"]] = {next(iter(d.values()))[0] for d in target["dependencies"]}
        for name in sorted(declared[target["name"]]):
            if name not in allowed[target["name"]]:
                faults.append(f"Package.swift: {target['name']} may not depend on {name}")
    return declared


if __name__ == "__main__":
    faults = []
    allowed = table(faults)
    if not allowed:
        faults.append("docs/architecture.md has no table of modules")
    package = tree.manifest(faults)
    check_sources(allowed, check_manifest(package, allowed, faults), faults)
    if package:
        check_release(package, tree.swift("Sources"), faults)
    tree.finish(faults)
