import KeyfobCore

/// An exported app registration, as far as an app's setup depends on it.
public struct RegisteredApplication: Sendable, Hashable {
    /// The kind of app that a redirect URI is registered for: the portal's platform sections.
    public enum Platform: String, Sendable, Hashable, CaseIterable {
        /// Mobile and desktop applications: the code is redeemed by a public client.
        case publicClient
        /// Web: the code is redeemed with a secret.
        case web
        /// Single-page application: the code is redeemed by a script in a browser.
        case spa
    }

    /// The application (client) id.
    public let clientID: String
    /// The name that users see.
    public let displayName: String?
    /// The redirect URIs of each platform, in order.
    public let redirectURIs: [Platform: [String]]
    /// `signInAudience`: `AzureADMyOrg`, `AzureADMultipleOrgs`, `AzureADandPersonalMicrosoftAccount` or
    /// `PersonalMicrosoftAccount`.
    public let audience: String?

    /// Makes a registration.
    public init(
        clientID: String, displayName: String? = nil, redirectURIs: [Platform: [String]], audience: String? = nil
    ) {
        self.clientID = clientID
        self.displayName = displayName
        self.redirectURIs = redirectURIs
        self.audience = audience
    }

    /// The platforms that a redirect URI is registered under, compared as text (RFC 6749 section 3.1.2.3).
    public func platforms(of uri: String) -> [Platform] {
        Platform.allCases.filter { redirectURIs[$0]?.contains(uri) == true }
    }

    /// Whether a public client may use the redirect URI. The port of a loopback URI is ignored (RFC 8252 section 7.3).
    public func allowsPublicClient(_ uri: String) -> Bool {
        let registered = redirectURIs[.publicClient] ?? []
        guard !registered.contains(uri) else { return true }
        guard let url = HTTPURL(uri), url.scheme == "http", url.isLoopback else { return false }
        return registered.contains { candidate in
            guard let other = HTTPURL(candidate), other.scheme == "http" else { return false }
            return other.host == url.host && other.path == url.path && other.query == url.query
        }
    }
}
