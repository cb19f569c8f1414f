"""The Objective-C names that a header declares, as clang parses it over the stubs in AppleStubs/ObjectiveC.

A name is a kind and a text: a class or protocol, a method of one of them with its selector (a property is its
accessors), an enumeration, a constant of an enumeration, a global variable, a function or the name of a type. What is
declared unavailable is left out.
"""

import json
import os
import subprocess

import tree

STUBS = os.path.join(tree.ROOT, "AppleStubs", "ObjectiveC")
TARGETS = {"iOS": "arm64-apple-ios17.0", "macOS": "arm64-apple-macos14.0"}
KINDS = {
    "EnumDecl": "enumeration", "EnumConstantDecl": "constant", "VarDecl": "global", "FunctionDecl": "function",
    "TypedefDecl": "type",
}
CONTAINERS = {"ObjCInterfaceDecl": "class", "ObjCProtocolDecl": "protocol", "ObjCCategoryDecl": "class"}


def clang(platform, source, *options):
    """Returns the finished run of clang over an Objective-C source, without producing code."""
    command = ["clang", "-x", "objective-c", "-fsyntax-only", "-fobjc-arc", "-fblocks", "-target", TARGETS[platform]]
    command += ["-nostdlibinc", "-I", STUBS, *options, source]
    return subprocess.run(command, capture_output=True, text=True)


class Declarations:
    """What a source declares: `names` maps each kind and text to its header, `bases` each class to what it inherits."""

    def __init__(self, root):
        self.names, self.bases, self.aliases = {}, {}, {}
        self.file = ""
        self.visit(root, None)

    def visit(self, node, container):
        kind = node.get("kind")
        for key, value in node.items():
            if key in ("loc", "range"):
                self.move(value)
                if key == "loc":
                    header = os.path.basename(self.file)
        for base in [node.get("super"), *node.get("protocols", [])]:
            if base and base.get("name") and kind in CONTAINERS:
                owner = node.get("interface", node)["name"]
                self.bases.setdefault((CONTAINERS[kind], owner), []).append(
                    ("protocol" if base.get("kind") == "ObjCProtocolDecl" else "class", base["name"]))
        if kind in CONTAINERS:
            owner = node.get("interface", node).get("name")
            container = (CONTAINERS[kind], owner)
            # A forward declaration has only attributes; a protocol's definition may only list others.
            members = [child for child in node.get("inner", []) if not child["kind"].endswith("Attr")]
            if kind != "ObjCCategoryDecl" and members:
                self.names[container] = header
            elif kind == "ObjCProtocolDecl" and node.get("protocols"):
                self.names.setdefault(container, header)
        elif kind == "ObjCCompatibleAliasDecl":
            self.aliases[node["name"]] = node["interface"]["name"]
        elif not any(child.get("kind") == "UnavailableAttr" for child in node.get("inner", [])):
            if kind == "ObjCMethodDecl" and container:
                sign = "-" if node.get("instance") else "+"
                self.names.setdefault(("method", f"{sign}[{container[0]} {container[1]} {node['name']}]"), header)
            elif kind in KINDS and node.get("name") and not node.get("isImplicit"):
                self.names.setdefault((KINDS[kind], node["name"]), header)
        if kind in ("TranslationUnitDecl", "LinkageSpecDecl", "EnumDecl", *CONTAINERS):
            for child in node.get("inner", []):
                self.visit(child, container)
        else:
            self.skip(node)

    def move(self, place):
        """Follows the dump's locations, which state a file only where it differs from the one before."""
        for key, value in place.items():
            if key == "file":
                self.file = value
            elif key != "includedFrom" and isinstance(value, dict):
                self.move(value)

    def skip(self, node):
        for child in node.get("inner", []):
            for key, value in child.items():
                if key in ("loc", "range"):
                    self.move(value)
            self.skip(child)


def declarations(platform, source, *options):
    """Returns the declarations of a source with the stubs, and clang's errors."""
    result = clang(platform, source, "-Xclang", "-ast-dump=json", *options)
    faults = [line for line in result.stderr.splitlines() if "error:" in line]
    return (None, faults) if faults else (Declarations(json.loads(result.stdout)), [])
