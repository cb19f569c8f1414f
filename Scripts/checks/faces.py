"""Type-checks MSAL and ADAL as on iOS, visionOS and macOS, and GuideApple, which calls them, against AppleStubs/.

A compiler on Linux skips code inside `#if os(iOS)` or `#if canImport(UIKit)`. So this compiles copies in which the platform
conditions have the platform's value; the stubs determine whether a framework can be imported. Of lower modules without
platform conditions only the declarations are compiled, which needs no packages: the build checks their bodies. Code inside
`#if canImport(ObjectiveC)` is checked by objc.py, and here by one rule: a file with `@objc` must import Foundation, unless
only an enum has the attribute.
"""

import concurrent.futures
import os
import re
import sys
import tempfile

import stubs
import tree

PLATFORMS = {
    "iOS": ["UIKit", "Security", "AuthenticationServices", "SafariServices", "WebKit"],
    "visionOS": ["UIKit", "Security", "AuthenticationServices", "WebKit"],
    "macOS": ["AppKit", "Security", "AuthenticationServices", "WebKit"],
}
DECLARATIONS = ["-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"]
WHOLE = ["-warnings-as-errors"]
# Packages whose types KeyfobCrypto's declarations use; the stubs declare those types.
PACKAGES = ["Crypto", "CryptoExtras", "SwiftASN1"]
# Stores that only function bodies of Keyfob use.
UNSEEN = ["KeyfobStoreSQLite", "KeyfobStoreSecretService"]
MODULES = [
    ("KeyfobCore", DECLARATIONS), ("KeyfobCrypto", DECLARATIONS), ("KeyfobJOSE", DECLARATIONS),
    ("KeyfobOAuth", DECLARATIONS), ("KeyfobCache", WHOLE), ("KeyfobFlows", DECLARATIONS),
    ("KeyfobDeviceProtocol", DECLARATIONS), ("KeyfobBrokerProtocol", DECLARATIONS),
    ("KeyfobSetup", WHOLE), ("KeyfobBrokerClient", WHOLE), ("KeyfobClient", WHOLE),
    ("KeyfobADALClient", WHOLE),
    ("KeyfobStoreKeychain", WHOLE), ("KeyfobURLSession", DECLARATIONS), ("KeyfobUserAgents", WHOLE),
    ("Keyfob", DECLARATIONS), ("MSAL", WHOLE), ("ADAL", WHOLE),
]
# Darwin's functions, which Linux has with other types.
DARWIN_CALLS = "Sources/KeyfobUserAgents/"
CONDITION = re.compile(r"^\s*#(?:if|elseif)\b.*", re.MULTILINE)
# The declaration after an @objc, past the other lines of its condition.
OBJC = re.compile(r"@objc\b(?!Members)(?:\([^)]*\))?\s+(?:(?:@objcMembers|#endif)\s+)*(\S.*)")
FOUNDATION = re.compile(r"^(?:public )?import Foundation$", re.MULTILINE)


def without_foundation():
    for source in stubs.sources(["Sources/MSAL/**/*.swift", "Sources/ADAL/**/*.swift"]):
        text = tree.read(source)
        needing = [line for line in OBJC.findall(text) if not re.match(r"(?:public )?enum ", line)]
        if needing and not FOUNDATION.search(text):
            yield f"{source}: has @objc and does not import Foundation"


def answered(path, platform):
    """Returns a file's text with its platform conditions replaced by their value on a platform."""
    def answer(found):
        line = re.sub(r"\bos\((\w+)\)", lambda name: str(name[1] == platform).lower(), found[0])
        return line if path.startswith(DARWIN_CALLS) else re.sub(r"\bcanImport\(Darwin\)", "true", line)

    return CONDITION.sub(answer, tree.read(path))


def copies(pattern, platform, folder):
    made = []
    for source in stubs.sources([pattern]):
        path = os.path.relpath(source, tree.ROOT)
        made.append(os.path.join(folder, path))
        os.makedirs(os.path.dirname(made[-1]), exist_ok=True)
        with open(made[-1], "w", encoding="utf-8") as file:
            file.write(answered(path, platform))
    return made


def compile_module(name, files, folder, options):
    command = ["swiftc", *stubs.FLAGS, "-parse-as-library", "-wmo", "-I", folder, "-module-name", name, *options]
    command += ["-emit-module", "-emit-module-path", os.path.join(folder, name + ".swiftmodule")]
    return stubs.run(command + files) if files else [f"{name}: no sources"]


def modules(platform):
    """Yields each module, its place and its options, after those that it imports."""
    yield from ((name, f"AppleStubs/{name}/*.swift", WHOLE) for name in PLATFORMS[platform])
    yield from ((name, f"AppleStubs/Packages/{name}/*.swift", WHOLE) for name in PACKAGES)
    yield from ((name, f"Sources/{name}/**/*.swift", options) for name, options in MODULES)
    # Of Keyfob only declarations are compiled; its sources over Apple's frameworks are compiled as a whole.
    yield "KeyfobApple", "Sources/Keyfob/Apple/*.swift", WHOLE
    if platform != "macOS":
        yield "GuideApple", "Examples/Sources/GuideApple/*.swift", WHOLE


def check(platform):
    with tempfile.TemporaryDirectory() as folder:
        faults = check_in(folder, platform)
        return [f"as {platform}: {fault.replace(folder + '/', '')}" for fault in faults]


def check_in(folder, platform):
    empty = os.path.join(folder, "Empty.swift")
    open(empty, "w").close()
    for name in UNSEEN:
        compile_module(name, [empty], folder, [])
    for name, pattern, options in modules(platform):
        faults = compile_module(name, copies(pattern, platform, folder), folder, options)
        if faults:
            return faults
    return []


if __name__ == "__main__":
    if sys.platform == "darwin":
        tree.finish([])  # On macOS the build compiles these sources against the frameworks themselves.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for faults in pool.map(check, PLATFORMS) for fault in faults]
    tree.finish([fault.replace(tree.ROOT + "/", "") for fault in [*without_foundation(), *faults]])
