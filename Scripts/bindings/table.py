"""The facts about the declarations of the stubs, and the table of them."""

import json
import os
import re
import tempfile

import facts
import tree

from .csharp import Macios, on_vision, sharp_members, since
from .header import PROLOGUE, Header, Unknown
from .importer import FLAGS, SourceKit
from .names import NOT_NIL, RENAMED, SWIFT_ONLY, objective_c
from .rust import Rust, members
from .sources import MACIOS, PYOBJC, SOURCES, WEBKIT_HEADERS

# What macios says nothing about has been there at least since these, its own minimums.
OLDEST = {"iOS": "12.2", "macOS": "12.0"}
# What only macOS has: macios has none of these names for iOS.
MAC_ONLY = {"SecCode", "SecStaticCode"}
NUMBERS = {"u32": "UInt32", "OSStatus": "OSStatus", "i32": "Int32"}


class Row:
    def __init__(self, form, isolation, objc, since, sources):
        self.form, self.isolation, self.objc, self.since, self.sources = form, isolation, objc, since, sources


class Facts:
    """The facts about the declarations of one platform's stubs."""

    def __init__(self, reader, platform, declared):
        self.reader, self.platform, self.declared = reader, platform, declared
        self.frameworks = facts.FRAMEWORKS[platform]
        self.rusts = {name: Rust(reader, name) for name in self.frameworks}
        self.csharp = {name: Macios(reader.text("macios", MACIOS[name])) for name in self.frameworks if name in MACIOS}
        self.security = Macios(reader.text("macios", "src/security.cs"))
        self.python = {name: self.definitions(PYOBJC[name]) for name in self.frameworks if name in PYOBJC}
        self.header = Header(platform, list(self.rusts.values()), declared)
        self.owners = {}
        for (framework, path), declaration in declared.items():
            if declaration.kind in ("class", "struct", "enum", "protocol"):
                self.owners[path] = (framework, declaration.kind)
        self.found = {}

    def definitions(self, path):
        text = self.reader.text("PyObjC", path)
        text = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
        return json.loads(text)["definitions"] if text else {}

    def collect(self):
        names = {path: objective_c(path) for path in self.owners}
        texts = {}
        for path, (framework, kind) in self.owners.items():
            name = names[path]
            if framework != "Security" and (kind == "class" or self.rusts[framework].class_of(name, self.platform)):
                texts[name] = self.class_text(framework, path, name)
            elif kind == "protocol":
                texts[name] = self.protocol_text(framework, path, name)
            else:
                self.value_type(framework, path, name, kind)
        self.imported({name: text for name, text in texts.items() if text})
        for (framework, path), declaration in self.declared.items():
            if (framework, path) not in self.found:
                row = self.constant(framework, path, declaration)
                if row:
                    self.found[framework, path] = row
        return self.found

    def main(self, framework, path):
        """Whether a class or protocol, or what it inherits from, is main-thread-only."""
        name = path.replace(".", "")
        for rust in self.rusts.values():
            kind = rust.class_of(name, self.platform)
            if kind:
                return kind[1] or self.main(framework, kind[0])
            kind = rust.protocol(name) if name in rust.files else None
            if kind:
                return kind[1] or any(self.main(framework, base) for base in kind[0] if base != "NSObjectProtocol")
        return False

    def since(self, framework, objc, selector=None):
        """Returns the first version on iOS and macOS of a type or of its member."""
        versions = {}
        found = self.csharp[framework].interface(objc) if framework in self.csharp else None
        for platform in ("iOS", "macOS"):
            version = since(found[0], platform, OLDEST[platform]) if found else "?"
            member = self.csharp[framework].member(found[1], selector) if found and selector else None
            if member and version != "none":
                version = since(member[0], platform, version)
            versions[platform] = version
        if framework == "AppKit":
            versions["iOS"] = "none"
        if framework in ("UIKit", "SafariServices"):
            versions["macOS"] = "none"
        return versions

    def add(self, framework, path, form, isolation, objc, versions, sources):
        self.found[framework, path] = Row(form, isolation, objc, versions, sources)

    def class_text(self, framework, path, name):
        kind = self.rusts[framework].class_of(name, self.platform)
        if not kind and framework == "WebKit" and name in WEBKIT_HEADERS:
            kind = self.on_phone(name)
        swift = f'__attribute__((swift_name("{path}"))) ' if "." in path else ""
        if kind:
            base, is_main, conforming = kind
            listed = [base, *[one for one in conforming if one in self.owners]]
            isolation = "main" if is_main or self.main(framework, base) else "-"
            self.add(framework, path, "class : " + ", ".join(listed), isolation, name, self.since(framework, name),
                     "objc2 macios")
            bodies = list(self.rusts[framework].bodies(name, self.platform))
            lines = [line for body in bodies or self.rusts[framework].bodies(name, "macOS")
                     for line in self.member_lines(framework, name, members(body))]
        else:
            found = self.csharp[framework].interface(name) if framework in self.csharp else None
            if not found:
                return None
            base = re.search(r"BaseType \(typeof \((\w+)\)", found[0])
            if not base:
                return None
            base = base[1]
            isolation = "main" if self.main(framework, base) else "-"
            self.add(framework, path, f"class : {base}", isolation, name, self.since(framework, name), "macios")
            lines = self.member_lines(framework, name, sharp_members(found[1]))
        if re.search(rf"unsafe impl NSCoding for {name} ", self.rusts[framework].file(name)):
            self.header.classes.setdefault("NSCoder", None)
            lines.append("/// objc: -initWithCoder:")
            lines.append("- (instancetype _Nullable)initWithCoder:(NSCoder * _Nonnull)coder;")
        self.header.classes[base] = self.header.classes.get(base)
        return base, f"{swift}@interface {name} : {base}\n" + "\n".join(lines) + "\n@end\n"

    def on_phone(self, name):
        """Returns what WebKit's header says of a class on iOS, which objc2 has for macOS only."""
        text = self.reader.text("WebKit", f"Source/WebKit/UIProcess/API/Cocoa/{name}.h")
        base = re.search(rf"#if TARGET_OS_IPHONE\n[^#]*@interface {name} : (\w+)", text)
        return base and (base[1], False, [])

    def protocol_text(self, framework, path, name):
        kind = self.rusts[framework].protocol(name)
        if kind:
            bases, is_main, body = kind
            isolation = "main" if is_main or self.main(framework, name) else "-"
            listed = [base for base in bases if base == "NSObjectProtocol" or base in self.owners]
            self.add(framework, path, "protocol : " + ", ".join(listed), isolation, name,
                     self.since(framework, name), "objc2 macios")
            lines = self.member_lines(framework, name, members(body))
        else:
            found = self.csharp[framework].interface(name)
            if not found:
                return None
            bases = ["NSObjectProtocol"]
            self.add(framework, path, "protocol : NSObjectProtocol", "?", name, self.since(framework, name), "macios")
            lines = self.member_lines(framework, name, sharp_members(found[1]))
        self.header.protocols |= set(bases) - {"NSObjectProtocol"}
        inherited = ", ".join(base.replace("NSObjectProtocol", "NSObject") for base in bases)
        return None, f"@protocol {name} <{inherited}>\n@optional\n" + "\n".join(lines) + "\n@end\n"

    def member_lines(self, framework, owner, found):
        found = list(found)
        selectors = {member.selector: member for member in found}
        csharp = self.csharp[framework].interface(owner) if framework in self.csharp else None
        body = csharp[1] if csharp else ""
        asynchronous = self.asynchronous(framework, owner)
        made = []
        for member in found:
            try:
                line = self.line(member, selectors, framework, owner, body, asynchronous)
            except Unknown:
                continue
            if line:
                made.append(line)
        return made

    def line(self, member, selectors, framework, owner, body, asynchronous):
        if "Setter for [" in member.note:
            return None
        name = member.selector
        setter = next((one for one in (f"set{name[0].upper()}{name[1:]}:",) if one in selectors), None)
        if not setter and re.match(r"is[A-Z]", name) and f"set{name[2:]}:" in selectors:
            setter = f"set{name[2:]}:"
        plain = name[2].lower() + name[3:] if re.match(r"is[A-Z]", name) else name
        sharp = self.csharp[framework].member(body, name) if body else None
        sharp = sharp or (self.csharp[framework].member(body, plain) if body and plain != name else None)
        known = self.python.get(framework, {}).get("classes", {}).get(owner)
        if known:
            is_property = plain in [one["name"] for one in known["properties"]]
        else:
            is_property = bool(sharp and re.search(r"\{[^}]*\bget;", sharp[1]))
        is_property |= "Setter for [" in (selectors[setter].note if setter else "")
        if is_property and not member.arguments and not member.is_init:
            is_nil = "Option<" in member.result and name not in NOT_NIL
            note = selectors[setter].note if setter else member.note
            is_weak = "weak_property" in note and "unretained" not in note
            return self.header.property(owner, member, setter, is_nil, is_weak, plain)
        swift = RENAMED.get(name, (None,))[0]
        return self.header.method(member, owner, swift, asynchronous.get(name, ""))

    def asynchronous(self, framework, owner):
        """Returns WebKit's methods with an asynchronous form, with the attributes that say so."""
        if framework != "WebKit" or owner not in WEBKIT_HEADERS:
            return {}
        found = {}
        text = self.reader.text("WebKit", f"Source/WebKit/UIProcess/API/Cocoa/{owner}.h")
        for line in re.findall(r"^- .*;", text, re.MULTILINE):
            number = re.search(r"WK_SWIFT_ASYNC\((\d)\)", line)
            name = re.search(r"WK_SWIFT_ASYNC_NAME\(([^)]*\))\)", line)
            if number or name:
                bare = re.sub(r"\((?:[^()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*\)", "", line)
                selector = "".join(re.findall(r"(\w+:)", re.sub(r" WK_.*", "", bare)))
                found[selector] = f" __attribute__((swift_async(not_swift_private, {number[1]})))" if number else ""
                found[selector] += f' __attribute__((swift_async_name("{name[1]}")))' if name else ""
        return found

    def imported(self, texts):
        """Writes the header, and adds what the importer makes of it."""
        header, known = self.header, set(texts)
        lines = [PROLOGUE]
        basic = {"NSObject", "NSString", "NSArray", "NSSet", "NSDictionary"}
        lines += [f"@class {name};" for name in sorted(known | set(header.classes)) if name in known]
        lines += [f"@protocol {name};" for name in sorted(header.protocols) if name not in known]
        lines += [f"@protocol {name} <NSObject>\n@end" for name in sorted(header.protocols - known - {"NSObject"})]
        for name in sorted(set(header.classes) - known - basic):
            lines.append(f"@interface {name} : NSObject\n@end")
        for name in sorted(header.strings):
            swift = self.swift_name(name)
            lines.append(f"typedef NSString * {name} __attribute__((swift_wrapper(struct))){swift};")
        lines += [f"typedef {header.ALIASES[name][self.platform]} {name};" for name in sorted(header.aliases)]
        for name in sorted(header.enums):
            attributes = "__attribute__((enum_extensibility(open)))" + self.swift_name(name)
            lines.append(f"typedef enum {attributes} {name} : long {name};")
            lines.append(f"enum {name} : long {{ {name}First }};")
        for name, block in sorted(header.blocks.items()):
            lines.append(f"typedef {block.replace('NULLABILITY', name, 1).replace('NULLABILITY', '')}"
                         f"{self.swift_name(name)};")
        lines += [f"@protocol {name};" for name, (base, _) in texts.items() if base is None]
        lines += [text for base, text in texts.values() if base is None]
        done = set()

        def emit(name):
            base, text = texts[name]
            if name not in done and base:
                done.add(name)
                if base in texts:
                    emit(base)
                lines.append(text)

        for name in texts:
            emit(name)
        lines.append("#pragma clang assume_nonnull end")
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "Facts.h"), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
            with open(os.path.join(folder, "module.modulemap"), "w", encoding="utf-8") as file:
                file.write('module Facts { header "Facts.h" export * }\n')
            printed = SourceKit().interface("Facts", [*FLAGS, "-I", folder])
        for declaration in facts.read(printed):
            self.import_one(declaration)

    def swift_name(self, name):
        path = next((path for _, path in self.declared if objective_c(path) == name and "." in path), None)
        return f' __attribute__((swift_name("{path}")))' if path else ""

    def import_one(self, declaration):
        path = declaration.path
        owner = path.rpartition(".")[0]
        declared = next((key for key in self.declared if key[1] == path), None)
        if not declared or declared in self.found:
            return
        framework = declared[0]
        form = declaration.form
        if framework == "AuthenticationServices":
            for alias, kinds in Header.ALIASES.items():
                form = re.sub(rf"\b{kinds[self.platform]}\b", alias, form)
        objc = declaration.note or path.replace(".", "")
        if owner in self.owners:
            row = self.found.get((self.owners[owner][0], owner))
            versions = self.since(framework, owner.replace(".", ""), objc.lstrip("+-"))
            isolation, sources = (row.isolation, row.sources) if row else ("?", "objc2")
            if sources == "macios" and self.declared[declared].form.startswith("weak "):
                form = "weak " + form
            if objc.lstrip("+-") in RENAMED:
                sources += " (name)"
            if " async " in f" {form}" and owner in WEBKIT_HEADERS:
                sources += " WebKit"
        else:
            versions, isolation, sources = {"iOS": "?", "macOS": "?"}, "-", "objc2"
        if declaration.kind == "init" and not declaration.note:
            return
        if declaration.name == "init()":
            # NSObject's has no isolation, and an override in Swift has to have the same.
            isolation = "?"
        self.add(framework, path, form, isolation, objc, versions, sources)

    def value_type(self, framework, path, name, kind):
        """A wrapped string, an enumeration, an error's code, a set of flags, or a CoreFoundation class."""
        rust = self.rusts[framework]
        for candidate in dict.fromkeys((name, name.removesuffix("Code"), name + "Code")):
            text = rust.file(candidate)
            body = re.search(rf"^impl {candidate} \{{(.*?)^\}}", text, re.MULTILINE | re.DOTALL)
            flags = re.search(rf"pub struct {candidate}\(pub \w+\)", text)
            if flags:
                bits = re.search(rf"impl {candidate}: \w+ \{{(.*?)^    \}}", text, re.MULTILINE | re.DOTALL)
                for option in re.findall(r"const (\w+) =", bits[1]) if bits else []:
                    swift = option[0].lower() + option[1:]
                    if (framework, f"{path}.{swift}") in self.declared:
                        self.add(framework, f"{path}.{swift}", f"static let {path}", "-", candidate + option,
                                 self.since(framework, candidate), "objc2 macios")
                self.add(framework, path, kind, "-", candidate, self.since(framework, candidate), "objc2 macios")
                for case, number in re.findall(r"pub const (\w+): Self = Self\((-?\d+)\)", body[1] if body else ""):
                    swift = case[0].lower() + case[1:]
                    if (framework, f"{path}.{swift}") in self.declared:
                        self.add(framework, f"{path}.{swift}", f"case = {number}", "-", candidate + case,
                                 self.since(framework, candidate), "objc2 macios")
                return
            if re.search(rf"^pub type {candidate} = NSString;", text, re.MULTILINE):
                self.add(framework, path, "struct", "-", candidate, self.since(framework, candidate), "objc2")
                self.header.strings.add(candidate)
                return
        file = rust.file(name)
        if kind == "class" and re.search(rf"pub struct {name}\b", file):
            versions = {"iOS": "none" if name in MAC_ONLY else "?", "macOS": "10.6"}
            self.add(framework, path, "class", "-", name, versions, "objc2")

    def constant(self, framework, path, declaration):
        rust = self.rusts[framework]
        last = path.split(".")[-1]
        if path in SWIFT_ONLY:
            form, since_ios = SWIFT_ONLY[path]
            return Row(form, "?", "-", {"iOS": since_ios, "macOS": "none"}, "documentation")
        if declaration.kind == "typealias":
            alias = Header.ALIASES.get(path, {}).get(self.platform)
            if alias:
                versions = {"iOS": "12.2", "macOS": "12.0"}
                return Row(f"typealias {alias}", "-", path, versions, "objc2")
            return None
        if declaration.kind == "func" and framework == "Security":
            return self.function(path.split("(")[0])
        if "." in path:
            return self.member_constant(framework, path, last)
        text = rust.file(path)
        static = re.search(rf"pub static {path}: &'static (\w+)", text)
        if static:
            kind = "CFString" if static[1] == "CFString" else "String"
            return Row(f"let {kind}", "-", path, self.constant_since(framework, path), "objc2 PyObjC")
        number = re.search(rf"pub const {path}: (\w+) =", text)
        if number:
            known = self.python[framework].get("enum", {}).get(path, {}).get("value")
            form = f"let {NUMBERS[number[1]]} = {known}"
            return Row(form, "-", path, self.constant_since(framework, path), "objc2 PyObjC")
        return None

    def constant_since(self, framework, name):
        known = self.python.get(framework, {})
        mac = known.get("externs", {}).get(name, {}).get("introduced", "?")
        # What has no iOS is in a file of its own.
        files = self.rusts[framework].files.get(name)
        if files in MAC_ONLY or name.startswith(("SecCode", "SecStaticCode", "kSecCS", "kSecCodeInfo")):
            return {"iOS": "none", "macOS": mac}
        found = re.search(
            rf'((?:^\t+\[[^\n]*\n)*)^\t+\[[^\n]*Field \("{name}"[^\n]*\n', self.security.text, re.MULTILINE)
        return {"iOS": since(found[0], "iOS", OLDEST["iOS"]) if found else "?", "macOS": mac}

    def member_constant(self, framework, path, last):
        owner = path.rpartition(".")[0]
        wanted = last[0].upper() + last[1:]
        for file in dict.fromkeys(self.rusts[framework].files.values()):
            if not owner.split(".")[0].startswith(file):
                continue
            text = self.reader.text("objc2", f"{framework}/{file}.rs")
            for name, kind in re.findall(r"pub static (\w+):\s*&'static (\w+);", text):
                if name.startswith(owner.split(".")[0]) and wanted in name:
                    own = owner.replace(".", "")
                    if kind == own or kind == "NSNotificationName":
                        swift = owner if kind == own else "NSNotification.Name"
                        versions = self.since(framework, owner.split(".")[0])
                        return Row(f"static let {swift}", "-", name, versions, "objc2")
        return None

    def function(self, name):
        """A C function, which objc2 has as a function, or as a method of its first argument."""
        for file in dict.fromkeys(self.rusts["Security"].files.values()):
            text = self.reader.text("objc2", f"Security/{file}.rs")
            found = re.search(rf"pub unsafe (?:extern \"C-unwind\" )?fn {name}\((.*?)\)\s*->\s*(\w+)", text, re.DOTALL)
            if not found:
                found = re.search(
                    rf'#\[doc\(alias = "{name}"\)\](?:\s*#\[[^\n]*)*\s*pub unsafe fn \w+\((.*?)\)\s*->\s*(\w+)', text,
                    re.DOTALL)
            if found:
                parts = facts.split(re.sub(r"\s+", " ", found[1]))
                owners = re.findall(r"^impl (\w+) \{", text[:found.start()], re.MULTILINE)
                kinds = [swift_pointer(owners[-1] if part == "&self" else part.split(": ", 1)[1]) for part in parts]
                form = f"func ({', '.join(kinds)}) -> {found[2]}"
                return Row(form, "-", name, self.function_since(name), "objc2 PyObjC")
        return None

    def function_since(self, name):
        mac = self.python["Security"].get("functions", {}).get(name, {}).get("introduced", "?")
        return {"iOS": "none" if name.startswith(("SecCode", "SecStaticCode")) else "?", "macOS": mac}


