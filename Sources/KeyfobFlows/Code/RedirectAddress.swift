/// The address of a redirect, without its parameters.
enum RedirectAddress {
    /// Whether a redirect goes to a redirect URI; an empty path equals `/`.
    static func isAt(_ redirect: String, _ redirectURI: String) -> Bool {
        let expected = address(redirectURI)
        let actual = address(redirect)
        return actual == expected || actual == expected + "/"
    }

    /// Returns a URL without query and fragment, with scheme and host in lower case and without the scheme's default
    /// port, which browsers omit (RFC 3986 section 6.2.3).
    private static func address(_ uri: String) -> String {
        let end = uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex
        let plain = uri[..<end]
        guard let scheme = plain.firstRange(of: "://") else { return String(plain) }
        let pathStart = plain[scheme.upperBound...].firstIndex(of: "/") ?? plain.endIndex
        var origin = plain[..<pathStart].lowercased()
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
            origin.removeLast(port.count)
        }
        return origin + plain[pathStart...]
    }
}
