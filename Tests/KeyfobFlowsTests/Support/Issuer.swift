import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth

/// An identity provider's documents and tokens, with real signatures.
struct Issuer: Sendable {
    static let tenant = "11111111-1111-4111-8111-111111111111"
    static let client = "aaaaaaaa-0000-4000-8000-000000000001"
    static let scope = "api://files/Files.Read"
    static let now = Date(unixSeconds: 1_800_000_000)

    let host: String
    let key = SigningKey.p256(P256PrivateKey(), keyID: "key-1")

    init(host: String = "login.test:8443") { self.host = host }

    var keys: JWKSet { JWKSet([key.publicJWK]) }
    var authority: Authority { Authority(environment: host, tenant: Self.tenant) }

    func metadata(_ segment: String = Issuer.tenant, issuer: String? = nil) throws -> ProviderMetadata {
        try ProviderMetadata(parsing: document(segment, issuer: issuer).bytes())
    }

    func document(_ segment: String = Issuer.tenant, issuer: String? = nil) -> JSONValue {
        [
            "issuer": .string(issuer ?? "https://\(host)/\(segment)/v2.0"),
            "authorization_endpoint": .string("https://\(host)/\(segment)/oauth2/v2.0/authorize"),
            "token_endpoint": .string("https://\(host)/\(segment)/oauth2/v2.0/token"),
            "device_authorization_endpoint": .string("https://\(host)/\(segment)/oauth2/v2.0/devicecode"),
            "end_session_endpoint": .string("https://\(host)/\(segment)/oauth2/v2.0/logout"),
            "jwks_uri": .string("https://\(host)/\(segment)/discovery/v2.0/keys"),
        ]
    }

    func idToken(
        nonce: String? = nil, issuedAt: Date = Issuer.now, _ changes: [String: JSONValue] = [:],
        key: SigningKey? = nil
    ) throws -> String {
        var claims: [String: JSONValue] = [
            "iss": .string("https://\(host)/\(Self.tenant)/v2.0"), "aud": .string(Self.client), "sub": "subject",
            "oid": "object", "tid": .string(Self.tenant), "iat": .integer(issuedAt.unixSeconds),
            "nbf": .integer(issuedAt.unixSeconds), "exp": .integer(issuedAt.unixSeconds + 3600),
        ]
        claims["nonce"] = nonce.map { .string($0) }
        for (name, value) in changes { claims[name] = value }
        return try JWS.sign(JSONValue.object(claims).bytes(), with: key ?? self.key)
    }

    /// Makes a token response with this ID token; without one if nil.
    func tokens(_ idToken: String?, refreshToken: String = "refresh-token") -> HTTPResponse {
        var response = TokenResponse()
        response.accessToken = Secret("access-token")
        response.refreshToken = Secret(refreshToken)
        response.idToken = idToken.map(Secret.init)
        response.scopes = ["openid", "profile", ScopeSet([Self.scope]).description]
        response.expiresIn = 3600
        response.clientInfo = ClientInfo(uid: "object", utid: Self.tenant)
        return .json(response.json())
    }

    static func refusal(_ number: Int, error: String? = nil) -> HTTPResponse {
        let fault = OAuthError(number, error: error)
        return .json(
            fault.response(correlationID: "c", traceID: "t", now: now.unixSeconds).json, status: fault.entry.status)
    }
}
