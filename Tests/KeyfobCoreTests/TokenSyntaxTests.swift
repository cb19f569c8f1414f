import KeyfobCore
import Testing

@Suite("Characters of tokens, and of text for a terminal")
struct TokenSyntaxTests {
    @Test("a token has printable ASCII and spaces alone, a token type the characters of a URI")
    func characters() {
        for value in UInt32(0)...0x2FF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(Character(scalar))b"
            #expect(TokenSyntax.isToken(text) == (0x20...0x7E).contains(value), "\(value)")
            #expect((TokenSyntax.token(text) != nil) == TokenSyntax.isToken(text))
            if TokenSyntax.isTokenType(text) { #expect((0x21...0x7E).contains(value)) }
        }
        #expect(!TokenSyntax.isToken("") && !TokenSyntax.isTokenType(""))
        for type in ["Bearer", "pop", "urn:ietf:params:oauth:token-type:x", "https://a.test/b?c=d#e"] {
            #expect(TokenSyntax.isTokenType(type), "\(type)")
        }
        for type in ["Bearer x", "\"", "a\\b", "a\r\nb", "<a>", "Ünder"] {
            #expect(!TokenSyntax.isTokenType(type), "\(type)")
        }
    }

    /// C0, DEL, C1, marks of direction, separators, a byte order mark, and a format character of a higher plane.
    private static let unsafe: [Unicode.Scalar] = [
        "\u{0}", "\u{7}", "\u{8}", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{90}", "\u{9B}", "\u{9D}", "\u{AD}",
        "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}",
        "\u{E0001}", "\u{E0041}",
    ]

    @Test("JSON for a terminal is the same document, and has no character that controls the terminal")
    func printableJSON() throws {
        for scalar in Self.unsafe {
            let text = "ä\"\\\(Character(scalar))日"
            let value: JSONValue = [text: .array([.string(text), 1, true, nil])]
            let printed = value.printableText()
            #expect(!printed.unicodeScalars.contains { TerminalText.isUnsafe($0) }, "\(scalar.value)")
            #expect(printed.contains("ä") && printed.contains("日"))
            #expect(try JSONValue(parsing: printed) == value)
        }
        #expect((["ä": "日"] as JSONValue).printableText() == #"{"ä":"日"}"#)
    }

    @Test("a name stays on its line, and a word is one word or in quotation marks")
    func words() throws {
        for scalar in Self.unsafe {
            let text = "a\(Character(scalar))b"
            #expect(TerminalText.name(text) == "a?b", "\(scalar.value)")
            let word = TerminalText.word(text)
            #expect(try JSONValue(parsing: word) == .string(text))
            #expect(!word.unicodeScalars.contains { TerminalText.isUnsafe($0) })
        }
        #expect(TerminalText.word("a b") == #""a b""# && TerminalText.word("") == #""""#)
        #expect(TerminalText.word("a\"b") == #""a\"b""# && TerminalText.word("a://b") == "a://b")
    }
}
