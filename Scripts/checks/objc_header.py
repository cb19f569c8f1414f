"""Emits the Objective-C header of MSAL or ADAL, as Xcode would, with the compiler for Linux.

The compiler's own switch for Objective-C works here, over AppleStubs/ObjectiveC in place of Apple's runtime, with
three differences. `throws` in a method for Objective-C stops the compiler, because Linux's standard library has no
type for `NSError **`: copies of the sources have that parameter spelled out. An override of an imported declaration
cannot bridge its types, so `description` and `NSError`'s initialiser are declared anew. And the classes of
Foundation, UIKit and WebKit that the declarations name are those of the stubs.
"""

import os
import re
import subprocess

import faces
import stubs
import tree

HEADERS = os.path.join(tree.ROOT, "AppleStubs", "ObjectiveC")
# Without MemberImportVisibility: the copies import Foundation, whose NSObject the stub replaces.
FLAGS = ["-swift-version", "6", "-package-name", "keyfob", "-enable-upcoming-feature", "ExistentialAny"]
FLAGS += ["-enable-upcoming-feature", "InternalImportsByDefault"]
TYPES = ["NSObject", "NSCopying", "NSCoding", "NSSecureCoding", "NSCoder", "NSError", "NSNumber", "HTTPURLResponse"]
TYPES += ["DispatchQueue", "KeyfobErrorOut"]
VIEWS = {
    "iOS": ["UIViewController", "UIModalPresentationStyle", "WKWebView", "WKWebViewConfiguration"],
    "macOS": ["NSViewController", "WKWebView", "WKWebViewConfiguration"],
}
ALIASES = """public import Foundation
public import ObjectiveC
public typealias NSObjectProtocol = ObjectiveC.NSObjectProtocol
public typealias NSZone = OpaquePointer
public typealias NSErrorPointer = KeyfobPointerOut?
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = KeyfobPointerOut
extension NSError: @unchecked Sendable, Error {}
"""
# What the stand-ins of NSObject.h are in the genuine header.
SPELLED = {
    "KeyfobQueue * ": "dispatch_queue_t ",
    "@class KeyfobQueue;\n": "",
    "KeyfobErrorOut _Nullable": "NSError * _Nullable * _Nullable",
    "KeyfobZone _Nullable": "NSZone * _Nullable",
    "struct _NSZone * _Nullable": "NSZone * _Nullable",
}
# Foundation's classes, which are Swift's own on Linux, with the name that they have there.
SWIFT_CLASS = re.compile(r"\b_TtC10Foundation\d+(\w+)")
# The declarations begin here; the class that a pointer stood for has to be known before.
FIRST = re.compile(r"""^(?=@class |SWIFT_(?:CLASS|PROTOCOL)_NAMED\(")""", re.MULTILINE)
FORWARD = {"MSAL": "", "ADAL": "@class ADAuthenticationError;\n"}
POINTERS = {"MSAL": "NSError * _Nullable * _Nullable", "ADAL": "ADAuthenticationError * _Nullable * _Nullable"}

ATTRIBUTE = re.compile(r"@objc\((?P<selector>[\w:]+)\)")
# What may stand between a function's name and its @objc: the condition's end, attributes and modifiers.
BETWEEN = re.compile(r"(?:\s+|#\w+\b(?: [\w()]+)?|@\w+(?:\([^)]*\))?|///.*|\b[a-z]+\b)*")
PROTOCOL = re.compile(r"@objc[^{]*?\bprotocol \w+[^{]*\{")
# Exchanges a method by closures that only Apple's standard library compiles; declares nothing for Objective-C.
LEFT_OUT = ("Sources/ADAL/Platform/DelegateHook.swift",)
# Overrides of what the stub of NSObject or NSError has no bridged type for.
BRIDGED = re.compile(r"\boverride +(?=var description\b|init\(domain: String, code: Int)")
FUNCTION = re.compile(r"\b(?:func +[\w`]+|init\??) *\(")
THROWS = re.compile(r"\s*\b(?<!re)throws\b(?:\([\w.]+\))?")


def closing(text, start):
    """Returns the place of the bracket that closes the one before `start`."""
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place
    raise ValueError("a bracket is not closed")


def signature(function, parameters):
    """Returns the Swift name of a function: `remove(_:wipeAccount:)`."""
    labels, depth, fresh = [], 0, True
    for part in re.finditer(r"[\[({<]|->|[\])}>]|,|[\w`]+", parameters):
        if part[0] in "[({<":
            depth += 1
        elif part[0] in "])}>":
            depth -= 1
        elif depth == 0 and part[0] == ",":
            fresh = True
        elif fresh and part[0] != "->":
            labels.append(part[0] + ":")
            fresh = False
    return re.sub(r"func +|\?|\(| ", "", function) + "(" + "".join(labels) + ")"


