import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE

/// An issuer with one RSA and one P-256 key, and a token of it that satisfies every rule.
struct TokenFactory {
    static let rsaKey = Result { try RSAPrivateKey() }

    let rsa: SigningKey
    let p256: SigningKey
    let keys: JWKSet
    let expectations = IDTokenExpectations(
        issuer: "https://localhost:8443/11111111-1111-4111-8111-111111111111/v2.0", audience: "client-a",
        nonce: "nonce-1", tenantID: "11111111-1111-4111-8111-111111111111", now: Date(unixSeconds: 1_790_000_000))
    let claims: [String: JSONValue] = [
        "iss": "https://localhost:8443/11111111-1111-4111-8111-111111111111/v2.0", "aud": "client-a", "sub": "subject",
        "oid": "object", "tid": "11111111-1111-4111-8111-111111111111", "preferred_username": "ada@contoso.test",
        "name": "Ada", "nonce": "nonce-1", "iat": 1_790_000_000, "nbf": 1_790_000_000, "exp": 1_790_003_600,
    ]

    init() throws {
        rsa = .rsa(try Self.rsaKey.get(), keyID: "rsa-1")
        p256 = .p256(P256PrivateKey(), keyID: "ec-1")
        keys = JWKSet([rsa.publicJWK, p256.publicJWK])
    }

    /// Returns the token's claims with some replaced, or removed if the value is nil.
    func claims(_ changes: [String: JSONValue?]) -> [String: JSONValue] {
        var claims = claims
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    func token(_ changes: [String: JSONValue?] = [:], key: SigningKey? = nil) throws -> String {
        try JWS.sign(JSONValue.object(claims(changes)).bytes(), with: key ?? rsa)
    }

    /// Returns a signed token with any header.
    func token(rawHeader: String, payload: String? = nil, key: SigningKey? = nil) throws -> String {
        let payload = payload ?? JSONValue.object(claims).text()
        let text = "\(Base64URL.encode(Array(rawHeader.utf8))).\(Base64URL.encode(Array(payload.utf8)))"
        return "\(text).\(Base64URL.encode(try (key ?? rsa).sign(Array(text.utf8))))"
    }

    func validate(
        _ token: String, keys: JWKSet? = nil, _ change: (inout IDTokenExpectations) -> Void = { _ in }
    ) throws(TokenValidationError) -> IDToken {
        var expectations = expectations
        change(&expectations)
        return try IDTokenValidator.validate(token, keys: keys ?? self.keys, expectations: expectations)
    }

    /// Returns the rule that the token violates, or nil if it is accepted.
    func broken(
        _ token: String, keys: JWKSet? = nil, _ change: (inout IDTokenExpectations) -> Void = { _ in }
    ) -> TokenValidationError.Rule? {
        do {
            _ = try validate(token, keys: keys, change)
            return nil
        } catch {
            return error.rule
        }
    }
}
