/// The URL schemes of a broker: two for requests, and one that declares a capability.
package struct BrokerSchemes: Sendable, Hashable {
    /// The scheme that ADAL opens.
    package var adal: String
    /// The scheme that MSAL opens.
    package var msal: String
    /// A scheme that is never opened: a broker that declares it repeats the request's nonce in its responses.
    package var nonce: String

    /// Makes a set of schemes.
    package init(adal: String, msal: String, nonce: String) {
        self.adal = adal
        self.msal = msal
        self.nonce = nonce
    }

    /// Microsoft's: `msauth`, `msauthv2` and `msauthv3`.
    package static let microsoft = BrokerSchemes(adal: "msauth", msal: "msauthv2", nonce: "msauthv3")

    /// Keyfob's own, which no app of Microsoft's declares.
    package static let keyfob = BrokerSchemes(adal: "keyfobauth", msal: "keyfobauthv2", nonce: "keyfobauthv3")

    /// Returns the scheme for requests of a dialect.
    package func request(_ dialect: BrokerDialect) -> String {
        switch dialect {
        case .msal: msal
        case .adal: adal
        }
    }

    /// Returns the schemes that a broker has to declare for a current SDK to use it; the request's own is the first.
    package func required(_ dialect: BrokerDialect) -> [String] { [request(dialect), nonce] }

    /// Returns the dialect of requests that are opened by a scheme, in any letter case.
    package func dialect(of scheme: some StringProtocol) -> BrokerDialect? {
        switch scheme.lowercased() {
        case msal.lowercased(): .msal
        case adal.lowercased(): .adal
        default: nil
        }
    }

    /// All three schemes.
    package var all: [String] { [adal, msal, nonce] }
}

/// URL schemes that an app should not use for its redirect URI: other apps are likely to declare them too, and Apple's
/// operating systems do not prevent that.
package enum CommonSchemes {
    /// The minimum length of a scheme that may be unique to one app.
    private static let leastLength = 6

    /// Schemes from examples and tutorials.
    private static let ofExamples: Set<String> = [
        "myapp", "x-msauth", "msauth", "msal", "oauth", "oauth2", "callback", "redirect", "signin", "openid",
        "x-msauth-mytestiosapp",
    ]

    /// Returns whether other apps are likely to declare a scheme too, in any letter case.
    package static func contains(_ scheme: String) -> Bool {
        scheme.utf8.count < leastLength || ofExamples.contains(scheme.lowercased())
    }
}
