"""Compares MSAL and ADAL, as on iOS and macOS, with Microsoft's declarations: upstream.py [--write] [NAME-VERSION...]

`Tests/Vectors/upstream/` has those declarations as Swift's importer of Objective-C makes them; ours come from the
compiler, which lists them as symbol graphs over AppleStubs/. Both are read by one parser, after the importer's rules for
bridged types and for errors, which the listing does not apply. Then probes are compiled: a call of `init()` for each
class that has or inherits it.

A difference is a fault unless NAME-VERSION-exceptions.tsv states its reason; an exception without a difference is a fault
too. `--write` writes the tables of docs/api-comparison/, which are compared otherwise.
"""

import concurrent.futures
import fnmatch
import functools
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import faces
import stubs
import tree

DATA = "Tests/Vectors/upstream"
PAGES = "docs/api-comparison"
UPSTREAMS = [
    ("msal-2.13.0", "MSAL", ["iOS", "macOS"]),
    ("adal-2.7.18", "ADAL", ["iOS", "macOS"]),
    ("adal-4.0.13", "ADAL", ["iOS", "macOS"]),
    ("adal-6.0.5", "ADAL", ["iOS"]),
]
# An app as it was written for a version, which has to compile unchanged. It imports the module only.
APPS = {
    "msal-2.13.0": "Tests/MSALTests/Versions/AppOf213.swift",
    "adal-2.7.18": "Tests/ADALTests/Versions/AppOf2.swift",
    "adal-4.0.13": "Tests/ADALTests/Versions/AppOf4.swift",
    "adal-6.0.5": "Tests/ADALTests/Versions/AppOf6.swift",
}
# What the importer makes of Foundation's types; the elements of a collection are not compared.
BRIDGED = {
    "NSString": "String", "NSURL": "URL", "NSDate": "Date", "NSUUID": "UUID", "NSData": "Data", "NSError": "Error",
    "NSTimeInterval": "TimeInterval", "Double": "TimeInterval", "dispatch_queue_t": "DispatchQueue",
    "NSHTTPURLResponse": "HTTPURLResponse", "uint": "UInt32",
    "NSArray": "[_]", "NSDictionary": "[_: _]", "NSSet": "Set<_>",
}
ERROR = "UnsafeMutablePointer<NSError?>?"
WORD = re.compile(r"[A-Za-z_]\w*")
MODIFIERS = re.compile(
    r"(?:@\w+(?:\([^)]*\))?|public|open|final|override|required|convenience|weak|unowned|dynamic|optional|indirect"
    r"|nonisolated(?:\(\w+\))?|isolated|lazy|mutating)\s+")
KINDS = "class|enum|struct|protocol|typealias|extension|func|init|var|let|case|subscript"
# Members that every class has.
ROOT = {"hash", "isEqual(_:)", "copy(with:)", "description", "debugDescription", "hash(into:)"}


def closing(text, start):
    """Returns the place after the bracket that closes the one at a place."""
    depth = 0
    for place in range(start, len(text)):
        if text[place] in "([{<":
            depth += 1
        elif text[place] in ")]}" or (text[place] == ">" and text[place - 1] != "-"):
            depth -= 1
            if depth == 0:
                return place + 1
    return len(text)