def functions(text):
    """Yields each function that throws: its selector or None, its name, its match, and the end of its parameters."""
    attributes = list(ATTRIBUTE.finditer(text))
    for function in FUNCTION.finditer(text):
        end = closing(text, function.end())
        if not THROWS.match(text, end + 1):
            continue
        before = [found for found in attributes if found.end() < function.start()]
        between = text[before[-1].end():function.start()] if before else "{"
        selector = before[-1]["selector"] if BETWEEN.fullmatch(between) else None
        yield selector, signature(function[0], text[function.end():end]), function, end


def without_throws(text, requirements):
    """Returns Swift text in which nothing throws. A method for Objective-C that threw gets the parameter `error`, and a
    result that can state an error; so does one without a selector that has a requirement's name.
    """
    made, done = [], 0
    for selector, name, function, end in functions(text):
        if (selector or "").count(":") != name.count(":") + 1 and name not in requirements:
            continue
        parameters = text[function.end():end].rstrip()
        tail = re.compile(r"[^{\n]*").match(text, THROWS.match(text, end + 1).end())
        head = text[done:function.start()] + function[0].replace("init(", "init?(")
        result = tail[0].rstrip()
        if "init" not in function[0]:
            result = result + "?" * (result[-1] != "?") if result else " -> Bool"
        unlabelled = parameters == "" and selector is not None and selector.count(":") == 1
        added = "_ error: KeyfobErrorOut?" if unlabelled else "error: KeyfobErrorOut?"
        made += [head, parameters, ", " if parameters else "", added, ")", result, " "]
        done = tail.end()
    return THROWS.sub("", "".join(made) + text[done:])


def required(texts):
    """Returns the Swift names of the throwing methods of protocols for Objective-C."""
    names = set()
    for text in texts:
        for protocol in PROTOCOL.finditer(text):
            body = text[protocol.end():closing(text, protocol.end())]
            names |= {name for selector, name, _, _ in functions(body) if selector}
    return names


def copies(name, platform, folder):
    """Writes the module's sources for the run, and returns their paths."""
    made = faces.copies(f"Sources/{name}/**/*.swift", platform, folder)
    made = [path for path in made if not path.endswith(LEFT_OUT)]
    requirements = required(map(tree.read, made))
    for path in made:
        text = without_throws(tree.read(path), requirements)
        text = BRIDGED.sub("", text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    aliases = os.path.join(folder, f"{name}Aliases.swift")
    with open(aliases, "w", encoding="utf-8") as file:
        file.write(ALIASES)
        file.writelines(f"public typealias {name} = ObjectiveC.{name}\n" for name in TYPES + VIEWS[platform])
    return made + [aliases]


def include(name):
    """Returns the folder of the C target's headers."""
    return f"Sources/{name}ObjC/include"


def modules(folder):
    """Returns the folder of the two modules as Apple's compiler makes them."""
    return os.path.join(folder, "modules")


def compiler(folder):
    """Returns the command of the Swift compiler with Objective-C, over the stubs and the C targets."""
    command = ["swiftc", *FLAGS, "-Xfrontend", "-enable-objc-interop", "-suppress-warnings"]
    includes = [os.path.join(tree.ROOT, include(name)) for name in POINTERS]
    for place in (folder, HEADERS, os.path.join(HEADERS, "objc"), faces.MAPS, *includes):
        command += ["-I", place]
    return command


def prepare(platform, folder):
    """Compiles the declarations of the modules that MSAL and ADAL import; returns the compiler's errors."""
    empty = os.path.join(folder, "Empty.swift")
    open(empty, "w").close()
    for name in faces.UNSEEN:
        faces.compile_module(name, [empty], folder, [])
    for name, pattern, _ in faces.modules(platform):
        if name == "MSAL":
            break
        faults = faces.compile_module(name, faces.copies(pattern, platform, folder), folder, faces.DECLARATIONS)
        if faults:
            return faults
    return []


def emit(name, platform, folder):
    """Returns the header's text, and the compiler's errors, one of them empty."""
    header = os.path.join(folder, f"{name}-Swift.h")
    os.makedirs(modules(folder), exist_ok=True)
    command = [*compiler(folder), "-emit-module", "-parse-as-library", "-wmo", "-module-name", name]
    command += ["-Xfrontend", "-experimental-skip-all-function-bodies"]
    command += ["-emit-module-path", os.path.join(modules(folder), f"{name}.swiftmodule")]
    command += ["-emit-objc-header-path", header]
    command += copies(name, platform, os.path.join(folder, "objc"))
    faults = stubs.run(command)
    if faults:
        return "", faults
    with open(header, encoding="utf-8") as file:
        text = file.read()
    for stand_in, genuine in {**SPELLED, "KeyfobPointerOut _Nullable": POINTERS[name]}.items():
        text = text.replace(stand_in, genuine)
    text = FIRST.sub(FORWARD[name], text, count=1)
    return SWIFT_CLASS.sub(r"\1", text), []
