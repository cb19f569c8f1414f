/// The URL schemes of a broker: two for requests, and one that declares a capability.
public struct BrokerSchemes: Sendable, Hashable {
    /// The scheme that ADAL opens.
    public var adal: String
    /// The scheme that MSAL opens.
    public var msal: String
    /// A scheme that is never opened: a broker that declares it repeats the request's nonce in its responses.
    public var nonce: String

    /// Makes a set of schemes.
    public init(adal: String, msal: String, nonce: String) {
        self.adal = adal
        self.msal = msal
        self.nonce = nonce
    }

    /// Microsoft's: `msauth`, `msauthv2` and `msauthv3`.
    public static let microsoft = BrokerSchemes(adal: "msauth", msal: "msauthv2", nonce: "msauthv3")

    /// Keyfob's own, which no app of Microsoft's declares.
    public static let keyfob = BrokerSchemes(adal: "keyfobauth", msal: "keyfobauthv2", nonce: "keyfobauthv3")

    /// Returns the scheme for requests of a dialect.
    public func request(_ dialect: BrokerDialect) -> String {
        switch dialect {
        case .msal: msal
        case .adal: adal
        }
    }

    /// Returns the schemes that a broker has to declare for a current SDK to use it; the request's own is the first.
    public func required(_ dialect: BrokerDialect) -> [String] { [request(dialect), nonce] }

    /// Returns the dialect of requests that are opened by a scheme, in any letter case.
    public func dialect(of scheme: some StringProtocol) -> BrokerDialect? {
        switch scheme.lowercased() {
        case msal.lowercased(): .msal
        case adal.lowercased(): .adal
        default: nil
        }
    }

    /// All three schemes.
    public var all: [String] { [adal, msal, nonce] }
}