def split(text, separator=","):
    """Splits at the separators that are outside brackets."""
    parts, start, place = [], 0, 0
    while place < len(text):
        if text[place] in "([{<":
            place = closing(text, place)
        else:
            if text[place] == separator:
                parts.append(text[start:place])
                start = place + 1
            place += 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def plain(kind, aliases):
    """Returns a type in the form that is compared: bridged, aliases resolved, without attributes and element types."""
    kind = re.sub(r"@\w+(?:\([^)]*\))?\s+|\b(?:any|sending|inout|borrowing|consuming)\s+", "", kind).strip()
    arrow = None
    place = 0
    while place < len(kind):
        if kind[place] in "([{<":
            place = closing(kind, place)
        elif kind.startswith("->", place):
            arrow = place
            break
        else:
            place += 1
    if arrow is not None:
        head = re.sub(r"\)\s*(?:async\s*)?(?:throws\s*)?$", ")", kind[:arrow].strip())
        inside = [plain(unlabelled(part), aliases) for part in split(head[1:-1])]
        return f"({', '.join(inside)}) -> {plain(kind[arrow + 2:], aliases)}".replace("-> ()", "-> Void")
    mark = re.search(r"[?!]+$", kind)
    if mark:
        inner = plain(kind[:mark.start()], aliases)
        return (f"({inner})" if "->" in inner else inner) + mark[0]
    if kind.startswith("(") and closing(kind, 0) == len(kind):
        parts = [plain(unlabelled(part), aliases) for part in split(kind[1:-1])]
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})" if parts else "Void"
    if kind.startswith("[") and closing(kind, 0) == len(kind):
        return "[_: _]" if len(split(kind[1:-1], ":")) == 2 else "[_]"
    if kind.startswith("Set<"):
        return "Set<_>"
    if kind.startswith("UnsafeMutablePointer<"):
        return f"UnsafeMutablePointer<{plain(kind[len('UnsafeMutablePointer<'):-1], aliases)}>"
    kind = kind.removeprefix("Foundation.").removeprefix("Swift.")
    if kind in aliases:
        return plain(aliases[kind], {name: target for name, target in aliases.items() if name != kind})
    return BRIDGED.get(kind, kind)


def unlabelled(part):
    return re.sub(r"^(?:\w+ )?\w+\s*:\s*(?!:)", "", part)


class Declaration:
    """One declaration: its key, and the traits that are compared."""

    def __init__(self, owner, text, is_open=None):
        self.owner, self.text = owner, re.sub(r"\s+", " ", text).strip()
        self.is_open = bool(re.search(r"\bopen\b", self.text)) if is_open is None else is_open
        rest, self.settable = self.text, False
        self.is_static = bool(re.search(r"\b(?:static|class) (?=var|let|func)", rest))
        while True:
            shorter = MODIFIERS.sub("", rest, count=1) if MODIFIERS.match(rest) else rest
            if shorter == rest:
                break
            rest = shorter
        rest = re.sub(r"^(?:static|class) (?=var|let|func)", "", rest)
        found = re.match(rf"({KINDS})\b", rest)
        self.kind = found[1] if found else None
        self.types, self.labels, self.defaults, self.result = [], [], [], None
        self.is_async = self.throws = self.failable = False
        self.supers = []
        if self.kind in ("func", "init"):
            self.read_function(rest)
        elif self.kind in ("var", "let"):
            name, _, kind = rest[4:].partition(":")
            self.name = name.strip().strip("`")
            accessors = re.search(r"\{([^}]*)\}\s*$", kind)
            self.result = re.sub(r"\{[^}]*\}\s*$", "", kind).split(" = ")[0].strip()
            self.settable = self.kind == "var" and (not accessors or "set" in accessors[1])
        elif self.kind == "case":
            name, _, value = rest[5:].partition(" = ")
            self.name = re.match(r"`?(\w+)", name)[1]
            self.value = value
        elif self.kind == "typealias":
            name, _, self.result = rest[len("typealias "):].partition(" = ")
            self.name = name.strip()
        elif self.kind:
            name, _, supers = rest[len(self.kind) + 1:].rstrip("{ }").partition(":")
            self.name = name.strip()
            self.supers = [part for part in split(supers) if not part.startswith("@unchecked")]

    def read_function(self, rest):
        found = re.match(r"(?:func\s+)?(`?\w+`?)([?!]?)\s*\(", rest)
        start = found.end() - 1
        end = closing(rest, start)
        for part in split(rest[start + 1:end - 1]):
            names, _, kind = part.partition(":")
            self.labels.append(names.split()[0].strip("`"))
            kind, _, default = kind.partition(" = ")
            self.types.append(kind.strip())
            self.defaults.append(bool(default))
        after, _, result = rest[end:].partition("->")
        self.base = found[1].strip("`")
        self.failable = bool(found[2])
        self.is_async, self.throws = "async" in after, "throws" in after
        self.result = result.strip() or "Void"
        self.bridge_error()
        self.name = f"{self.base}({''.join(label + ':' for label in self.labels)})"

    def bridge_error(self):
        """Applies the importer's rule: an error parameter becomes `throws` if the result says whether there was one."""
        if ERROR not in self.types or self.is_async:
            return
        place = self.types.index(ERROR)
        if self.kind == "init" and not self.failable:
            return
        if self.kind == "func" and not (self.result == "Bool" or self.result.endswith("?")):
            return
        del self.types[place], self.labels[place], self.defaults[place]
        self.base = self.base.removesuffix("WithError")
        self.throws, self.failable = True, False
        self.result = "Void" if self.result == "Bool" else self.result.removesuffix("?")

    @property
    def key(self):
        path = f"{self.owner}.{self.name}" if self.owner else self.name
        return path + (" async" if self.is_async else "")


