/// A redirect URI (RFC 6749 section 3.1.2): where an identity provider sends its response. It also distinguishes the
/// apps of one registration.
public struct RedirectURI: Sendable, Hashable, CustomStringConvertible {
    /// The URI exactly as registered; redirect URIs are compared as text.
    public let value: String

    /// Checks a redirect URI.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it is not absolute, has a fragment (RFC 6749 section
    ///   3.1.2), contains characters that are not allowed in a URI, has a scheme that browsers handle themselves (such
    ///   as `javascript` or `data`), or is `http` to another host than loopback (RFC 8252 section 7.3).
    public init(_ value: String) throws(AuthError) {
        guard !value.isEmpty, value.utf8.count <= 256,
            !value.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }),
            let colon = value.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { throw .configuration("The redirect URI is not an absolute URI.", remedy: Self.remedy) }
        guard !value.utf8.contains(UInt8(ascii: "#")) else {
            throw .configuration("The redirect URI has a fragment.", remedy: Self.remedy)
        }
        let scheme = value[..<colon].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
            })
        else { throw .configuration("The redirect URI is not an absolute URI.", remedy: Self.remedy) }
        guard value.utf8.index(after: colon) != value.endIndex else {
            throw .configuration("The redirect URI has nothing after its scheme.", remedy: Self.remedy)
        }
        guard !Self.scriptSchemes.contains(scheme) else {
            throw .configuration("The redirect URI would run in the browser instead of an app.", remedy: Self.remedy)
        }
        if scheme == "http" || scheme == "https" {
            guard let url = HTTPURL(value) else {
                throw .configuration("The redirect URI is malformed.", remedy: Self.remedy)
            }
            guard scheme == "https" || url.isLoopback else {
                throw .configuration("The redirect URI uses http to another host than loopback.", remedy: Self.remedy)
            }
        }
        self.value = value
        self.scheme = scheme
    }

    /// Schemes that a browser would run or show itself, with the code in the URI.
    private static let scriptSchemes: Set<String> = ["javascript", "vbscript", "data", "blob", "about", "file"]

    private static let remedy =
        "Use http://localhost/NAME for a loopback redirect, or msauth.BUNDLE-ID://auth, exactly as it is registered."

    /// The scheme in lower case.
    public let scheme: String

    /// The parts, if it is an `http` or `https` URI.
    public var url: HTTPURL? { HTTPURL(value) }

    /// Whether it is an `http` URI of the loopback interface, whose port may vary (RFC 8252 section 7.3).
    public var isLoopback: Bool { scheme == "http" && url?.isLoopback == true }

    /// The URI as text.
    public var description: String { value }
}
