"""An Objective-C header from Rust's types."""

import re

import facts

from .names import RENAMED

# What the header needs of Foundation.
PROLOGUE = """#pragma clang assume_nonnull begin
typedef _Bool BOOL;
typedef struct { double x, y; } CGPoint;
typedef struct { double width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
@protocol NSObject
@end
__attribute__((objc_root_class)) @interface NSObject <NSObject>
- (instancetype)init;
@end
@interface NSString : NSObject
@end
@interface NSArray<__covariant E> : NSObject
@end
@interface NSSet<__covariant E> : NSObject
@end
@interface NSDictionary<K, __covariant V> : NSObject
@end
"""


class Unknown(Exception):
    pass


class Header:
    """An Objective-C header of one platform, from Rust's types."""

    BUILT_IN = {
        "bool": "BOOL", "Bool": "BOOL", "NSInteger": "long", "NSUInteger": "unsigned long", "c_int": "int",
        "CGFloat": "double", "c_float": "float", "c_double": "double", "i32": "int", "u32": "unsigned int",
        "CGRect": "CGRect", "NSRect": "CGRect", "CGSize": "CGSize", "NSSize": "CGSize", "CGPoint": "CGPoint",
        "NSPoint": "CGPoint",
    }
    STRINGS = {"NSNotificationName", "NSErrorDomain", "NSExceptionName", "NSURLResourceKey"}
    GENERIC = {"NSArray": 1, "NSSet": 1, "NSDictionary": 2}
    ALIASES = {"ASPresentationAnchor": {"iOS": "UIWindow", "macOS": "NSWindow"}}

    def __init__(self, platform, rusts, known):
        self.platform, self.rusts, self.known = platform, rusts, known
        self.classes, self.protocols, self.enums, self.strings, self.blocks = {}, set(), set(), set(), {}
        self.aliases = set()

    def rust(self, name):
        return next((rust for rust in self.rusts if name in rust.files), None)

    def reference(self, text):
        """Translates what a reference is to."""
        text = text.strip()
        dynamic = re.match(r"ProtocolObject<dyn (\w+)>", text)
        if dynamic:
            self.protocols.add(dynamic[1])
            return f"id<{dynamic[1]}>"
        if re.match(r"block2::(?:Dyn)?Block<", text):
            inner = re.search(r"fn\((.*?)\)(?: -> ([\w<>*& ]+))?\s*,?\s*>$", text, re.IGNORECASE)
            if not inner:
                raise Unknown(text)
            kinds = ", ".join(self.type(part) for part in facts.split(inner[1])) or "void"
            return f"{self.type(inner[2]) if inner[2] else 'void'} (^NULLABILITY)({kinds})"
        if text == "AnyObject":
            return "id"
        generic = re.match(r"(\w+)<(.*)>$", text)
        if generic and generic[1] in self.GENERIC:
            inner = [self.reference(part).replace(" NULLABILITY", "") for part in facts.split(generic[2])]
            self.classes.setdefault(generic[1], None)
            return f"{generic[1]}<{', '.join(inner)}> * NULLABILITY"
        if not re.fullmatch(r"\w+", text):
            raise Unknown(text)
        if text in self.ALIASES:
            self.classes.setdefault(self.ALIASES[text][self.platform], None)
            self.aliases.add(text)
            return f"{text} * NULLABILITY"
        if text in self.STRINGS:
            text = "NSString"
        rust = self.rust(text)
        if rust:
            source = rust.file(text)
            alias = re.search(rf"((?:^\s*//[^\n]*\n)*)^pub type {text} =\s*([^;]+);", source, re.MULTILINE)
            if alias and "block2" in alias[2]:
                self.blocks[text] = self.reference(re.sub(r"\s+", " ", alias[2]))
                return f"{text} NULLABILITY"
            if alias and alias[2] == "NSString":
                if "TYPED" not in alias[1]:
                    return "NSString * NULLABILITY"
                self.strings.add(text)
                return f"{text} NULLABILITY"
            if alias:
                raise Unknown(text)
        self.classes.setdefault(text, None)
        return f"{text} * NULLABILITY"

    def type(self, text, can_be_nil=False):
        text = text.strip().removesuffix(",").strip()
        option = re.match(r"Option<(.*)>$", text)
        if option:
            return self.type(option[1], True)
        for pattern in (r"Retained<(.*)>$", r"&(?:'static )?(?!mut )(.*)$", r"\*mut (.*)$", r"NonNull<(.*)>$"):
            found = re.match(pattern, text)
            if found:
                is_nil = can_be_nil or text.startswith("*mut")
                inner = found[1]
                if inner in self.BUILT_IN:
                    raise Unknown(text)
                if inner == "Self":
                    return "instancetype" + (" _Nullable" if is_nil else " _Nonnull")
                made = self.reference(inner)
                mark = "_Nullable" if is_nil else "_Nonnull"
                if "NULLABILITY" in made:
                    return re.sub("NULLABILITY", mark, made, count=1).replace(" NULLABILITY", "")
                return made + " " + mark
        if text in self.BUILT_IN:
            return self.BUILT_IN[text]
        if re.fullmatch(r"[A-Z]\w+", text) and text[:2] in ("UI", "NS", "AS", "WK", "SF"):
            self.enums.add(text)
            return text
        raise Unknown(text)

    def method(self, member, name, swift=None, extra=""):
        """Returns an Objective-C method."""
        pieces = member.selector.split(":")
        arguments = []
        for (argument, kind), piece in zip(member.arguments, pieces):
            camel = re.sub(r"_(\w)", lambda found: found[1].upper(), argument.rstrip("_"))
            arguments.append(f"{piece}:({self.type(kind)}){camel}")
        result = "instancetype" if member.is_init else self.type(member.result) if member.result else "void"
        if member.is_init and "Option" in (member.result or ""):
            result = "instancetype _Nullable"
        if member.selector == name:
            result = result.replace("_Nullable", "_Nonnull")
        own = rf"{name} \* (_N\w+)"
        if member.is_static and "With" in pieces[0] and re.fullmatch(own, result):
            # The importer takes a factory method for an initialiser if it returns its own class.
            result = re.sub(own, r"instancetype \1", result)
        selector = " ".join(arguments) if arguments else member.selector
        note = f"/// objc: {'+' if member.is_static else '-'}{member.selector}\n"
        return f"{note}{'+' if member.is_static else '-'} ({result}){selector}{self.renamed(swift)}{extra};"

    @staticmethod
    def renamed(name):
        return f' __attribute__((swift_name("{name}")))' if name else ""

    def property(self, owner, getter, setter, is_nil, is_weak, name):
        kind = self.type(getter.result).replace("instancetype", f"{owner} *")
        if not is_nil:
            kind = kind.replace("_Nullable", "_Nonnull")
        marks = ["class"] * getter.is_static + ["weak"] * is_weak
        marks += [] if setter else ["readonly"]
        marks += [f"getter={getter.selector}"] if name != getter.selector else []
        swift = RENAMED.get(getter.selector, (None,))[0]
        if "(^" in kind:
            kind = kind.replace(")(", f"{name})(", 1)
            name = ""
        note = f"/// objc: {'+' if getter.is_static else '-'}{getter.selector}\n"
        return f"{note}@property ({', '.join(marks) or 'atomic'}) {kind} {name}{self.renamed(swift)};"
