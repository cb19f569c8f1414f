import KeyfobCore

/// A redirect URI that a broker responds to, with the app that it belongs to.
///
/// The operating system opens apps by the scheme alone, and any app may claim a scheme. The bundle id in the redirect
/// URI lets a broker, or a provider, compare it with the caller.
package enum BrokerRedirectForm: Sendable, Hashable {
    /// MSAL's: `msauth.BUNDLE-ID://auth`.
    case msal(bundleID: String)
    /// ADAL's: `SCHEME://BUNDLE-ID`.
    case adal(scheme: String, bundleID: String)

    /// Reads a redirect URI; nil if it is of neither form. A slash at its end is ignored, as in MSAL.NET.
    package init?(_ redirectURI: String) {
        guard redirectURI.utf8.count <= 512, let place = URLWithoutQuery(redirectURI),
            !redirectURI.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
            place.path.isEmpty || place.path == "/", !place.isOfTheWeb
        else { return nil }
        let prefix = "msauth."
        if place.scheme.hasPrefix(prefix) {
            // Schemes are case-insensitive, bundle ids are not: the URI's own spelling is kept.
            let bundleID = place.schemeAsWritten.dropFirst(prefix.count)
            guard place.host == "auth", !bundleID.isEmpty else { return nil }
            self = .msal(bundleID: String(bundleID))
        } else {
            guard Self.isBundleID(place.hostAsWritten), place.scheme != "msauth" else { return nil }
            self = .adal(scheme: place.scheme, bundleID: place.hostAsWritten)
        }
    }

    /// The bundle id of the app that it belongs to.
    package var bundleID: String {
        switch self {
        case .msal(let bundleID): bundleID
        case .adal(_, let bundleID): bundleID
        }
    }

    /// Returns whether a text has only letters, digits, hyphens and full stops, with a full stop inside: `localhost`
    /// has none.
    private static func isBundleID(_ text: String) -> Bool {
        text.contains(".") && !text.hasPrefix(".") && !text.hasSuffix(".")
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                    || $0 == 0x2E
            }
    }

    /// Returns the redirect URI under which a broker receives the response of the system's browser to a sign-in by
    /// certificate: `msauth://code/` and the app's own, with every byte but the unreserved ones encoded.
    package static func certificateRedirect(for redirectURI: String) -> String {
        certificatePrefix + PercentEncoding.encode(redirectURI)
    }

    /// Returns whether a redirect URI already has that form.
    package static func isCertificateRedirect(_ redirectURI: String) -> Bool {
        redirectURI.hasPrefix(certificatePrefix)
    }

    /// Returns the app's own redirect URI if the given one wraps it, byte for byte; any other one unchanged.
    package static func unwrapped(_ redirectURI: String) -> String {
        guard isCertificateRedirect(redirectURI),
            let first = PercentEncoding.decode(redirectURI.dropFirst(certificatePrefix.count)),
            certificateRedirect(for: first).utf8.elementsEqual(redirectURI.utf8)
        else { return redirectURI }
        return first
    }

    private static let certificatePrefix = "msauth://code/"
}
