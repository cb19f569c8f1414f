"""Compares the Objective-C names of MSAL and ADAL with those of Microsoft's headers, and compiles apps in Objective-C.

Tests/Vectors/objective-c has the genuine names, which Scripts/objc-names writes, and exceptions.tsv: the names that are
not offered, each with its reason. The compiler emits the header of each module as on iOS and on macOS
(objc_header.py); with the C targets' headers it has to declare every other name. Then clang compiles the C targets and
the apps of AppleStubs/ObjectiveC/Apps as Xcode would: with module maps, over stubs of Apple's frameworks.
"""

import concurrent.futures
import glob
import os
import re
import sys
import tempfile

import objc_header
import objc_names
import stubs
import tree

VERSIONS = {"MSAL": ["2.13.0"], "ADAL": ["2.7.18", "4.0.13", "6.0.5"]}
VECTORS = "Tests/Vectors/objective-c"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
METHOD = re.compile(r"([-+])\[(class|protocol) (\w+) (\S+)\]")
MACRO = re.compile(r"^#define (\w+) (\w+)$", re.MULTILINE)
DEFINED = re.compile(r"""^NSString \*const (\w+) =\s+@"([^"]*)";""", re.MULTILINE)
SWIFT_TEXT = re.compile(r"""\blet (\w+)(?:: String)? =\s+(?:NSNotification\.Name\()?"([^"]*)\"""")


def rows(name):
    """Returns the rows of a table: kind, name, and what follows."""
    lines = [line for line in tree.read(f"{VECTORS}/{name}").splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in lines[1:]]


def forwarding():
    """Returns the text of each header that only imports an umbrella header, by its path."""
    found = {}
    for module, versions in VERSIONS.items():
        headers = {row[2] for version in versions for row in rows(f"{module}-{version}.tsv")} - {f"{module}.h"}
        text = "// Written by Scripts/objc-names. An app may import Microsoft's header of this name.\n"
        text += f"#import <{module}/{module}.h>\n"
        found |= {f"{objc_header.include(module)}/{module}/{header}": text for header in headers}
    return found


class View:
    """The names that an app sees of a module on a platform."""

    def __init__(self, found, macros):
        self.names, self.bases, self.aliases, self.macros = set(found.names), found.bases, found.aliases, macros

    def has(self, kind, name):
        method = METHOD.fullmatch(name)
        if method:
            sign, owner_kind, owner, selector = method.groups()
            return self.responds(sign, (owner_kind, self.aliases.get(owner, owner)), selector)
        if kind == "class":
            name = self.aliases.get(name, name)
        if kind == "enumeration" and ("type", name) in self.names:
            return True
        return (kind, name) in self.names or (kind == "constant" and ("constant", self.macros.get(name)) in self.names)

    def responds(self, sign, owner, selector):
        if ("method", f"{sign}[{owner[0]} {owner[1]} {selector}]") in self.names:
            return True
        return any(self.responds(sign, base, selector) for base in self.bases.get(owner, []))


def view(module, platform, folder):
    """Returns the module's names and the compiler's errors; writes the header and its module map into the folder."""
    header, faults = objc_header.emit(module, platform, folder)
    if faults:
        return None, faults
    write(folder, f"{module}-Swift.h", header)
    write(folder, f"{module}.modulemap", f'module {module} {{\n    header "{module}-Swift.h"\n    export *\n}}\n')
    # Without modules, clang's tree has every declaration; the umbrella header imports the module at this place.
    umbrella = tree.read(f"{objc_header.include(module)}/{module}/{module}.h")
    text = umbrella.replace(f"@import {module};", f'#import "{folder}/{module}-Swift.h"')
    source = write(folder, f"{module}.m", text)
    options = ["-Wno-pragma-once-outside-header", "-I", os.path.join(tree.ROOT, objc_header.include(module))]
    found, faults = objc_names.declarations(platform, source, *options)
    if faults:
        return None, faults
    macros = objc_names.clang(platform, source, "-E", "-dM", *options).stdout
    return View(found, dict(MACRO.findall(macros))), []


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def compared(module, platform, seen):
    """Yields a fault for each genuine name that is missing without a reason, and each exception that is not needed."""
    exceptions = {(row[1], row[2]): row[3].split() for row in rows("exceptions.tsv") if row[0] == module}
    for version in VERSIONS[module]:
        for kind, name, header, platforms in rows(f"{module}-{version}.tsv"):
            if platform not in platforms.split():
                continue
            excepted = platform in exceptions.get((kind, name), [])
            if not seen.has(kind, name) and not excepted:
                yield f"{kind} {name} of {header} ({module} {version}) is missing"
            if seen.has(kind, name) and excepted:
                yield f"{kind} {name} is there, and also in {VECTORS}/exceptions.tsv"


