"""Compiles what apps use as for the oldest macOS of Package.swift, with the compiler's own checks of availability.

The toolchain's interfaces of the standard library (`Swift.swiftinterface` and others) say for every declaration since which
system of Apple it exists, also on Linux, where the compiler does not apply it. So this compiles these interfaces, and then
this package's modules, for a macOS target. Foundation exists as a compiled module only; the name of its target in it is
replaced. C headers are those of Linux. iOS and visionOS of the same year have the same libraries: `YEARS`.

KeyfobBackport is compiled as on Apple's systems, over a stub of their lock, and AppleStubs/BackportTrial runs it. The other
modules are compiled as on Linux, since Apple's frameworks are not here; code behind their conditions is checked for this by
faces.py only as far as the stubs know. Of modules that use packages, only the declarations are compiled.

The compiled libraries are kept in .build/availability. The first run takes a minute.
"""

import hashlib
import inspect
import os
import re
import subprocess
import sys
import tempfile

import stubs
import tree

# Systems of one year; each has the same standard library.
YEARS = {("17", "14", "1"): "14.0", ("18", "15", "2"): "15.0", ("26", "26", "26"): "26.0"}
# What the table below names must be in the interfaces, above the minimum: it shows that the check sees what it forbids.
NEWER = [
    ("Synchronization", "struct Mutex<"), ("Synchronization", "struct Atomic<"),
    ("Swift", "init?<Encoding>(validating codeUnits: some Sequence<Encoding.CodeUnit>"),
    ("Swift", "struct InlineArray<"), ("Swift", "struct UTF8Span"),
    ("Swift", "struct UInt128"), ("Swift", "var attoseconds:"), ("_Concurrency", "protocol TaskExecutor"),
]
LIBRARIES = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Synchronization"]
COMPILED = ["Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "Dispatch",
            "_FoundationCollections", "Glibc"]
TRIPLE = "x86_64-unknown-linux-gnu"
# As long as the triple in compiled modules, which it replaces.
OLD = "x86_64-apple-macosx10.15"
BODIES = []
DECLARATIONS = ["-experimental-skip-non-inlinable-function-bodies"]
PACKAGES = ["Crypto", "CryptoExtras", "SwiftASN1"]
UNSEEN = ["KeyfobStoreSQLite"]
MODULES = [
    ("KeyfobBackport", BODIES), ("KeyfobCore", BODIES), ("KeyfobCrypto", DECLARATIONS), ("KeyfobJOSE", BODIES),
    ("KeyfobOAuth", BODIES), ("KeyfobCache", BODIES), ("KeyfobFlows", BODIES), ("KeyfobDeviceProtocol", BODIES),
    ("KeyfobBrokerProtocol", BODIES), ("KeyfobSetup", BODIES), ("KeyfobBrokerClient", BODIES), ("KeyfobClient", BODIES),
    ("KeyfobADALClient", BODIES), ("KeyfobStoreKeychain", BODIES), ("KeyfobDBus", BODIES),
    ("KeyfobStoreSecretService", BODIES), ("KeyfobURLSession", BODIES), ("KeyfobUserAgents", BODIES),
    ("Keyfob", DECLARATIONS), ("MSAL", BODIES), ("ADAL", BODIES),
]
CONDITION = re.compile(r"^\s*#(?:if|elseif)\b.*", re.MULTILINE)


def toolchain():
    """Returns the folder lib/swift of the toolchain."""
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return re.search(r'"runtimeResourcePath": "(.*)"', info)[1]


def minimum():
    """Returns the version of macOS whose libraries the package may use."""
    text = tree.read("Package.swift")
    stated = re.search(r"platforms: \[\.macOS\(\.v(\d+)\), \.iOS\(\.v(\d+)\), \.visionOS\(\.v(\d+)\)\]", text)
    if not stated or (stated[2], stated[1], stated[3]) not in YEARS:
        tree.finish(["Package.swift: the platforms are not macOS, iOS and visionOS of one year"])
    return YEARS[stated[2], stated[1], stated[3]]


