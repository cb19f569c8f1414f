"""Compares AppleStubs/ with AppleStubs/facts.tsv, and what the sources call with the platforms of Package.swift.

The table comes from public bindings (Scripts/apple-facts), which this check does not need. It compiles the stubs as on
iOS and as on macOS, and compares what the compiler says of them: base class, protocols, isolation to the main actor,
names and labels, static or not, failable, asynchronous, read-only, weak, and types. A declaration without a fact is an
error, and so is a fact without a declaration. Then every use in the sources of what is newer than the package's minimum
must be inside `available`, and every use of what a platform lacks inside an `#if` that excludes the platform.
"""

import os
import re
import subprocess
import sys
import tempfile

import stubs
import tree

TABLE = "AppleStubs/facts.tsv"
COLUMNS = ["platform", "framework", "declaration", "form", "isolation", "objc", "iOS", "macOS", "visionOS", "sources"]
# Each platform's stubs, in the order in which they import each other.
FRAMEWORKS = {
    "iOS": ["UIKit", "Security", "AuthenticationServices", "SafariServices", "WebKit"],
    "macOS": ["AppKit", "Security", "AuthenticationServices", "WebKit"],
}
# What the stubs have of Foundation, the Objective-C runtime and CoreFoundation, and for AppleStubs/Trial.
OTHERS = re.compile(
    r"^(?:URLRequest|WKPlatformView|CF(?:String|Data|Dictionary|TypeRef)|OSStatus|NSSelectorFromString|Selector"
    r"|Method|IMP|NSObject|class_\w+|method_\w+|imp_\w+)\b|(?:^|\.|\()stubbed[A-Z]")
MODIFIERS = {
    "public", "open", "package", "nonisolated", "override", "weak", "final", "convenience", "required", "static",
    "optional", "dynamic", "unowned(unsafe)", "unowned", "@MainActor", "@preconcurrency", "@discardableResult", "@NSCopying",
    "@objc",
}
KINDS = {"class", "struct", "enum", "protocol", "func", "var", "let", "case", "typealias", "init", "extension"}
MODULES = re.compile(r"\b(?:UIKit|AppKit|Security|AuthenticationServices|SafariServices|WebKit|Foundation)\.")
BRIDGED = [
    (r"\bNSURLRequest\b", "URLRequest"), (r"\bNSHTTPURLResponse\b", "HTTPURLResponse"),
    (r"\bNSURLQueryItem\b", "URLQueryItem"), (r"\bNSURL\b", "URL"), (r"\bNSString\b", "String"),
    (r"\bNSData\b", "Data"), (r"\bNSUUID\b", "UUID"),
    (r"\bNSRect\b", "CGRect"), (r"\bNSPoint\b", "CGPoint"), (r"\bNSSize\b", "CGSize"),
    (r"\bNSNotification\b(?!\.)", "Notification"), (r"\bNSURLCredential\b", "URLCredential"),
    (r"\bNSURLAuthenticationChallenge\b", "URLAuthenticationChallenge"),
    (r"\bNSURLSessionAuthChallengeDisposition\b", "URLSession.AuthChallengeDisposition"),
    (r"\bNSError\?", "(any Error)?"), (r"\bNSError\b", "any Error"), (r"\bBOOL\b", "Bool"),
    (r"\bNSArray<([^<>]+)>", r"[\1]"), (r"\bNSSet<([^<>]+)>", r"Set<\1>"),
    (r"\bNSDictionary<([^<>,]+), ([^<>]+)>", r"[\1 : \2]"), (r"\bAnyObject\b", "Any"),
]


def normal(type_name):
    """Returns a type without modules, with bridged types under Swift's names, and `!` as `?`."""
    text = MODULES.sub("", type_name)
    for pattern, name in BRIDGED:
        text = re.sub(pattern, name, text)
    # A main-actor closure can always be sent; and an imported one never says which it is.
    text = text.replace("@MainActor @Sendable ", "").replace("@MainActor ", "").replace("@escaping ", "")
    return re.sub(r" = [^,)]+$", "", text).replace("!", "?").strip()


