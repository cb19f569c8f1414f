import KeyfobCore
import KeyfobOAuth

/// The addresses that a page inside an app may navigate to. The app shows no address bar, so the page must not leave
/// TLS.
enum NavigationPolicy {
    enum Decision: Hashable {
        /// The address may be loaded.
        case load
        /// The page has requested the system's browser for this address (`browser://`).
        case openOutside(String)
        /// The provider asks for a proof of the device's key (MS-PKAP), and gets the response that there is none: only
        /// a broker has the key. The value is that of `Authorization`.
        case respond(url: HTTPURL, authorization: Secret<String>)
        /// The page opens another app (the broker), which an embedded sign-in does not use.
        case ignore
        /// The address must not be loaded, and the sign-in ends.
        case refuse(scheme: String)
    }

    /// Evaluates an address that is not the sign-in's redirect.
    static func decide(_ address: String) -> Decision {
        let lowered = address.lowercased()
        if lowered.hasPrefix("https://") { return HTTPURL(address) == nil ? .refuse(scheme: "malformed https") : .load }
        // WebKit's addresses for empty frames, whose content does not come from the network.
        if lowered == "about:blank" || lowered == "about:srcdoc" { return .load }
        if lowered.hasPrefix("browser://") { return .openOutside("https://" + address.dropFirst("browser://".count)) }
        if lowered.hasPrefix("msauth://") { return .ignore }
        if let challenge = try? PKeyAuthChallenge(url: address), let url = challenge.submitURL,
            let response = try? challenge.answer(with: nil, requestURL: url, now: 0)
        {
            return .respond(url: url, authorization: response)
        }
        let scheme = lowered.prefix { $0 != ":" }.prefix(32)
        return .refuse(scheme: scheme.allSatisfy(\.isASCII) ? String(scheme) : "unknown")
    }
}
