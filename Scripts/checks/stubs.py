"""Compiles sources that need an Apple framework against the stubs in AppleStubs/, up to SIL, where data races are found;
then AppleStubs/Trial runs them over the stubs.

Of this package's modules only the files that those sources call are compiled: a few seconds.
"""

import glob
import os
import subprocess
import sys
import tempfile

import tree

FLAGS = ["-swift-version", "6", "-package-name", "keyfob"]
for feature in ("ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"):
    FLAGS += ["-enable-upcoming-feature", feature]

# Module and its sources; each may import those above it. The modules after the stubs are checked.
MODULES = [
    ("UIKit", ["AppleStubs/UIKit/*.swift"]),
    ("Security", ["AppleStubs/Security/*.swift"]),
    ("AuthenticationServices", ["AppleStubs/AuthenticationServices/*.swift"]),
    ("SafariServices", ["AppleStubs/SafariServices/*.swift"]),
    ("WebKit", ["AppleStubs/WebKit/*.swift"]),
    ("KeyfobCore", ["Sources/KeyfobCore/**/*.swift"]),
    ("KeyfobFlows", ["Sources/KeyfobFlows/Ports/*.swift"]),
    ("KeyfobOAuth", ["Sources/KeyfobOAuth/Devices/DeviceDialect.swift"]),
    ("KeyfobUserAgents", ["Sources/KeyfobUserAgents/Apple/*.swift",
                          "Sources/KeyfobUserAgents/Browser/BrowserLauncher.swift"]),
    ("KeyfobCache", ["Sources/KeyfobCache/Keychain/KeychainServices.swift", "Sources/KeyfobCache/Keychain/Values/*.swift"]),
    ("KeyfobStoreKeychain", ["Sources/KeyfobStoreKeychain/Security/*.swift"]),
]


def sources(patterns):
    found = [path for pattern in patterns for path in glob.glob(os.path.join(tree.ROOT, pattern), recursive=True)]
    return sorted(found)


def run(command):
    """Returns a failed command's output: its lines with an error, or all if there are none."""
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return []
    lines = (result.stdout + result.stderr).splitlines() or [f"{command[0]}: exit status {result.returncode}"]
    return [line for line in lines if "error:" in line] or lines


def compile_module(name, files, folder):
    command = ["swiftc", *FLAGS, "-warnings-as-errors", "-parse-as-library", "-wmo", "-I", folder]
    command += ["-D", "KEYFOB_APPLE_STUBS", "-module-name", name]
    command += ["-emit-module", "-emit-module-path", os.path.join(folder, name + ".swiftmodule")]
    return run(command + ["-emit-object", "-o", os.path.join(folder, name + ".o")] + files)


def check(folder):
    for name, patterns in MODULES:
        files = sources(patterns)
        faults = compile_module(name, files, folder) if files else [f"{name}: no sources"]
        if faults:
            return faults
    trial = os.path.join(folder, "trial")
    objects = [os.path.join(folder, name + ".o") for name, _ in MODULES]
    return run(["swiftc", *FLAGS, "-I", folder, "-o", trial, *sources(["AppleStubs/Trial/*.swift"]), *objects]) or run(
        [trial])


if __name__ == "__main__":
    if sys.platform == "darwin":
        tree.finish([])  # On macOS the build compiles these sources against the frameworks themselves.
    with tempfile.TemporaryDirectory() as folder:
        faults = check(folder)
    tree.finish([fault.replace(tree.ROOT + "/", "") for fault in faults])