def split(text):
    """Splits at the commas outside brackets."""
    parts, depth, start = [], 0, 0
    text = text.replace("->", "\0\0")
    for index, character in enumerate(text):
        depth += (character in "([<") - (character in ")]>")
        if character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [part.replace("\0\0", "->").strip() for part in [*parts, text[start:]] if part.strip()]


def closing(text, start):
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] == "(") - (text[index] == ")")
        if depth == 0:
            return index
    return len(text)


class Declaration:
    """One declaration of a printed interface: its name with labels, its form, and whether it is on the main actor."""

    def __init__(self, line, path):
        words = line.split(" ")
        modifiers = []
        while words and (words[0] in MODIFIERS or (words[0] == "class" and words[1] in ("func", "var"))):
            modifiers.append(words.pop(0))
        self.modifiers = modifiers
        self.is_main = "@MainActor" in modifiers
        kind = re.match(r"\w+", words[0])
        self.kind = kind[0] if kind and kind[0] in KINDS else None
        rest = " ".join(words)
        self.opens = rest.endswith("{")
        rest = rest.removesuffix("{").strip()
        if self.kind in ("func", "init"):
            self.read_function(rest if self.kind == "init" else rest.removeprefix("func "))
        elif self.kind in ("var", "let"):
            self.read_variable(rest.split(" ", 1)[1])
        elif self.kind:
            self.read_type(rest.split(" ", 1)[1])
        self.path = ".".join([*path, self.name]) if self.kind else None

    def read_function(self, rest):
        start = rest.index("(")
        end = closing(rest, start)
        base = rest[:start].strip("`")
        labels, types = [], []
        for parameter in split(rest[start + 1:end]):
            names, kind = parameter.split(":", 1)
            labels.append(names.split(" ")[0])
            # Which closures can be sent, no binding says; the importer adds it where it adds an asynchronous form.
            types.append(normal(kind) if self.kind == "init" else normal(kind).replace("@Sendable ", ""))
        tail = rest[end + 1:]
        result = tail.split("->", 1)[1] if "->" in tail else ""
        self.name = base.rstrip("?!") + "(" + "".join(label + ":" for label in labels) + ")"
        traits = ["static"] * bool({"static", "class"} & set(self.modifiers))
        traits += ["failable"] * base.endswith("?") + ["async"] * bool(re.search(r"\basync\b", tail))
        traits += ["throws"] * bool(re.search(r"\bthrows\b", tail))
        shape = "(" + ", ".join(types) + ")" + (" -> " + normal(result) if result and result.strip() != "Void" else "")
        self.form = " ".join([*traits, self.kind, shape])

    def read_variable(self, rest):
        name, kind = rest.split(":", 1)
        self.name = name.strip("`")
        can_set = self.kind == "var" and not re.search(r"\{ get \}", kind)
        kind = re.sub(r"\{[^}]*\}", "", kind)
        traits = ["static"] * bool({"static", "class"} & set(self.modifiers)) + ["weak"] * ("weak" in self.modifiers)
        self.form = " ".join([*traits, "var" if can_set else "let", normal(kind)])

    def read_type(self, rest):
        name, _, bases = rest.partition(":")
        self.name = re.split(r"[ (=]", name.strip())[0].strip("`")
        ordered = [normal(base) for base in split(bases)]
        self.form = self.kind + (" : " + ", ".join(ordered) if ordered else "")
        if self.kind == "typealias":
            self.form = "typealias " + normal(rest.partition("=")[2])
        if self.kind in ("struct", "enum"):
            # What an import adds to an enumeration or a wrapped string is the same for all.
            self.form = self.kind


def read(text):
    """Yields the declarations of a printed interface."""
    path, pending, note = [], "", ""
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("/// objc: "):
            note = line.removeprefix("/// objc: ")
        if not line or line.startswith(("///", "//", "import ")):
            continue
        if line == "}":
            path.pop()
            continue
        if line.startswith("@") and " " not in line:
            pending += line + " "
            continue
        found = Declaration(pending + line, path)
        found.note, pending, note = note, "", ""
        if found.kind == "extension":
            path.append(found.name)
            continue
        if found.kind:
            yield found
        if found.opens:
            path.append(found.name if found.kind else line)