def compiled(platform, folder):
    """Yields the errors and warnings of the C targets and of the apps."""
    options = [*WARNINGS, "-fmodules", f"-fmodules-cache-path={folder}/cache"]
    options += [f"-fmodule-map-file={objc_names.STUBS}/frameworks.modulemap"]
    for module in VERSIONS:
        place = os.path.join(tree.ROOT, objc_header.include(module))
        options += [f"-fmodule-map-file={place}/module.modulemap", "-I", place]
        options += [f"-fmodule-map-file={folder}/{module}.modulemap"]
    for source in stubs.sources(["Sources/*ObjC/*.m", "AppleStubs/ObjectiveC/Apps/*.m"]):
        result = objc_names.clang(platform, source, *options)
        faults = [line for line in result.stderr.splitlines() if "error:" in line]
        yield from faults or (result.stderr.splitlines() if result.returncode else [])
    # A Swift app sees the C targets' names beside the modules' own.
    command = [*objc_header.compiler(folder), "-I", objc_header.modules(folder), "-parse-as-library", "-typecheck"]
    yield from stubs.run(command + stubs.sources(["AppleStubs/ObjectiveC/Apps/*.swift"]))


def inconsistent():
    """Yields a fault for each constant of a C target that differs from Swift's, missing header, and odd exception."""
    for module in VERSIONS:
        swift = dict(SWIFT_TEXT.findall("\n".join(map(tree.read, stubs.sources([f"Sources/{module}/**/*.swift"])))))
        defined = DEFINED.findall(tree.read(f"Sources/{module}ObjC/{module}Names.m"))
        for name, value in defined:
            if swift.get(name, swift.get(name.removesuffix("Notification"))) != value:
                yield f"Sources/{module}ObjC: {name} has another value than in Swift"
        declared = re.findall(r"^extern NSString \*const (\w+)", tree.read(
            f"{objc_header.include(module)}/{module}/{module}Names.h"), re.MULTILINE)
        for name in sorted(set(declared) ^ {name for name, _ in defined}):
            yield f"Sources/{module}ObjC: {name} is declared or defined, and not both"
    for path, text in sorted(forwarding().items()):
        if not os.path.exists(os.path.join(tree.ROOT, path)) or tree.read(path) != text:
            yield f"{path}: missing or different; run Scripts/objc-names"
    genuine = {(module, *row[:2]) for module in VERSIONS for version in VERSIONS[module]
               for row in rows(f"{module}-{version}.tsv")}
    for row in rows("exceptions.tsv"):
        if len(row) != 5 or not row[4] or tuple(row[:3]) not in genuine:
            yield f"{VECTORS}/exceptions.tsv: {' '.join(row[:3])} has no reason, or is no name of Microsoft's headers"


def check(platform):
    with tempfile.TemporaryDirectory() as folder:
        faults = objc_header.prepare(platform, folder)
        views = {} if faults else {module: view(module, platform, folder) for module in VERSIONS}
        for module, (seen, errors) in views.items():
            faults += errors or compared(module, platform, seen)
        if views and not any(errors for _, errors in views.values()):
            faults += compiled(platform, folder)
        return [f"as {platform}: {fault.replace(folder + '/', '')}" for fault in faults]


if __name__ == "__main__":
    if sys.platform == "darwin":
        tree.finish([])  # On macOS the build compiles the header and the C targets against the frameworks themselves.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for faults in pool.map(check, objc_names.TARGETS) for fault in faults]
    tree.finish([fault.replace(tree.ROOT + "/", "") for fault in [*inconsistent(), *faults]])