def is_newer(line, version):
    found = re.search(r"macOS (\d+(?:\.\d+)?)", line)
    return bool(found) and float(found[1]) > float(version)


def missing(swift, version):
    """Yields what the interfaces should have above the minimum, and do not."""
    for library, declaration in NEWER:
        with open(f"{swift}/linux/{library}.swiftmodule/{TRIPLE}.swiftinterface", encoding="utf-8") as file:
            text = file.read()
        at = text.find(declaration)
        # The attribute is on the declaration, or on the extension that contains it.
        before = text[:at].rsplit("@available(macOS", 1)[-1] if at > 0 else ""
        if not is_newer("macOS" + before, version):
            yield f"{library}.swiftinterface has no {declaration} above macOS {version}: correct NEWER"


def flags(swift, library, target):
    return ["swiftc", "-frontend", "-target", target, "-clang-target", TRIPLE, "-disable-objc-interop",
            "-plugin-path", f"{swift}/host/plugins", "-resource-dir", f"{library}/resources", "-I", library, "-Xcc", "-I" + swift,
            "-Xcc", f"-fmodule-map-file={library}/glibc.modulemap", "-module-cache-path", f"{library}/cache"]


def build_library(swift, folder, target):
    """Compiles the standard library's interfaces for a target, and adapts the modules that are compiled already.

    What is there stays: a run that was ended goes on where it was.
    """
    os.makedirs(f"{folder}/resources", exist_ok=True)
    for name in ("clang", "shims", "apinotes"):
        if not os.path.lexists(f"{folder}/resources/{name}"):
            os.symlink(f"{swift}/{name}", f"{folder}/resources/{name}")
    with open(f"{swift}/linux/x86_64/glibc.modulemap", encoding="utf-8") as file:
        modules = file.read()
    # The compiler places this map beside the headers; here it names their paths.
    modules = re.sub(r'header "(\w[\w/.]*)"', lambda name: f'header "{header(swift, name[1])}"', modules)
    write(f"{folder}/glibc.modulemap", modules.encode())
    for name in COMPILED:
        with open(f"{swift}/linux/{name}.swiftmodule/{TRIPLE}.swiftmodule", "rb") as file:
            write(module(folder, name), file.read().replace(TRIPLE.encode(), OLD.encode()))
    for name in LIBRARIES:
        if os.path.exists(module(folder, name)):
            continue
        with open(f"{swift}/linux/{name}.swiftmodule/{TRIPLE}.swiftinterface", encoding="utf-8") as file:
            text = re.sub(r"-target \S+", f"-target {target}", file.read()).replace(" -O ", " -Onone ")
        # Functions whose bodies are conditional on Apple's systems have none here.
        text = re.sub(r"^ *@backDeployed.*\n", "", text, flags=re.MULTILINE)
        text = text.replace("import Glibc\n", "").replace("_swift_stdlib_gettid()", "UInt32(0)")
        source = f"{folder}/{name}.swiftinterface"
        write(source, text.encode())
        os.makedirs(f"{folder}/{name}.swiftmodule", exist_ok=True)
        faults = stubs.run([*flags(swift, folder, target), "-compile-module-from-interface", "-parse-stdlib",
                            "-disable-availability-checking", "-module-name", name, "-o", module(folder, name), source])
        if faults:
            return faults
    return []


def module(folder, name):
    return f"{folder}/{name}.swiftmodule/x86_64-apple-macos.swiftmodule"


def write(path, data):
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def header(swift, name):
    places = [f"{swift}/linux/x86_64", "/usr/include", "/usr/include/x86_64-linux-gnu"]
    return next((f"{place}/{name}" for place in places if os.path.exists(f"{place}/{name}")), name)