def interface(module, folder):
    """Returns the printed interface of a compiled module."""
    target = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    triple = re.search(r'"triple": "([^"]+)"', target)[1]
    command = ["swift-synthesize-interface", "-module-name", module, "-I", folder, "-target", triple]
    result = subprocess.run([*command, "-o", "-"], capture_output=True, text=True)
    if result.returncode != 0:
        tree.finish([f"{module}: " + result.stderr.strip()])
    return result.stdout


def stubbed(platform):
    """Returns the declarations of a platform's stubs by framework and path."""
    found, aliases = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for module in FRAMEWORKS[platform]:
            files = stubs.sources([f"AppleStubs/{module}/*.swift"])
            faults = stubs.compile_module(module, files, folder)
            if faults:
                tree.finish(faults)
            for declaration in read(interface(module, folder)):
                if declaration.path == "WKPlatformView":
                    aliases[declaration.path] = declaration.form.removeprefix("typealias ")
                for alias, name in aliases.items():
                    declaration.form = re.sub(rf"\b{alias}\b", name, declaration.form)
                if not is_foreign(declaration):
                    found.setdefault((module, declaration.path), declaration)
    return found


def is_foreign(declaration):
    """Whether a declaration is another module's, its base class's, or what every wrapped string or error has."""
    if "override" in declaration.modifiers and declaration.kind != "init":
        return True
    return bool(OTHERS.search(declaration.path)) or declaration.path.endswith(
        (".rawValue", ".init(rawValue:)", ".init(_:)", "Error.code"))


def values():
    """Returns the raw values of the enumerations' cases and of the numbers in the stubs, by name."""
    found = {}
    for path in tree.swift("AppleStubs"):
        text = tree.read(path)
        for name in re.finditer(r"\bcase (\w+) = (-?\d+)", text):
            owners = re.findall(r"\benum (\w+)", text[:name.start()])
            found[f"{owners[-1]}.{name[1]}"] = name[2]
        for name in re.finditer(r"public let (\w+): \w+ = (-?\d+)", text):
            found[name[1]] = name[2]
    return found


def value(declaration, known):
    """Returns the raw value of a case or a number, as a suffix of its form."""
    key = ".".join(declaration.path.split(".")[-2:]) if declaration.kind == "case" else declaration.path
    return " = " + known[key] if key in known else ""


def table():
    rows = {}
    for line in tree.read(TABLE).splitlines():
        if line and not line.startswith("#"):
            row = dict(zip(COLUMNS, line.split("\t"), strict=True))
            rows[row["platform"], row["framework"], row["declaration"]] = row
    rows.pop(("platform", "framework", "declaration"), None)
    return rows


def isolation(declaration):
    return "main" if declaration.is_main else "-"


def compare(platform, rows):
    """Yields what differs between a platform's stubs and the table."""
    known = values()
    declared = stubbed(platform)
    for (framework, path), declaration in declared.items():
        place = f"AppleStubs/{framework}: as on {platform}: {path}"
        row = rows.get((platform, framework, path))
        if row is None:
            yield f"{place} is in no binding of the framework; if it is new here, run Scripts/apple-facts"
            continue
        form = declaration.form + value(declaration, known)
        if form != row["form"]:
            yield f"{place} is `{form}` and has to be `{row['form']}`"
        if row["isolation"] != "?" and isolation(declaration) != row["isolation"]:
            has, needs = (name.replace("-", "nonisolated") for name in (isolation(declaration), row["isolation"]))
            yield f"{place} is {has} and has to be {needs}"
    for of, framework, path in rows:
        if of == platform and (framework, path) not in declared:
            yield f"AppleStubs/{framework}: {path} is in {TABLE} and in no stub of {platform}; run Scripts/apple-facts"


def number(version):
    return tuple(int(part) for part in version.split(".")) + (0,) * (3 - len(version.split(".")))


def minimums(faults):
    manifest = tree.manifest(faults)
    names = {"ios": "iOS", "macos": "macOS", "visionos": "visionOS"}
    return {names[one["platformName"]]: one["version"] for one in manifest["platforms"]} if manifest else {}