def upstream(path):
    """Returns Microsoft's declarations of one file, by key."""
    found, owner = {}, None
    for line in tree.read(path).splitlines():
        if line.startswith(("import ", "//")) or not line.strip() or line.strip().startswith("@available"):
            continue
        if line == "}":
            owner = None
            continue
        declaration = Declaration(owner if line.startswith(" ") else None, line)
        if line.endswith("{"):
            owner = declaration.name
        if declaration.kind == "let" and declaration.name.endswith("Notification"):
            # The importer makes a member of NSNotification.Name of such a constant.
            name = declaration.name.removesuffix("Notification")
            declaration = Declaration("NSNotification.Name", f"static let {name}: NSNotification.Name")
        if declaration.kind != "extension":
            found[declaration.key] = declaration
    return found


def ours(folder, module):
    """Returns the module's declarations, by key, and each type's supertypes."""
    found, names, supers, identifiers = {}, {}, {}, {}
    for path in sorted(glob.glob(os.path.join(folder, "graph", f"{module}[.@]*symbols.json"))):
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        for symbol in graph["symbols"]:
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            owner = ".".join(symbol["pathComponents"][:-1]) or None
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            # Without Objective-C, what an extension declares cannot be overridden.
            is_open = symbol["accessLevel"] == "open" and "swiftExtension" not in symbol
            declaration = Declaration(owner, text, is_open)
            names[symbol["identifier"]["precise"]] = declaration.name
            identifiers[declaration.key] = symbol["identifier"]["precise"]
            declaration.overloads = found[declaration.key].overloads if declaration.key in found else []
            declaration.overloads.append(declaration)
            found[declaration.key] = declaration
        for link in graph["relationships"]:
            if link["kind"] in ("conformsTo", "inheritsFrom"):
                target = names.get(link["target"]) or link.get("targetFallback", link["target"]).split(".")[-1]
                supers.setdefault(link["source"], []).append(target)
    return found, {key: supers.get(identifier, []) for key, identifier in identifiers.items()}


def inherited(key, declarations, supers):
    """Returns our declaration of a key, or the one that its owner inherits."""
    if key in declarations:
        return declarations[key]
    owner, dot, name = key.partition(".")
    for above in supers.get(owner, []) if dot else []:
        if above != owner and (found := inherited(f"{above}.{name}", declarations, supers)):
            return found
    return None


def loose(kind):
    return kind.replace("?", "").replace("!", "").replace("(", "").replace(")", "")


def compare_types(theirs, mine):
    if theirs == mine:
        return None
    if mine in (theirs.replace("!", "?"), theirs.replace("!", "")):
        return "unwrapped"
    return "optional" if loose(theirs) == loose(mine) else "type"


