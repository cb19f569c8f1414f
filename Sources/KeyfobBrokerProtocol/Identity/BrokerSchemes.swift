/// The URL schemes of a broker: two that it is asked by, and one by which it says what it can do.
public struct BrokerSchemes: Sendable, Hashable {
    /// What ADAL opens.
    public var adal: String
    /// What MSAL opens.
    public var msal: String
    /// What nothing opens: that a broker answers to it means that its replies repeat the request's nonce.
    public var nonce: String

    /// Names schemes.
    public init(adal: String, msal: String, nonce: String) {
        self.adal = adal
        self.msal = msal
        self.nonce = nonce
    }

    /// Microsoft's: `msauth`, `msauthv2` and `msauthv3`.
    public static let microsoft = BrokerSchemes(adal: "msauth", msal: "msauthv2", nonce: "msauthv3")

    /// Keyfob's own, which no app of Microsoft's answers to.
    public static let keyfob = BrokerSchemes(adal: "keyfobauth", msal: "keyfobauthv2", nonce: "keyfobauthv3")

    /// The scheme that requests of a dialect are opened by.
    public func request(_ dialect: BrokerDialect) -> String {
        switch dialect {
        case .msal: msal
        case .adal: adal
        }
    }

    /// What a broker has to answer to, every one of them, for an SDK of today to ask it; the request's own is the first.
    public func required(_ dialect: BrokerDialect) -> [String] { [request(dialect), nonce] }

    /// Which dialect a request is in that was opened by a scheme, in any letter case.
    public func dialect(of scheme: some StringProtocol) -> BrokerDialect? {
        switch scheme.lowercased() {
        case msal.lowercased(): .msal
        case adal.lowercased(): .adal
        default: nil
        }
    }

    /// All three.
    public var all: [String] { [adal, msal, nonce] }
}
