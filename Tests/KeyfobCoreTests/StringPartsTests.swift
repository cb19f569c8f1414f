import KeyfobCore
import Testing

@Suite("Parts of a text between separators in ASCII, and its lower case")
struct StringPartsTests {
    @Test(
        "Parts are those between spaces, without empty ones",
        arguments: [
            ("", []), (" ", []), ("a", ["a"]), (" a", ["a"]), ("a ", ["a"]), ("a b", ["a", "b"]),
            ("  a   b ", ["a", "b"]),
            ("schön größer", ["schön", "größer"]),
            ("openid https://graph.microsoft.com/User.Read", ["openid", "https://graph.microsoft.com/User.Read"]),
        ])
    func parts(_ text: String, _ parts: [String]) {
        #expect(text.parts(separatedBy: " ") == parts)
    }

    @Test("A separator separates also where a combining mark follows it, which makes it another character")
    func marks() {
        let text = "a/\u{338}b"
        #expect(text.split(separator: "/").count == 1)
        #expect(text.parts(separatedBy: "/") == ["a", "\u{338}b"])
        #expect(text.part(before: "/") == "a")
    }

    @Test(
        "The part before a separator ends at the first one, and is the whole text without any",
        arguments: [("", ""), ("/", ""), ("a", "a"), ("a/b/c", "a"), ("/a", ""), ("ö/b", "ö")])
    func first(_ text: String, _ first: String) {
        #expect(text.part(before: "/") == first)
    }

    @Test(
        "A text in lower case is what the standard library makes of it, whatever it contains",
        arguments: [
            "", "openid", "OpenID", "@[`{", "a text in lower case that is longer than fifteen bytes",
            "A text with one capital that is longer than fifteen bytes", "schön", "SCHÖN", "İstanbul", "ΣΑΣ", "ǅ",
        ])
    func lowerCase(_ text: String) {
        #expect(text.inLowerCase == text.lowercased())
        #expect(text.inLowerCase.utf8.elementsEqual(text.lowercased().utf8))
        #expect("x\(text)".dropFirst().description.inLowerCase == text.lowercased())
    }
}