def library_for(swift, target):
    """Returns the folder of the libraries for a target, which are made if they are not there."""
    version = subprocess.run(["swiftc", "--version"], capture_output=True, text=True, check=True).stdout
    recipe = version + target + inspect.getsource(build_library) + repr((LIBRARIES, COMPILED))
    folder = os.path.join(tree.ROOT, ".build", "availability", hashlib.sha256(recipe.encode()).hexdigest()[:16])
    faults = build_library(swift, folder, target)
    if faults:
        tree.finish(["the standard library's interfaces: " + fault for fault in faults])
    return folder


def copies(name, pattern, folder):
    """Copies sources, with conditions as on Linux; in KeyfobBackport, as on Apple's systems."""
    made = []
    for source in stubs.sources([pattern]):
        def answer(found):
            line = re.sub(r"\bos\((\w+)\)", lambda system: str(system[1] == "Linux").lower(), found[0])
            return re.sub(r"\bcanImport\(Darwin\)", str(name == "KeyfobBackport").lower(), line)

        path = os.path.relpath(source, tree.ROOT)
        made.append(os.path.join(folder, path))
        os.makedirs(os.path.dirname(made[-1]), exist_ok=True)
        with open(made[-1], "w", encoding="utf-8") as file:
            file.write(CONDITION.sub(answer, tree.read(path)))
    return made


def sources(folder):
    """Yields each module, its files and its options, after those that it imports."""
    empty = os.path.join(folder, "Empty.swift")
    open(empty, "w").close()
    yield from ((name, [empty], []) for name in UNSEEN)
    yield "os", copies("os", "AppleStubs/os/*.swift", folder), []
    yield from ((name, copies(name, f"AppleStubs/Packages/{name}/*.swift", folder), []) for name in PACKAGES)
    yield from ((name, copies(name, f"Sources/{name}/**/*.swift", folder), options) for name, options in MODULES)


def check(command, folder):
    faults = []
    for name, files, options in sources(folder):
        found = stubs.run([*command, *stubs.FLAGS, *options, "-I", folder, "-I", tree.ROOT + "/AppleStubs/KeyfobAtomics",
                           "-emit-module", "-parse-as-library", "-module-name", name,
                           "-o", os.path.join(folder, name + ".swiftmodule"), *files])
        faults += found
        # Without its module, everything after it would fail, too.
        if not os.path.exists(os.path.join(folder, name + ".swiftmodule")):
            break
    return faults


def trial(folder):
    """Runs KeyfobBackport as on Apple's systems, on this one."""
    common = ["swiftc", *stubs.FLAGS, "-parse-as-library", "-wmo", "-I", folder,
              "-I", tree.ROOT + "/AppleStubs/KeyfobAtomics"]
    objects = []
    for name, pattern in [("os", "AppleStubs/os/*.swift"), ("KeyfobBackport", "Sources/KeyfobBackport/**/*.swift")]:
        objects.append(os.path.join(folder, name + ".o"))
        faults = stubs.run([*common, "-module-name", name, "-emit-module", "-emit-module-path",
                            os.path.join(folder, name + ".swiftmodule"), "-emit-object", "-o", objects[-1],
                            *copies(name, pattern, folder)])
        if faults:
            return faults
    program = os.path.join(folder, "trial")
    main = stubs.sources(["AppleStubs/BackportTrial/*.swift"])
    return stubs.run(["swiftc", *stubs.FLAGS, "-I", folder, "-I", tree.ROOT + "/AppleStubs/KeyfobAtomics", *main,
                      *objects, "-o", program]) or stubs.run([program])


if __name__ == "__main__":
    if sys.platform == "darwin":
        tree.finish([])  # On macOS the build checks availability.
    swift, version = toolchain(), minimum()
    target = f"x86_64-apple-macosx{version}"
    faults = list(missing(swift, version))
    command = flags(swift, library_for(swift, target), target)
    with tempfile.TemporaryDirectory() as folder:
        faults += trial(folder)
    with tempfile.TemporaryDirectory() as folder:
        faults += check(command, folder)
        faults = [fault.replace(folder + "/", "") for fault in faults]
    tree.finish([fault.replace(tree.ROOT + "/", "") for fault in faults])