def differences(theirs, mine, aliases):
    """Yields the names of the differences between two declarations, each with the two texts."""
    kinds = {"let": "var"}
    if kinds.get(theirs.kind, theirs.kind) != kinds.get(mine.kind, mine.kind):
        enum_constant = {theirs.kind, mine.kind} == {"var", "case"} and theirs.is_static
        if not enum_constant:
            yield "kind", theirs.kind, mine.kind
        return
    if theirs.is_static != mine.is_static:
        yield "static", str(theirs.is_static), str(mine.is_static)
    for trait in ("throws", "failable"):
        if getattr(theirs, trait) != getattr(mine, trait):
            yield trait, str(getattr(theirs, trait)), str(getattr(mine, trait))
    if theirs.settable and not mine.settable:
        yield "read-only", "get set", "get"
    if theirs.is_open and not mine.is_open:
        yield "final", "open", "not open"
    if theirs.kind == "typealias" or theirs.result:
        pairs = [(theirs.result, mine.result or ""), *zip(theirs.types, mine.types)]
        for place, (left, right) in enumerate(pairs):
            left, right = plain(left, aliases), plain(right, aliases)
            if place > 0 and right == f"{left}?":
                yield "wider", left, right
            elif difference := compare_types(left, right):
                yield difference, left, right
    for has, offers in zip(theirs.defaults, mine.defaults):
        if has and not offers:
            yield "default", "a default", "none"


def initialisers(name, theirs):
    """Returns the classes that have init(), by the headers' marks and the importer's rules of inheritance."""
    path = f"{DATA}/{name}-initialisers.tsv"
    marks = [line.split("\t") for line in tree.read(path).splitlines() if line and not line.startswith("#")]
    without = {owner for owner, mark in marks if mark in ("designated", "init unavailable")}
    classes = {key: item for key, item in theirs.items() if item.kind == "class"}

    def has(owner):
        if owner not in classes:
            return owner in ("NSObject", "NSError")
        if f"{owner}.init()" in theirs:
            return True
        return owner not in without and has(classes[owner].supers[0])

    return sorted(owner for owner in classes if has(owner))


def search(folder):
    """Returns the options with which the compiler finds the modules of a folder, and those in C that the stubs declare."""
    maps = sorted(glob.glob(os.path.join(tree.ROOT, "AppleStubs", "*", "module.modulemap")))
    return [option for place in [folder, *map(os.path.dirname, maps)] for option in ("-I", place)]


def probes(folder, module, platform, classes):
    """Returns the classes that cannot be made by init()."""
    path = os.path.join(folder, f"Probe{module}.swift")
    lines = [f"import {module}"] + [f"nonisolated func make{owner}() {{ _ = {owner}() }}" for owner in classes]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "5", *search(folder), path]
    result = subprocess.run(command, capture_output=True, text=True)
    bad = {int(line) for line in re.findall(rf"{re.escape(path)}:(\d+):\d+: error:", result.stderr)}
    if result.returncode != 0 and (not bad or 1 in bad):
        return None, result.stderr.strip().splitlines()
    return [classes[line - 2] for line in sorted(bad)], []


def app(name, platform, folder):
    """Compiles the app of a version as an app is compiled, in the language mode that it was written for."""
    files = faces.copies(APPS[name], platform, folder) if name in APPS else []
    command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "5", "-warnings-as-errors", *search(folder)]
    return [f"{name} on {platform}: {fault.replace(folder + '/', '')}" for fault in stubs.run(command + files)
            if "error:" in fault] if files else []


def compiled(platform, folder, wanted, further={}):
    """Compiles the modules as on a platform, with symbol graphs of the wanted ones, and modules with a further file."""
    empty = os.path.join(folder, "Empty.swift")
    open(empty, "w").close()
    for name in faces.UNSEEN:
        faces.compile_module(name, [empty], folder, [])
    for name, pattern, options in faces.modules(platform):
        if name in ("KeyfobApple", "GuideApple"):
            continue
        options = faces.DECLARATIONS if pattern.startswith("Sources/") else options
        files = faces.copies(pattern, platform, folder)
        if name in further:
            files += faces.copies(further[name], platform, folder)
        faults = faces.compile_module(name, files, folder, options)
        if not faults and name in wanted:
            faults = extract(name, folder)
        if faults:
            return [f"as {platform}: {fault.replace(folder + '/', '')}" for fault in faults]
    return []


