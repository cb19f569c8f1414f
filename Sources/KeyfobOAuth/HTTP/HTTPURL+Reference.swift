public import KeyfobCore

extension HTTPURL {
    /// Resolves a reference on this page: an absolute URL, or a path or query relative to this one (RFC 3986 section 5,
    /// without dot segments).
    ///
    /// - Returns: nil if the result has another scheme than `https` or `http`, or is malformed.
    public func resolving(_ reference: String) -> HTTPURL? {
        if let absolute = HTTPURL(reference) { return absolute }
        if reference.isEmpty { return self }
        if reference.hasPrefix("//") { return HTTPURL("\(scheme):\(reference)") }
        if reference.hasPrefix("/") { return HTTPURL(origin + reference) }
        if reference.hasPrefix("?") { return HTTPURL(origin + path + reference) }
        guard reference.firstIndex(of: ":") == nil else { return nil }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return HTTPURL(origin + folder + reference)
    }
}
