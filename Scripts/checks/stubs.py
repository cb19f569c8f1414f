"""Sources that need an Apple framework compile against the stubs in AppleStubs/, as far as SIL, where data races show.

Of our own modules only what those sources call is compiled, from the very files, without code: a second or two.
"""

import glob
import os
import subprocess
import sys
import tempfile

import tree

FLAGS = ["-swift-version", "6", "-warnings-as-errors", "-package-name", "keyfob", "-parse-as-library"]
for feature in ("ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"):
    FLAGS += ["-enable-upcoming-feature", feature]

# Module, its sources, and whether it is what is checked; each may import those above it.
MODULES = [
    ("Security", ["AppleStubs/Security/*.swift"], False),
    ("KeyfobCore", ["Sources/KeyfobCore/**/*.swift"], False),
    (
        "KeyfobCache",
        ["Sources/KeyfobCache/Ports/KeychainServices.swift", "Sources/KeyfobCache/Keychain/Values/*.swift"],
        False,
    ),
    ("KeyfobStoreKeychain", ["Sources/KeyfobStoreKeychain/Security/*.swift"], True),
]


def sources(patterns):
    found = [path for pattern in patterns for path in glob.glob(os.path.join(tree.ROOT, pattern), recursive=True)]
    return sorted(found)


def compile_module(name, files, is_checked, folder):
    command = ["swiftc", *FLAGS, "-module-name", name, "-I", folder]
    if is_checked:
        command += ["-D", "KEYFOB_APPLE_STUBS", "-emit-sil", "-wmo", "-o", os.devnull]
    else:
        command += ["-emit-module", "-wmo", "-o", os.path.join(folder, name + ".swiftmodule")]
    result = subprocess.run(command + files, capture_output=True, text=True)
    lines = (result.stdout + result.stderr).splitlines()
    errors = [line for line in lines if "error:" in line] or lines
    return errors if result.returncode != 0 else []


if __name__ == "__main__":
    faults = []
    if sys.platform == "darwin":
        tree.finish(faults)  # There the build compiles these sources against the frameworks themselves.
    with tempfile.TemporaryDirectory() as folder:
        for name, patterns, is_checked in MODULES:
            files = sources(patterns)
            faults = compile_module(name, files, is_checked, folder) if files else [f"{name}: no sources"]
            if faults:
                break
    tree.finish([fault.replace(tree.ROOT + "/", "") for fault in faults])
