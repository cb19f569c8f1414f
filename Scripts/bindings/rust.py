"""The Rust that objc2 generates: classes, protocols and their methods."""

import re

import facts


def for_platform(attributes, platform):
    """Whether Rust's conditions before an item let it exist on the platform."""
    for condition in re.findall(r"#\[cfg\((.*)\)\]", attributes):
        if "target_os" in condition:
            is_negative = "not(target_os" in condition
            named = 'target_os = "macos"' in condition if platform == "macOS" else 'target_os = "ios"' in condition
            if is_negative and 'not(target_os = "macos")' in condition:
                named = platform == "macOS"
            if named == is_negative:
                return False
    return True


def balanced(text, start, opening, ending):
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] == opening) - (text[index] == ending)
        if depth == 0:
            return index
    return len(text)


class Rust:
    """The generated Rust of one framework."""

    def __init__(self, reader, framework):
        self.reader = reader
        self.framework = framework
        self.files = {}
        modules = reader.text("objc2", f"{framework}/mod.rs")
        for file, name in re.findall(r"pub use self::__(\w+)::(\w+);", modules):
            self.files[name] = file

    def file(self, name):
        file = self.files.get(name)
        return re.sub(r"^\s*///.*\n", self.setter, self.reader.text("objc2", f"{self.framework}/{file}.rs"),
                      flags=re.MULTILINE) if file else ""

    @staticmethod
    def setter(line):
        """Drops documentation, except that of setters and weak properties."""
        return line[0] if "Setter for [" in line[0] or "weak_property" in line[0] or "unretained" in line[0] else ""

    def class_of(self, name, platform):
        """Returns base, whether it is main-thread-only, and the conformances; None if there is none."""
        text = self.file(name)
        for found in re.finditer(r"extern_class!\((.*?)pub struct (\w+)(?:<[^;]*>)?;", text, re.DOTALL):
            if found[2] == name and for_platform(found[1], platform):
                base = re.search(r"super\((\w+)", found[1])[1]
                conforming = re.findall(rf"unsafe impl (\w+) for {name} ", text)
                return base, "MainThreadOnly" in found[1], sorted(set(conforming) - {"Send", "Sync"})
        return None

    def protocol(self, name):
        """Returns the protocols inherited, whether it is main-thread-only, and the body."""
        text = self.file(name)
        found = re.search(rf"pub unsafe trait {name}\s*(?::([^{{]*))?\{{", text)
        if not found:
            return None
        parts = [part.strip() for part in (found[1] or "").split("+") if part.strip()]
        body = text[found.end():balanced(text, found.end() - 1, "{", "}")]
        return [part for part in parts if part != "MainThreadOnly"], "MainThreadOnly" in parts, body

    def bodies(self, name, platform):
        text = self.file(name)
        for found in re.finditer(rf"((?:^#\[[^\n]*\n)*)^impl {name} \{{", text, re.MULTILINE):
            # What a base class declares is listed again, for each class.
            if for_platform(found[1], platform):
                yield text[found.end():balanced(text, found.end() - 1, "{", "}")]


class Member:
    def __init__(self, selector, is_static, arguments, result, is_init, is_optional, note):
        self.selector, self.is_static, self.arguments, self.result = selector, is_static, arguments, result
        self.is_init, self.is_optional, self.note = is_init, is_optional, note


def members(body):
    for found in re.finditer(
            r"((?:^\s*(?:#\[|///)[^\n]*\n)*)^\s*#\[unsafe\(method\(([\w:]+)\)\)\]((?:\s*#\[[^\n]*\n)*)"
            r"\s*(?:pub )?(?:unsafe )?fn \w+(?:<[^(]*>)?\(", body, re.MULTILINE):
        start = found.end() - 1
        end = balanced(body, start, "(", ")")
        result = re.match(r"\s*->\s*([^;{]+?)\s*(?:where[^;]*)?[;{]", body[end + 1:])
        parameters = facts.split(re.sub(r"\s+", " ", body[start + 1:end]))
        is_init = "method_family = init" in found[3]
        is_static = not parameters or parameters[0] not in ("&self", "this: Allocated<Self>")
        arguments = [tuple(part.split(": ", 1)) for part in parameters if ": " in part and not part.startswith("this:")]
        arguments = [part for part in arguments if part[1] != "MainThreadMarker"]
        returned = re.sub(r",\s*>", ">", re.sub(r"\s+", " ", result[1])).replace("< ", "<") if result else None
        yield Member(found[2], is_static and not is_init, arguments, returned, is_init,
                     "#[optional]" in found[1] + found[3], found[1])