def extract(module, folder):
    """Writes a module's symbol graphs, without the frameworks that it exports again."""
    graph = os.path.join(folder, "graph")
    os.makedirs(graph, exist_ok=True)
    return stubs.run([
        "swift", "symbolgraph-extract", "-module-name", module, *search(folder), "-target", target(), "-output-dir",
        graph,
        "-minimum-access-level", "public", "-skip-synthesized-members",
        f"-experimental-allowed-reexported-modules={module}"])


@functools.cache
def target():
    shown = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True)
    return json.loads(shown.stdout)["target"]["unversionedTriple"]


class Exceptions:
    """The differences that have a reason."""

    def __init__(self, name):
        self.path = f"{DATA}/{name}-exceptions.tsv"
        lines = tree.read(self.path).splitlines()
        self.rows = [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]
        self.used = set()

    def reason(self, platform, key, difference):
        for row in self.rows:
            platforms, pattern, what, reason = row
            if platforms in ("all", platform) and what == difference and fnmatch.fnmatchcase(key, pattern):
                self.used.add(row)
                return reason
        return None

    def unused(self):
        return [f"{self.path}: {row[1]}: {row[2]}: there is no such difference: remove the line"
                for row in self.rows if row not in self.used]


def compare(name, module, platform, folder, exceptions):
    """Returns the state of each of Microsoft's declarations, our additions, and the faults."""
    theirs = upstream(f"{DATA}/{name}-{platform.lower()}.txt")
    mine, supers = ours(folder, module)
    own = {key: item.result for key, item in mine.items() if item.kind == "typealias" and not item.owner}
    aliases = {key: item.result for key, item in theirs.items() if item.kind == "typealias"}
    # A class under two names is one type.
    aliases = {**{key: target for key, target in own.items() if key not in aliases}, **aliases}
    states, faults = {}, []

    def state(key, difference, left="", right=""):
        reason = exceptions.reason(platform, key, difference)
        if reason is None:
            between = f": {left} there, {right} here" if left or right else ""
            faults.append(f"{name} on {platform}: {key}: {difference}{between}")
        states.setdefault(key, []).append((difference, reason))

    for key, item in theirs.items():
        states[key] = []
        owner = own.get(item.owner, item.owner)
        found = inherited(f"{owner}{key.removeprefix(item.owner)}" if item.owner else key, mine, supers)
        if found and found.kind == "typealias" and item.kind != "typealias":
            found = mine.get(own[key], found)
        if not found and item.name == "rawValue" and "RawRepresentable" in supers.get(owner, []):
            continue
        if not found:
            state(key, "absent")
            continue
        seen = {}
        # Of overloads whose types differ, one has to be Microsoft's.
        for what, *texts in min((list(differences(item, one, aliases)) for one in found.overloads), key=len):
            seen.setdefault(what, texts)
        for what, texts in seen.items():
            state(key, what, *texts)
        if item.supers:
            above, pending = set(), [found.name]
            while pending:
                for known in supers.get(pending.pop(), []):
                    if known not in above:
                        above.add(known)
                        pending.append(known)
            for wanted in item.supers:
                wanted = own.get(wanted, wanted)
                if item.kind in ("class", "protocol", "struct") and wanted not in above:
                    state(key, "base", wanted, "not")
    present = [owner for owner in initialisers(name, theirs) if states[owner] != [] or owner in mine or owner in own]
    present = [owner for owner in present if not any(what == "absent" for what, _ in states[owner])]
    refused, errors = probes(folder, module, platform, present)
    faults += errors
    for owner in refused or []:
        states.setdefault(f"{owner}.init() inherited", [])
        state(f"{owner}.init() inherited", "absent")
    known = {own.get(item.owner, item.owner) for item in theirs.values()}
    additions = sorted(key for key, item in mine.items()
                       if key not in theirs and item.name not in ROOT and item.name != "init(rawValue:)"
                       and not (item.owner in own.values() and item.owner not in known))
    return states, additions, faults


