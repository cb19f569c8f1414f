import KeyfobBrokerProtocol
import KeyfobCore

/// The redirect URIs that a broker accepts, and the second one that sign-in by certificate needs.
package enum BrokerRedirect {
    /// MSAL's form: `msauth.BUNDLE-ID://auth`.
    package static func msal(bundleID: String) -> String { "msauth.\(bundleID)://auth" }

    /// ADAL's form, which MSAL accepts too: `SCHEME://BUNDLE-ID`.
    package static func adal(scheme: String, bundleID: String) -> String { "\(scheme)://\(bundleID)" }

    /// The second redirect URI, by which a sign-in by certificate returns from the browser to the Authenticator app:
    /// `msauth://code/` and the first URI with every character except the unreserved ones percent-encoded (RFC 3986
    /// section 2.3), in upper-case digits.
    package static func certificate(for redirectURI: String) -> String {
        BrokerRedirectForm.certificateRedirect(for: redirectURI)
    }

    /// Whether a broker accepts the URI: it is exactly `msauth.BUNDLE-ID://auth`, which ADAL does not accept, or any
    /// scheme and the bundle id.
    package static func isBrokerCapable(
        _ uri: String, bundleID: String, dialect: SetupSubject.Dialect = .msal
    ) -> Bool {
        guard !bundleID.isEmpty else { return false }
        if dialect == .msal, uri == msal(bundleID: bundleID) { return true }
        guard let separator = uri.firstRange(of: "://") else { return false }
        let scheme = uri[..<separator.lowerBound].lowercased()
        return isScheme(scheme) && scheme != "http" && scheme != "https" && uri[separator.upperBound...] == bundleID
    }

    /// Whether a text is a valid scheme (RFC 3986 section 3.1).
    static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
    }
}
