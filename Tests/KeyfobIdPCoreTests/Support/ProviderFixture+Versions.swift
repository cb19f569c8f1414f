import KeyfobCore
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

extension ProviderFixture {
    /// Lets a person sign in at the version 1 endpoint as ADAL does: without a challenge.
    mutating func signInByADAL(
        _ person: Person = ada, resource: String? = "api://files", _ changes: [String: String?] = [:]
    ) async throws -> Person.Visit {
        var values: [String: String?] = [
            "scope": nil, "resource": resource, "nonce": nil, "code_challenge": nil, "code_challenge_method": nil,
        ]
        for (name, value) in changes { values[name] = value }
        let url = try url("/\(segment)/oauth2/authorize", authorization(scope: "", values))
        return try await person.visit(url, with: &browser)
    }

    /// Redeems a code at the version 1 endpoint.
    func redeemV1(_ code: String, _ changes: [String: String?] = [:]) async throws -> HTTPResponse {
        var values: [String: String] = [
            "grant_type": "authorization_code", "client_id": clientID, "code": code, "redirect_uri": redirectURI,
        ]
        for (name, value) in changes { values[name] = value }
        return try await token(values.map { ($0.key, $0.value) }, path: "/\(segment)/oauth2/token")
    }

    /// Uses a refresh token at the version 1 endpoint.
    func refreshByADAL(
        _ token: String, resource: String, _ changes: [String: String?] = [:]
    ) async throws -> HTTPResponse {
        var values: [String: String] = [
            "grant_type": "refresh_token", "client_id": clientID, "refresh_token": token, "resource": resource,
            "scope": "openid",
        ]
        for (name, value) in changes { values[name] = value }
        return try await self.token(values.map { ($0.key, $0.value) }, path: "/\(segment)/oauth2/token")
    }

    /// Signs in at version 1 and redeems the code.
    mutating func adalTokens(
        _ person: Person = ada, resource: String = "api://files", _ changes: [String: String?] = [:]
    ) async throws -> TokenResponse {
        let visit = try await signInByADAL(person, resource: resource, changes)
        return try TokenResponse(parsing: try await redeemV1(try Self.reply(visit)["code"] ?? "").body)
    }

    /// The claims of a token, verified with the published keys.
    func claims(_ token: Secret<String>?) async throws -> [String: JSONValue] {
        let keys = try JWKSet(
            parsing: try await provider.send(.get(try url("/common/discovery/v2.0/keys"))).body)
        let jws = try JWS(compact: token?.reveal() ?? "")
        guard let key = jws.keyID.flatMap(keys.key), let algorithm = key.algorithm else {
            throw TransportError(.invalidResponse, message: "The token's key is not published.")
        }
        try jws.verify(with: key, algorithm: algorithm)
        return try JSONValue(parsing: jws.payload).objectValue ?? [:]
    }

    /// Claim `scp` of a token response's access token.
    func scp(_ tokens: TokenResponse) async throws -> Set<String> {
        let text = try await claims(tokens.accessToken)["scp"]?.stringValue ?? ""
        return Set(text.split(separator: " ").map(String.init))
    }

    /// Registers an API with permissions.
    func registerAPI(
        appID: String, uri: String, scopes: [(id: String, value: String, type: String)], version: Int = 2,
        preAuthorized: JSONValue = []
    ) async throws {
        _ = try await provider.admin.put(
            application: [
                "appId": .string(appID), "displayName": "An API", "identifierUris": [.string(uri)],
                "api": [
                    "requestedAccessTokenVersion": .integer(version),
                    "oauth2PermissionScopes": .array(
                        scopes.map {
                            ["id": .string($0.id), "value": .string($0.value), "type": .string($0.type)]
                        }),
                    "preAuthorizedApplications": preAuthorized,
                ],
            ])
    }

    /// Registers a client that declares permissions.
    func registerClient(appID: String, declaring: [(api: String, ids: [String])]) async throws {
        _ = try await provider.admin.put(
            application: [
                "appId": .string(appID), "displayName": "A client",
                "publicClient": ["redirectUris": ["http://localhost/client"]],
                "requiredResourceAccess": .array(
                    declaring.map { required in
                        [
                            "resourceAppId": .string(required.api),
                            "resourceAccess": .array(
                                required.ids.map { ["id": .string($0), "type": "Scope"] }),
                        ]
                    }),
            ])
    }
}

extension Person {
    static let grace = Person(user: "grace@contoso.test", password: SeedData.password)
}
