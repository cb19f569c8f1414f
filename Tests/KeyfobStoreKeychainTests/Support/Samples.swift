import KeyfobCache
import KeyfobCore

/// Sample token responses.
enum Samples {
    static let now: Int64 = 1_900_000_000
    static let home = "u.t"
    static let host = "login.microsoftonline.com"
    static let client = "Client-1"
    static let appA = "com.contoso.a"
    static let appB = "com.contoso.b"

    static func response(
        _ number: String, app: String = appA, client: String = client, family: String? = nil,
        scopes: ScopeSet = ["User.Read"], username: String = "Ada@contoso.test"
    ) -> SaveInput {
        var input = SaveInput(
            homeAccountID: home, environment: host, realm: "t", clientID: client, app: app, localAccountID: "u",
            username: username, cachedAt: now, expiresOn: now + 3_600)
        input.accessToken = Secret("access \(number)")
        input.scopes = scopes
        input.refreshToken = Secret("refresh \(number)")
        input.familyID = family
        input.idToken = Secret(idToken(number))
        return input
    }

    /// An unsigned token in the form of an id token; no code here validates one.
    static func idToken(_ subject: String) -> String {
        let header = Base64URL.encode(JSONValue.object(["alg": "RS256"]).bytes())
        let claims: JSONValue = [
            "iss": "https://login.microsoftonline.com/t/v2.0", "sub": .string(subject), "aud": "client-1",
            "exp": .integer(now + 3_600), "iat": .integer(now),
        ]
        return "\(header).\(Base64URL.encode(claims.bytes())).AAAA"
    }

    /// The access token that an app gets for one scope.
    static func lookUp(
        in store: any CredentialStore, app: String = appA, client: String = client, scope: String = "User.Read"
    ) throws(AuthError) -> CachedAccessToken? {
        guard let partition = try store.partition(homeAccountID: home) else { return nil }
        return try CredentialRules.accessToken(
            in: partition,
            AccessTokenQuery(
                environment: host, realm: "t", clientID: client, app: app, scopes: [scope], now: now))
    }
}

extension CredentialStore {
    /// Saves a token response.
    func save(_ input: SaveInput) async throws(AuthError) {
        try await write { transaction throws(AuthError) in _ = try CredentialRules.save(input, in: transaction) }
    }

    /// Wipes the sample account.
    func wipe() async throws(AuthError) {
        try await write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: Samples.home, in: transaction)
        }
    }

    /// Removes the sample account in one app.
    func signOut(app: String) async throws(AuthError) {
        try await write { transaction throws(AuthError) in
            try CredentialRules.signOut(
                homeAccountID: Samples.home, clientID: Samples.client, app: app, in: transaction)
        }
    }
}