def scopes(text):
    """Returns, for each line, the texts of the conditions and the declarations that it stands under."""
    found, blocks, conditions, header = [], [], [], ""
    for line in text.splitlines():
        bare = re.sub(r'"(?:[^"\\]|\\.)*"|//.*', '""', line)
        directive = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", bare)
        if directive:
            if directive[1] == "if":
                conditions.append(directive[2])
            elif directive[1] == "endif":
                conditions.pop()
            else:
                conditions[-1] = directive[2] if directive[1] == "elseif" else f"not {conditions[-1]}"
        found.append((list(conditions), [*blocks, header + bare]))
        if directive:
            continue
        header += bare + "\n"
        for character in bare:
            if character == "{":
                blocks.append(header)
                header = ""
            elif character == "}" and blocks:
                blocks.pop()
                header = ""
        if re.search(r"\bguard\b.*#available", bare) and blocks:
            blocks[-1] += bare
        if not bare.strip() or bare.rstrip().endswith(("}", ")")) and not bare.strip().startswith("@"):
            header = ""
    return found


def guarded(blocks, platform, needed):
    for block in blocks:
        for version in re.findall(rf"available\([^)]*\b{platform} ([\d.]+)", block):
            if number(version) >= number(needed):
                return True
    return False


def uses(rows, least):
    """Yields the uses of what the minimum, or one of the platforms, lacks."""
    watched = {}
    for row in rows.values():
        for platform in least:
            since = row[platform]
            if since == "none" or since != "?" and number(since) > number(least[platform]):
                name = row["declaration"].split(".")[-1].split("(")[0]
                if name == "init":
                    # A class's newer initialiser is used through its newest label.
                    labels = re.findall(r"(\w+):", row["declaration"])
                    name = row["declaration"].split(".")[0]
                    watched.setdefault((row["framework"], name, tuple(labels)), {})[platform] = (since, row)
                else:
                    watched.setdefault((row["framework"], name, ()), {})[platform] = (since, row)
    for path in tree.swift("Sources", "Examples"):
        text = tree.read(path)
        imported = set(re.findall(r"^\s*(?:\w+ |@\w+ )*import (\w+)", text, re.MULTILINE))
        for (framework, name, labels), lacking in watched.items():
            if framework in imported:
                yield from uses_in(path, text, name, labels, lacking)


def uses_in(path, text, name, labels, lacking):
    lines = scopes(text)
    # Without the contents of strings and comments, each with its length.
    code = re.sub(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*', lambda found: " " * len(found[0]), text)
    is_member = any("." in row["declaration"] for _, row in lacking.values()) and not labels
    pattern = re.escape(name) + (r"\(\s*" + r"[^()]*".join(label + ":" for label in labels) if labels else r"\b")
    for found in re.finditer((r"(?:(?<=\.)|(?<=func ))" if is_member else r"(?<!\w)") + pattern, code):
        line = text.count("\n", 0, found.start())
        conditions, blocks = lines[line]
        for platform, (since, row) in lacking.items():
            if since == "none":
                if not excludes(conditions, platform, row["framework"]):
                    yield f"{path}:{line + 1}: {row['declaration']} is not on {platform}, and no #if excludes it there"
            elif not guarded(blocks, platform, since) and not excludes(conditions, platform, row["framework"]):
                yield f"{path}:{line + 1}: {row['declaration']} is from {platform} {since}, and no `available` says so"


def excludes(conditions, platform, framework):
    """Whether conditions that name platforms leave this one out."""
    # A file that imports a framework is compiled only where there is one.
    if framework in (("UIKit", "SafariServices") if platform == "macOS" else ("AppKit",)):
        return True
    for condition in conditions:
        named = re.findall(r"(?<!!)os\((\w+)\)", condition)
        inverted = condition.startswith("not ")
        if named and not inverted and platform not in named or inverted and named == [platform]:
            return True
    return False


def check():
    faults = []
    rows = table()
    for platform in FRAMEWORKS:
        faults += compare(platform, rows)
    return faults + sorted(uses(rows, minimums(faults)))


if __name__ == "__main__":
    if sys.platform == "darwin":
        tree.finish([])  # On macOS the build compiles these sources against the frameworks themselves.
    tree.finish(check())