def page(name, module, platforms, results):
    """Returns the table of one version of Microsoft's library."""
    lines = [
        f"# `{module}` and Microsoft's {module} {name.partition('-')[2]}", "",
        "`Scripts/checks/upstream.py --write` writes this page: from Microsoft's declarations, whose origin",
        f"[Tests/Vectors/upstream](../../{DATA}/README.md) states, from ours as the compiler lists them, and from",
        f"the reasons in [{name}-exceptions.tsv](../../{DATA}/{name}-exceptions.tsv). Lint compares it.", "",
        "| | " + " | ".join(platforms) + " |", "|---|" + "---|" * len(platforms),
    ]
    counts = {"declarations": [], "the same": [], "different, with a reason": [], "absent, with a reason": []}
    for platform in platforms:
        states = results[platform][0]
        absent = sum(any(what == "absent" for what, _ in found) for found in states.values())
        same = sum(not found for found in states.values())
        for title, count in zip(counts, (len(states), same, len(states) - same - absent, absent)):
            counts[title].append(count)
    lines += [f"| {title} | " + " | ".join(map(str, row)) + " |" for title, row in counts.items()]
    for title, chosen in (("Absent", True), ("Different", False)):
        grouped = {}
        for platform in platforms:
            for key, found in results[platform][0].items():
                for what, reason in found:
                    if (what == "absent") == chosen:
                        grouped.setdefault((key, what, reason or "**no reason**"), []).append(platform)
        if grouped:
            lines += ["", f"## {title}", "", "| declaration | on | " + ("" if chosen else "difference | ") + "reason |",
                      "|---|---|" + ("---|" if not chosen else "") + "---|"]
            for (key, what, reason), where in grouped.items():
                cells = [f"`{key}`", ", ".join(where), *([] if chosen else [what]), reason]
                lines.append("| " + " | ".join(cells) + " |")
    lines += ["", "## Declarations", "", "| declaration | " + " | ".join(platforms) + " |",
              "|---|" + "---|" * len(platforms)]
    keys = dict.fromkeys(key for platform in platforms for key in results[platform][0])
    for key in keys:
        cells = []
        for platform in platforms:
            found = results[platform][0].get(key)
            cells.append("not declared" if found is None else ", ".join(dict.fromkeys(w for w, _ in found)) or "the same")
        lines.append(f"| `{key}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(arguments):
    write = "--write" in arguments
    names = [argument for argument in arguments if argument != "--write"]
    chosen = [row for row in UPSTREAMS if not names or row[0] in names]
    wanted = {module for _, module, _ in chosen}
    platforms = sorted({platform for _, _, found in chosen for platform in found})
    faults = []
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folders = {platform: os.path.join(top, platform) for platform in platforms}
        for folder in folders.values():
            os.makedirs(folder)
        for found in pool.map(lambda platform: compiled(platform, folders[platform], wanted), platforms):
            faults += found
        if faults:
            tree.finish(faults)
        for name, module, where in chosen:
            exceptions, results = Exceptions(name), {}
            for platform in where:
                results[platform] = compare(name, module, platform, folders[platform], exceptions)
                faults += results[platform][2] + app(name, platform, folders[platform])
            faults += exceptions.unused()
            place, text = os.path.join(tree.ROOT, PAGES, f"{name}.md"), page(name, module, where, results)
            if write:
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "w", encoding="utf-8") as file:
                    file.write(text)
            elif not os.path.exists(place) or tree.read(place) != text:
                faults.append(f"{PAGES}/{name}.md: not current: run Scripts/checks/upstream.py --write")
    tree.finish(faults)


if __name__ == "__main__":
    if sys.platform == "darwin":
        tree.finish([])  # The stubs stand for the frameworks of a Mac.
    main(sys.argv[1:])
