"""The C# of macios: properties, availability, and what objc2 lacks."""

import re

import facts

from .rust import Member, balanced


class Macios:
    """One C# file of macios."""

    def __init__(self, text):
        self.text = re.sub(r"^\s*///.*\n", "", text, flags=re.MULTILINE)

    def interface(self, name):
        """Returns the attributes and the body of an interface or enumeration."""
        other = re.search(rf'Name = "{name}"\)\]\n(?:^\t\[[^\n]*\n)*^\tinterface (\w+)', self.text, re.MULTILINE)
        name = other[1] if other else name
        found = re.search(
            rf"((?:^\t\[(?:[^\n]|\n\t\t)*\n|^#[^\n]*\n)*)^\t(?:public |partial )*(?:interface|enum) {name}\b[^{{;]*\{{",
            self.text,
            re.MULTILINE)
        if not found:
            return None
        return found[1], self.text[found.end():balanced(self.text, found.end() - 1, "{", "}")]

    def member(self, body, selector):
        """Returns the attributes and the declaration of an exported selector."""
        found = re.search(
            rf'((?:^\t+\[[^\n]*\n)*)^(\t+\[[^\n]*Export \("{re.escape(selector)}"[^\n]*\n)((?:^\t+\[[^\n]*\n)*)'
            rf"^\t+([^\[\n][^\n]*)", body, re.MULTILINE)
        return (found[1] + found[2] + found[3], found[4]) if found else None


def since(attributes, platform, otherwise="?"):
    name = {"iOS": "iOS", "macOS": "Mac"}[platform]
    if re.search(rf"\bNo{name}\b", attributes):
        return "none"
    found = re.search(rf"(?<![\w.]){name} \((\d+), ?(\d+)", attributes)
    return f"{found[1]}.{found[2]}" if found else otherwise


def on_vision(version):
    """The first visionOS for an iOS version, as Clang takes the one from the other."""
    if version in ("none", "?"):
        return version
    major, minor = (int(part) for part in version.split(".")[:2])
    if major < 17 or (major == 17 and minor < 4):
        return "1.0"
    if major == 17:
        return "1.1" if minor == 4 else "1.2"
    return f"{major - 16}.{minor}" if major < 26 else f"{major}.{minor}"


def sharp_members(body):
    """Yields the members of a C# interface that objc2 lacks, with types as Rust has them."""
    def kind(text, is_result=False):
        text = {"NSUrl": "NSURL", "string": "NSString", "NSObject": "AnyObject"}.get(text, text)
        if text in ("bool", "nint"):
            return {"bool": "bool", "nint": "NSInteger"}[text]
        listed = re.match(r"(\w+) ?\[\]", text)
        inner = f"NSArray<{kind(listed[1])[1:]}>" if listed else text
        protocol = re.match(r"I([A-Z]{2}\w+)$", inner)
        inner = f"ProtocolObject<dyn {protocol[1]}>" if protocol else inner
        return f"Retained<{inner}>" if is_result else f"&{inner}"

    wraps = dict(re.findall(r'\[Wrap \("Weak(\w+)"\)\]\s*(\w+) \w+', body))
    for found in re.finditer(
            r'((?:^\t+\[[^\n]*\n)*)^(\t+\[[^\n]*Export \("([\w:]+)"[^\n]*\n)((?:^\t+\[[^\n]*\n)*)^\t+([^\[\n][^\n]*)',
            body, re.MULTILINE):
        attributes, selector, text = found[1] + found[2] + found[4], found[3], found[5]
        can_be_nil = "NullAllowed" in attributes
        parameters = re.search(r"\((.*)\);", text)
        variable = re.match(r"(\w+(?: ?\[\])?) (\w+) \{ get;( set;)?", text)
        if variable:
            result = wraps.get(variable[2].removeprefix("Weak"), variable[1])
            made = kind(result, True)
            result = f"Option<{made}>" if can_be_nil else made
            yield Member(selector, "[Static" in attributes, [], result, False, False, "")
            if variable[3]:
                yield Member(f"set{selector[0].upper()}{selector[1:]}:", False, [], None, False, False, "Setter for [")
        elif parameters is not None:
            arguments = []
            for part in facts.split(parameters[1]):
                nil = "[NullAllowed]" in part
                of, name = re.sub(r"\[\w+\] ", "", part).rsplit(" ", 1)
                arguments.append((name, f"Option<{kind(of)}>" if nil else kind(of)))
            is_init = "Constructor (" in text
            returned = text.split(" ")[0]
            result = "Retained<Self>" if is_init else None if returned == "void" else kind(returned, True)
            yield Member(selector, "[Static" in attributes, arguments, result, is_init, True, "")
