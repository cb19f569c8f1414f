/// The characters of tokens (RFC 6749 appendix A).
///
/// A token is copied into header fields, command lines, files of other programs and terminals. One with other characters
/// could begin a second header field, or control the terminal, so that it is refused wherever a token comes in.
package enum TokenSyntax {
    /// Whether a text can be an access token, a refresh token, a code or a device code: printable ASCII and spaces
    /// (`VSCHAR`, appendices A.11, A.12 and A.17), and not empty.
    package static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Returns a token that came from outside; nil if it has a character that no token has.
    package static func token(_ text: String) -> Secret<String>? { isToken(text) ? Secret(text) : nil }

    /// Whether a text can be a token type (appendix A.13): a name or a URI, thus the characters of a URI, and not empty.
    package static func isTokenType(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                // The printable characters that no URI contains (RFC 3986 section 2).
                case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
                    UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                    false
                default: (0x21...0x7E).contains(byte)
                }
            }
    }
}
