import KeyfobCore

/// Compares a redirect URI with a registration (RFC 6749 section 3.1.2.3, RFC 8252 section 7.3).
enum RedirectMatching {
    /// Whether two redirect URIs match: byte by byte (Swift's `==` treats canonically equivalent texts as equal),
    /// except that a loopback address with http may have any port. A loopback URI without a path is sent back with `/`,
    /// and matches one that was registered with it.
    static func matches(_ requested: String, registered: String) -> Bool {
        if requested.utf8.elementsEqual(registered.utf8) { return true }
        guard let left = HTTPURL(requested), let right = HTTPURL(registered), left.scheme == "http",
            right.scheme == "http", left.isLoopback, right.isLoopback
        else { return false }
        // Only the port and the `/` of an empty path may differ; HTTPURL leaves all else as it is written.
        return left.host == right.host && left.path == right.path && left.query == right.query
            && requested.hasPrefix("http://\(left.host)") && registered.hasPrefix("http://\(right.host)")
    }

    /// Whether one of the registered URIs matches.
    static func isRegistered(_ requested: String, in registered: [String]) -> Bool {
        guard requested.utf8.count <= 2048 else { return false }
        return registered.contains { matches(requested, registered: $0) }
    }
}
