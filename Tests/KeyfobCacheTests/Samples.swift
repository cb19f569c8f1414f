import KeyfobCache
import KeyfobCore

/// Token responses for tests and the queries that they match.
enum Samples {
    static let now: Int64 = 1_900_000_000
    static let home = "uid-1.tenant-1"
    static let host = "login.microsoftonline.com"
    static let client = "client-1"
    static let appA = "msauth.test.contoso.a://auth"
    static let appB = "msauth.test.contoso.b://auth"

    /// Makes an unsigned token in the form of an ID token; the rules only read its claims.
    static func idToken(subject: String) -> String {
        let header = Base64URL.encode(JSONValue.object(["alg": "RS256"]).bytes())
        let claims: JSONValue = [
            "iss": "https://login.microsoftonline.com/tenant-1/v2.0", "sub": .string(subject), "aud": "client-1",
            "exp": 1_900_003_600, "iat": 1_900_000_000,
        ]
        return "\(header).\(Base64URL.encode(claims.bytes())).AAAA"
    }

    static func response(
        _ token: String, client: String = client, app: String = appA, scopes: ScopeSet = ["Files.Read"],
        family: String? = nil, realm: String = "tenant-1", change: (inout SaveInput) -> Void = { _ in }
    ) -> SaveInput {
        var input = SaveInput(
            homeAccountID: home, environment: host, realm: realm, clientID: client, app: app,
            localAccountID: "uid-in-\(realm)", username: "ada@contoso.test", cachedAt: now, expiresOn: now + 3_600)
        input.accessToken = Secret(token)
        input.scopes = scopes
        input.refreshToken = Secret("refresh of \(token)")
        input.familyID = family
        input.idToken = Secret(idToken(subject: "subject-\(client)"))
        change(&input)
        return input
    }

    static func query(
        _ scopes: ScopeSet = ["Files.Read"], client: String = client, app: String = appA, realm: String? = nil,
        environment: String = host, now: Int64 = now
    ) -> AccessTokenQuery {
        AccessTokenQuery(
            environment: environment, realm: realm, clientID: client, app: app, scopes: scopes, now: now)
    }

    /// Makes a store that contains these responses, saved one after the other.
    static func store(_ responses: SaveInput...) async throws -> InMemoryCredentialStore {
        let store = InMemoryCredentialStore()
        for response in responses { try await store.save(response) }
        return store
    }
}

extension CredentialStore {
    @discardableResult
    func save(_ response: SaveInput) async throws -> Account {
        try await write { transaction throws(AuthError) in try CredentialRules.save(response, in: transaction) }
    }

    func signOut(client: String = Samples.client, app: String) async throws {
        try await write { transaction throws(AuthError) in
            try CredentialRules.signOut(homeAccountID: Samples.home, clientID: client, app: app, in: transaction)
        }
    }

    func token(_ query: AccessTokenQuery) throws -> CachedAccessToken? {
        guard let partition = try partition(homeAccountID: Samples.home) else { return nil }
        return try CredentialRules.accessToken(in: partition, query)
    }

    func refreshToken(client: String = Samples.client, app: String = Samples.appA) throws -> String? {
        guard let partition = try partition(homeAccountID: Samples.home) else { return nil }
        let metadata = try appMetadata(clientID: client, environment: Samples.host)
        return try CredentialRules.refreshToken(
            in: partition, clientID: client, app: app, environment: Samples.host, metadata: metadata)?.secret.reveal()
    }

    func names(client: String = Samples.client, app: String) throws -> [String] {
        try CredentialRules.accounts(in: self, clientID: client, app: app).map(\.identifier)
    }
}
