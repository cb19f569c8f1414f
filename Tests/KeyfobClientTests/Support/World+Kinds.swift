import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

extension World {
    /// The claims of an access token, after its signature was verified with the keys that its authority publishes.
    func validatedClaims(_ token: Secret<String>, at authority: Authority) async throws -> [String: JSONValue] {
        let driver = FlowDriver(
            transport: provider, clock: clock, random: SystemRandomSource(), userAgent: nil, pause: ImmediatePause())
        let metadata = try await driver.metadata(for: authority)
        let keys = try await driver.keys(of: metadata, refresh: true)
        let jws = try JWS(compact: token.reveal())
        guard let key = jws.keyID.flatMap({ keys.key($0) }), let algorithm = key.algorithm else {
            throw JOSEError("The token's key is not published.")
        }
        try jws.verify(with: key, algorithm: algorithm)
        return try JSONValue(parsing: jws.payload).objectValue ?? [:]
    }

    /// Sends a silent call that has to refresh.
    func renewed(
        _ app: PublicClientApplication, _ account: Account, at authority: Authority? = nil,
        scopes: ScopeSet = Contoso.read
    ) async throws -> TokenResult {
        try await app.acquireTokenSilent(
            SilentParameters(scopes: scopes, account: account, authority: authority, forceRefresh: true))
    }

    /// The hosts to which refresh tokens were sent.
    var refreshHosts: [String] {
        wire.requests(to: "/token").filter { String(decoding: $0.body, as: UTF8.self).contains("refresh_token=") }
            .map(\.url.hostAndPort)
    }

    /// The number of passwords entered.
    func passwords() async throws -> Int { try await admin.count("password_accepted") }
}

/// The addresses of the seeded tenants other than Contoso.
enum Place {
    static let sovereign = "login.sovereign.test:8443"
    static let shop = "contososhop.b2clogin.test:8443"
    static let club = "contosoclub.ciamlogin.test:8443"
    static let adatum = "id.adatum.test:8443"
    static let proseware = "sts.proseware.test:8443"

    static func authority(_ host: String, _ tenant: String) -> Authority {
        Authority(environment: host, tenant: tenant)
    }

    static func policy(_ policy: String, form: String = "https://\(shop)/tfp/contososhop.onmicrosoft.com/") throws
        -> Authority
    {
        try .b2c(form + policy)
    }
}
