import KeyfobCore

/// Where a page inside an app may go. What it shows cannot be seen in an address bar, so it must not leave TLS.
enum NavigationPolicy {
    enum Decision: Hashable {
        /// It may be loaded.
        case load
        /// The system's browser is to open this address instead: the page has asked for it (`browser://`).
        case openOutside(String)
        /// The page wants another app (the broker), which an embedded sign-in does not use.
        case ignore
        /// It must not be loaded, and the sign-in ends.
        case refuse(scheme: String)
    }

    /// Judges an address that is not the sign-in's redirect.
    static func decide(_ address: String) -> Decision {
        let lowered = address.lowercased()
        if lowered.hasPrefix("https://") { return HTTPURL(address) == nil ? .refuse(scheme: "malformed https") : .load }
        // What WebKit asks about for empty frames; nothing of it comes from the network.
        if lowered == "about:blank" || lowered == "about:srcdoc" { return .load }
        if lowered.hasPrefix("browser://") { return .openOutside("https://" + address.dropFirst("browser://".count)) }
        if lowered.hasPrefix("msauth://") { return .ignore }
        let scheme = lowered.prefix { $0 != ":" }.prefix(32)
        return .refuse(scheme: scheme.allSatisfy(\.isASCII) ? String(scheme) : "unknown")
    }
}