def swift_pointer(rust):
    rust = rust.strip().removesuffix(",")
    option = re.match(r"Option<&mut (.*)>$", rust)
    if option:
        return swift_pointer("&mut " + option[1]) + "?"
    pointer = re.match(r"&mut Option<CFRetained<(\w+)(?:<.*>)?>>$", rust)
    if pointer:
        return f"UnsafeMutablePointer<{swift_pointer(pointer[1])}?>"
    named = re.match(r"(?:&|NonNull<\*const )?(\w+)", rust)[1]
    if rust.startswith("NonNull<*const"):
        return f"UnsafeMutablePointer<{swift_pointer(named)}?>"
    return {"CFType": "CFTypeRef"}.get(named, named)


def write(reader):
    lines, faults, known = [], [], facts.values()
    for platform in facts.FRAMEWORKS:
        declared = facts.stubbed(platform)
        found = Facts(reader, platform, declared).collect()
        for (framework, path), declaration in sorted(declared.items()):
            row = found.get((framework, path))
            if row is None:
                faults.append(f"as on {platform}: {framework}: {path}: no source has it ({declaration.form})")
                continue
            vision = on_vision(row.since["iOS"])
            lines.append("\t".join([
                platform, framework, path, row.form, row.isolation, row.objc, row.since["iOS"], row.since["macOS"],
                vision, row.sources]))
            form = declaration.form + facts.value(declaration, known)
            if form != row.form or row.isolation not in ("?", facts.isolation(declaration)):
                faults.append(f"as on {platform}: {framework}: {path}: the stub differs: `{form}`, "
                              f"{facts.isolation(declaration)}; `{row.form}`, {row.isolation}")
    header = ["# Written by Scripts/apple-facts from public bindings; Scripts/checks/facts.py compares the stubs."]
    for name, (_, repository, commit) in SOURCES.items():
        header.append(f"# {name}: https://github.com/{repository} at {commit}")
    header += [
        f"# {objc} is {swift} in Apple's documentation, {place}" for objc, (swift, place) in RENAMED.items()]
    header += [
        "# isolation: main is the main actor, ? is not known. iOS, macOS: the first version, or the oldest that the",
        "# source distinguishes (iOS 12.2, macOS 12.0); none: not on this platform. visionOS: from iOS, as Clang does.",
        "\t".join(facts.COLUMNS),
    ]
    with open(os.path.join(tree.ROOT, facts.TABLE), "w", encoding="utf-8") as file:
        file.write("\n".join(header + lines) + "\n")
    print(f"{facts.TABLE}: {len(lines)} facts")
    return faults
